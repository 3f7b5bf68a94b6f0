import type { Between } from '../../engine/files/pieces.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Progress } from '../protocol/api.ts';
import { createTimeSlicer } from '../shared/pace.ts';

/** Progress of an opening, and whether it is still wanted. */
export interface OpeningWatch {
  readonly progress: Progress | null;
  isWanted(): boolean;
}

/** Message of an opening that a later one overtook. */
export const SUPERSEDED = 'another run was opened meanwhile';

/** Reads with pauses for messages, and ends if the run is no longer wanted. @param watch absent: nobody can stop it */
export function createOpeningPause({ progress, isWanted }: OpeningWatch = UNWATCHED): Between {
  const rest = createTimeSlicer();
  return async (part, label) => {
    if (!(await rest())) return;
    if (!isWanted()) throw new Error(SUPERSEDED);
    progress?.(part, label);
  };
}

const UNWATCHED: OpeningWatch = { progress: null, isWanted: () => true };

/**
 * Plays the warm-up by the policy, with pauses for messages; stops early when the run is no longer wanted.
 */
export async function playWarmUp(run: Run, { progress, isWanted }: OpeningWatch): Promise<void> {
  const rest = createTimeSlicer();
  await playRunTicks(run, {
    oracle: run.policy,
    until: 0,
    before: isWanted,
    after: async () => {
      if (await rest()) progress?.(1 + run.tick / run.config.warmUp, 'Warming up');
    },
  });
}
