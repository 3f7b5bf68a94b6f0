import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { OracleSetup } from '../../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import type { PageState } from '../../../src/ui/state/pageState.ts';
import {
  createWorldsFromQuestion,
  explainUnplayableWorlds,
  getInitialQuestion,
  listWorldCounts,
} from '../../../src/ui/worlds/worldsQuestion.ts';

const model: OracleSetup = { ...createRemoteDefaults('ollama'), model: 'qwen' };
const stateOf = (oracle: OracleSetup, more: Partial<PageState> = {}) => {
  const setup: Setup = { ...DEFAULT_SETUP, oracle };
  const run = { setup, info: { chart: { initial: 'idle' } } };
  return { run, worlds: null, mixed: false, head: 12, branch: null, ...more } as PageState;
};

it('worlds of the policy and of a language model can be requested, but not those of two deciders, nor of a model’s answers again', () => {
  const question = { worlds: 200 };
  expect(explainUnplayableWorlds(stateOf({ kind: 'policy' }), question)).toBeNull();
  expect(explainUnplayableWorlds(stateOf(model), question)).toBeNull();
  expect(explainUnplayableWorlds(stateOf({ kind: 'replay' }), question)).toContain(
    'A replay repeats one run',
  );
  const replay = stateOf({ kind: 'replay' });
  const repeats = (hash: string) => ({
    ...replay,
    run: { ...replay.run!, info: { ...replay.run!.info, repeats: hash } },
  });
  expect(explainUnplayableWorlds({ ...repeats('abc'), hash: 'abc' }, question)).toBeNull();
  // The hash of an old document.
  expect(
    explainUnplayableWorlds({ ...repeats('abc'), hash: 'new', hashFromZeros: 'abc' }, question),
  ).toBeNull();
  expect(explainUnplayableWorlds({ ...repeats('abc'), hash: 'another' }, question)).toContain(
    'at its end and unchanged',
  );
  expect(explainUnplayableWorlds(stateOf(model, { mixed: true }), question)).toContain(
    'More than one has decided',
  );
});

it('new draws from a round on require a run that is the same each time', () => {
  const branch = { from: 3, parent: { setup: DEFAULT_SETUP } } as PageState['branch'];
  for (const question of [{ worlds: 20, from: 4 }, { worlds: 20, isAgainstUnchanged: true } as const]) {
    expect(explainUnplayableWorlds(stateOf(model, { branch }), question)).toContain(
      'a language model’s is not',
    );
    expect(explainUnplayableWorlds(stateOf({ kind: 'policy' }, { branch }), question)).toBeNull();
  }
  expect(explainUnplayableWorlds(stateOf({ kind: 'policy' }), { worlds: 20, from: 13 })).toContain(
    'play on first',
  );
});

it('a run in which nothing was changed has nothing to be played against', () => {
  const question = { worlds: 20, isAgainstUnchanged: true } as const;
  const changes = [{ tick: 1, name: 'liking', value: 3 }];
  const changed = (tick: number) => {
    const state = stateOf({ kind: 'policy' });
    const setup = { ...state.run!.setup, changes: changes.map(change => ({ ...change, tick })) };
    return { ...state, run: { ...state.run!, setup } };
  };
  expect(explainUnplayableWorlds(stateOf({ kind: 'policy' }), question)).toContain('Nothing was changed');
  // One that no round has had yet.
  expect(explainUnplayableWorlds(changed(13), question)).toContain('Nothing was changed');
  expect(explainUnplayableWorlds(changed(1), question)).toBeNull();
});

it('a change is played in new societies or after the run’s own past, as the question says', () => {
  const state = stateOf({ kind: 'policy' });
  const change = { tick: 1, name: 'liking', value: 3 };
  const setup = { ...state.run!.setup, changes: [change] };
  const info = {
    epoch: 1,
    chart: { initial: 'idle', states: ['idle'] },
    outcomes: [{ name: 'posts' }],
    parameters: [],
  };
  const run = { setup, info } as unknown as NonNullable<PageState['run']>;
  const planOf = (from: number | null) =>
    createWorldsFromQuestion({ ...state, run }, run, { worlds: 20, isAgainstUnchanged: true, from }, null);
  for (const from of [null, 1]) {
    const { plan, change: words, baseArm } = planOf(from);
    expect(plan.from).toBe(from);
    expect(plan.arms.map(arm => arm.setup.changes)).toEqual([[], [change]]);
    expect(plan.arms[1].label).toBe('1:liking:3');
    expect([words, baseArm]).toEqual(['liking 3', 1]);
  }
});

it('only the policy is compared with a model', () => {
  const question = { worlds: 20, isAgainstPolicy: true } as const;
  expect(explainUnplayableWorlds(stateOf(model), question)).toBeNull();
  expect(explainUnplayableWorlds(stateOf({ kind: 'policy' }), question)).toBe(
    'The built-in policy decides already.',
  );
});

it('a model is asked for twenty worlds at first, however many the policy would play', () => {
  expect(getInitialQuestion(stateOf(model), { worlds: 200 })).toEqual({ worlds: 20 });
  expect(getInitialQuestion(stateOf(model), { worlds: 5 })).toEqual({ worlds: 5 });
  expect(
    getInitialQuestion(stateOf(model, { worlds: {} as PageState['worlds'] }), { worlds: 200 }).worlds,
  ).toBe(200);
  expect(getInitialQuestion(stateOf({ kind: 'policy' }), { worlds: 200 })).toEqual({ worlds: 200 });
});

it('the menu of numbers of worlds goes up to what a page plays of all set-ups, and has the present number', () => {
  const countsOf = (arms: number, worlds: number, asking: object | null = null) =>
    listWorldCounts({ plan: { arms: Array.from({ length: arms }), worlds }, asking } as never);
  expect(countsOf(1, 200).at(-1)).toBe(20_000);
  expect(countsOf(2, 200).at(-1)).toBe(10_000);
  expect(countsOf(9, 20).at(-1)).toBe(2000);
  expect(countsOf(1, 40)).toContain(40);
  expect(countsOf(1, 20, { soFar: null, asked: null })).toEqual([5, 10, 20, 50, 200]);
});
