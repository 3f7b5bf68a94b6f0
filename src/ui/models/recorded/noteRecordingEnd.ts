import { MAX_ROUNDS } from '../../../engine/core/indices.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Resource } from '../../reading/resource.ts';
import { getRecordedPart } from './recordedPart.ts';

/** Says that a recording has ended before the step to which it was to be played, such as by an address. */
export const noteRecordingEnd: Resource = {
  attend(store) {
    let asked: number | null = null;
    let epoch = -1;
    return {
      changed() {
        const state = store.getState();
        const { run, phase, target, notify } = state;
        const isOther = run?.info.epoch !== epoch;
        epoch = run?.info.epoch ?? -1;
        if (isOther || phase === 'playing') asked = target;
        const { frame } = getRecordedPart(state);
        // The last frame may come after it has paused.
        if (asked === null || phase !== 'paused' || !frame?.isOver) return;
        const wanted = asked;
        asked = null;
        if (wanted <= frame.lasts || wanted >= MAX_ROUNDS) return;
        const { Tick, tick } = getCurrentModelWords(state);
        notify(
          'note',
          `${Tick} ${formatGroupedInteger(wanted)} was asked for; this recording ends at ${tick} ${formatGroupedInteger(frame.lasts)}.`,
        );
      },
      stop: () => undefined,
    };
  },
};
