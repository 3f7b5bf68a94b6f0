import { inOrder } from '../../engine/changes.ts';
import type { Change } from '../../engine/config.ts';
import type { Openings } from '../life/openings.ts';
import type { Reopening } from '../life/reopening.ts';
import { wordsNow } from '../models/looks.ts';
import type { PageStore } from '../store/pageState.ts';
import { pastTick } from '../store/shown.ts';
import { changeToldBy, sinceWords } from '../words/changeWords.ts';
import type { ReopenLink } from './link.ts';

interface Parts {
  readonly store: PageStore;
  readonly open: Openings['open'];
  readonly replacing: Reopening['replacing'];
  fail(error: unknown): void;
}

/** Runs that go another way from an earlier round on. */
export function branching({ store, open, replacing, fail }: Parts): Pick<ReopenLink, 'branch' | 'fork'> {
  const state = store.getState;
  const fork = async (change: Change): Promise<void> => {
    const { run, head, hash, mixed, notify } = state();
    if (run === null || change.tick > head) return;
    const { Tick, tick } = wordsNow(state());
    if (mixed || run.setup.oracle.kind !== 'policy')
      return notify(
        'note',
        `Only a run that the built-in policy decides can branch off an earlier ${tick}: other answers cannot be had again. Go back to ${Tick} ${head} to change it from there on.`,
      );
    const from = change.tick - 1;
    const kept = run.setup.changes.filter(other => other.tick <= change.tick);
    const setup = { ...run.setup, changes: inOrder([...kept, change]) };
    const words = changeToldBy(state(), change);
    try {
      const isThere = await replacing(
        () => open(setup, {}, head),
        isOpen => isOpen,
        () => `This one branches off after ${Tick} ${from}.`,
      );
      if (!isThere) return;
      const parent = { hash, head, setup: run.setup, columns: run.columns };
      state().setBranch({ from, change: words, since: sinceWords(change, tick), parent });
    } catch (error) {
      fail(error);
    }
  };
  return {
    fork,
    async branch(name, value) {
      const past = pastTick(state());
      if (past !== null) await fork({ tick: Math.max(0, past) + 1, name, value });
    },
  };
}
