import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../src/engine/models/defaultSetup.ts';
import { Journal } from '../../../../src/engine/oracle/journal.ts';
import { createRemoteDefaults } from '../../../../src/engine/oracle/oracleSetup.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { WorldAnswers } from '../../../../src/workers/engine/worlds/modelWorlds.ts';

const oracle = { ...createRemoteDefaults('openai'), model: 'toy' };
const setupOf = (seed: number) => ({ ...DEFAULT_SETUP, oracle, seed });
const runOf = (tick: number, decisionCount: number) =>
  ({ tick, journal: new Journal(), state: { decisionCount } }) as Run;

it('the answers of a world are found by its set-up, however it was made and whatever it may cost', () => {
  const answers = new WorldAnswers();
  const run = runOf(12, 40);
  answers.keep(setupOf(7), run);
  const { seed, ...rest } = setupOf(7);
  const limits = { ...oracle.limits, callsPerRun: 9 };
  expect(answers.of({ seed, ...rest, oracle: { ...oracle, limits } })?.journal).toBe(run.journal);
  expect(answers.of(setupOf(8))).toBeNull();
});

it('the oldest answers go where there are too many, but never the last', () => {
  const answers = new WorldAnswers(100);
  for (const seed of [1, 2, 3]) answers.keep(setupOf(seed), runOf(5, 40));
  expect([1, 2, 3].map(seed => answers.of(setupOf(seed))?.tick)).toEqual([undefined, 5, 5]);
  answers.keep(setupOf(3), runOf(6, 40));
  expect([2, 3].map(seed => answers.of(setupOf(seed))?.tick)).toEqual([5, 6]);
  answers.keep(setupOf(4), runOf(5, 500));
  expect([2, 3, 4].map(seed => answers.of(setupOf(seed))?.tick)).toEqual([undefined, undefined, 5]);
});
