import type { ParameterValue } from '../../engine/config.ts';
import type { Openings } from '../life/openings.ts';
import type { Reopening } from '../life/reopening.ts';
import { wordsNow } from '../models/looks.ts';
import { valueWords } from '../run/changes.ts';
import type { PageStore } from '../store/pageState.ts';
import { pastTick } from '../store/shown.ts';
import { inTicks } from '../words/words.ts';

interface Parts {
  readonly store: PageStore;
  readonly open: Openings['open'];
  readonly replacing: Reopening['replacing'];
  fail(error: unknown): void;
}

/** Runs that go another way from an earlier round on. */
export function branching({ store, open, replacing, fail }: Parts) {
  const state = store.getState;
  return {
    /**
     * Plays the run again with another value of a parameter from the round after the one that is looked at, up to where the
     * run itself is. That one can be brought back.
     */
    async branch(name: string, value: ParameterValue): Promise<void> {
      const { run, head, hash, mixed, notify } = state();
      const past = pastTick(state());
      if (run === null || past === null) return;
      const { Tick, tick } = wordsNow(state());
      if (mixed || run.setup.oracle.kind !== 'policy')
        return notify(
          'note',
          `Only a run that the built-in policy decides can branch off an earlier ${tick}: other answers cannot be had again. Go back to ${Tick} ${head} to change it from there on.`,
        );
      const parameter = run.info.parameters.find(other => other.name === name);
      const from = Math.max(0, past);
      const kept = run.setup.changes.filter(change => change.tick <= from);
      const setup = { ...run.setup, changes: [...kept, { tick: from + 1, name, value }] };
      try {
        const isThere = await replacing(
          () => open(setup, {}, head),
          isOpen => isOpen,
          () => `This one branches off after ${Tick} ${from}.`,
        );
        if (!isThere) return;
        const unit = parameter ? inTicks(parameter.unit, tick) : '';
        const words = parameter ? `${parameter.label} ${valueWords(parameter, value)} ${unit}`.trim() : name;
        state().setBranch({
          from,
          change: words,
          parent: { hash, head, setup: run.setup, columns: run.columns },
        });
      } catch (error) {
        fail(error);
      }
    },
  };
}
