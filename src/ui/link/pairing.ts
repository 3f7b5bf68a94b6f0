import type { RunSource } from '../../workers/api.ts';
import {
  DIFFERENCES_RESOURCE,
  OTHER_TIMELINES_RESOURCE,
  PAIR_OUTCOMES_RESOURCE,
} from '../resources/pairResources.ts';
import type { PageStore, RunPair } from '../store/pageState.ts';
import type { PairLink } from './link.ts';
import type { Ask, RemoteEngine } from './remoteEngine.ts';

interface Parts {
  readonly store: PageStore;
  readonly ask: Ask;
  engine(): RemoteEngine;
  fail(error: unknown): void;
}

const RESOURCES = [DIFFERENCES_RESOURCE, PAIR_OUTCOMES_RESOURCE, OTHER_TIMELINES_RESOURCE];

/** Another run beside the one on the screen. */
export function pairing({ store, ask, engine, fail }: Parts): PairLink {
  /** Counts the comparisons: only the latest is shown. */
  let count = 0;
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
    try {
      const other = await engine().openOther(source, null);
      if (own !== count || store.getState().run?.info.epoch !== epoch) return false;
      const { recorded, frame } = other;
      if (recorded !== null && recorded !== frame.hash)
        store
          .getState()
          .notify(
            'error',
            `${words.other} played again is not the recorded run: hash ${frame.hash.slice(0, 8)} instead of ${recorded.slice(0, 8)}.`,
          );
      store.getState().compareWith(other, words, isOwnB);
      attend();
      return true;
    } catch (error) {
      if (own === count) fail(error);
      return false;
    }
  };
  return {
    compare,
    async compareFile(file) {
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return await compare(
          { kind: 'document', file: { name: file.name, bytes } },
          { own: 'this run', other: file.name },
        );
      } catch (error) {
        fail(error);
        return false;
      }
    },
    async leavePair() {
      count++;
      store.getState().compareWith(null, { own: '', other: '' }, false);
      await engine().closeOther();
    },
  };
}
