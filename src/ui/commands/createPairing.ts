import { MAX_ROUNDS } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { getHashByRule } from '../../engine/log/hashRule.ts';
import type { RunSource } from '../../workers/protocol/api.ts';
import type { PairCommands } from '../contract/pageCommands.ts';
import type { Ask, RemoteEngine } from '../contract/remoteEngine.ts';
import type { Openings } from '../life/openings.ts';
import { getCurrentAppearance, isRecordedModel } from '../model/getModelAppearance.ts';
import {
  DIFFERENCES_RESOURCE,
  OTHER_TIMELINES_RESOURCE,
  PAIR_OUTCOMES_RESOURCE,
  PAIR_TEXTS_RESOURCE,
} from '../resources/pairResources.ts';
import type { PageState, PageStore, RunPair } from '../state/pageState.ts';

interface PairingParts {
  readonly store: PageStore;
  readonly ask: Ask;
  engine(): RemoteEngine;
  fail(error: unknown, again?: () => void): void;
  /** The user's files of the run on the screen. */
  files(): Files;
  /** Opens a run in place of the one on the screen, which can be brought back. */
  readonly open: Openings['open'];
  readonly runTo: Openings['runTo'];
}

const RESOURCES = [
  DIFFERENCES_RESOURCE,
  PAIR_OUTCOMES_RESOURCE,
  PAIR_TEXTS_RESOURCE,
  OTHER_TIMELINES_RESOURCE,
];

const isPairFinished = (state: PageState): boolean => getCurrentAppearance(state).isOver(state);

/** A second run next to the one on the screen. */
export function createPairing({ store, ask, engine, fail, files, open, runTo }: PairingParts): PairCommands {
  /** Counts the comparisons: only the latest is shown. */
  let count = 0;
  /** Source of the other run. */
  let from: RunSource | null = null;
  let stopAttending = () => {};
  const attend = () => {
    stopAttending();
    const attended = RESOURCES.map(one => one.attend(store, ask));
    const look = () => {
      if (store.getState().pair === null) return stopAttending();
      for (const one of attended) one.changed();
    };
    const unsubscribe = store.subscribe(look);
    stopAttending = () => {
      unsubscribe();
      for (const one of attended) one.stop();
      stopAttending = () => {};
    };
    look();
  };
  const compare = async (source: RunSource, words: RunPair['words'], isOwnB = false): Promise<boolean> => {
    const epoch = store.getState().run?.info.epoch;
    const own = ++count;
    const isWanted = () => own === count && store.getState().run?.info.epoch === epoch;
    try {
      // Recorded cases are compared whole, and looked at whole.
      if (isRecordedModel(store.getState().run?.setup.model ?? '') && !isPairFinished(store.getState()))
        await runTo(MAX_ROUNDS);
      if (!isWanted()) return false;
      const other = await engine().openOther(source, null);
      if (!isWanted()) return false;
      const { recorded, frame } = other;
      const hash = recorded && getHashByRule(recorded.hashRule, frame);
      if (recorded !== null && hash !== null && hash !== recorded.hash)
        store
          .getState()
          .notify(
            'error',
            `${words.other} played again is not the recorded run: hash ${hash.slice(0, 8)} instead of ${recorded.hash.slice(0, 8)}.`,
          );
      from = source;
      store.getState().compareWith(other, words, isOwnB);
      const { head, pair } = store.getState();
      store.getState().showSpan(0, Math.max(1, head, pair?.run.columns.head ?? 0));
      attend();
      return true;
    } catch (error) {
      if (own === count) fail(error, () => void compare(source, words, isOwnB));
      return false;
    }
  };
  const pairLink: PairCommands = {
    compare,
    async compareFile(file) {
      try {
        return await compare(
          { kind: 'document', file: { name: file.name, blob: file } },
          { own: 'this run', other: file.name },
        );
      } catch (error) {
        fail(error);
        return false;
      }
    },
    async swapPair() {
      const { run, head, pair, selection, notify } = store.getState();
      if (run === null || pair === null || from === null) return;
      const isWhole = isRecordedModel(run.setup.model);
      if (!isWhole && (from.kind !== 'setup' || run.setup.oracle.kind !== 'policy'))
        return notify(
          'note',
          'Only runs that the built-in policy decides change places: open the document of the other one to look at it.',
        );
      const own = { kind: 'setup', setup: run.setup, files: files(), rounds: Math.max(0, head) } as const;
      const { words, isOwnB } = pair;
      const { setup, files: its } = from.kind === 'setup' ? from : { ...pair, setup: pair.run.setup };
      const again = () => void pairLink.swapPair();
      if (!(await open(setup, its, Math.max(0, pair.run.columns.head), again))) return;
      await compare(own, { own: words.other, other: words.own }, !isOwnB);
      const { cursor, agents } = selection;
      // Cases of one number are not the same ones.
      if (isWhole) return;
      store
        .getState()
        .select({ agents, cursor: cursor !== null && cursor < store.getState().head ? cursor : null });
    },
    async leavePair() {
      count++;
      store.getState().compareWith(null, { own: '', other: '' }, false);
      await engine().closeOther();
    },
  };
  return pairLink;
}
