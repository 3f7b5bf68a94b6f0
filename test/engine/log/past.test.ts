import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Statechart } from '../../../src/engine/embedding/statechart.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { countAgentsByState } from '../../../src/engine/statechart/countAgentsByState.ts';
import { cases } from '../../runs.ts';
import { mixedAnswers } from '../mixedAnswers.ts';
import { openMissions } from '../models/governed/mission.ts';
import { openReaders } from '../models/librarian/reading.ts';
import { openAgents } from '../models/workflow/playing.ts';
import { logRows, open } from '../play.ts';

const busy = { warm_up: 40, activity: 20, posting: 20, attention: 0 };
const RUNS: Readonly<Record<string, (seed: number, depth: number) => Promise<Run>>> = {
  social: (seed, history_depth) =>
    open({ network: 'small-world', agents: 24, seed, parameters: { ...busy, history_depth } }),
  governed: (seed, history_depth) => openMissions({ setup: { seed }, parameters: { history_depth } }),
  librarian: (seed, history_depth) =>
    openReaders({ source: null, setup: { seed }, parameters: { history_depth } }),
  workflow: (seed, history_depth) =>
    openAgents({ setup: { seed, agents: 5 }, parameters: { history_depth } }),
};

const agentsOf = (run: Run) => [...run.machine.population.state.keys()];

async function step(run: Run): Promise<boolean> {
  if (run.state.isOver) return false;
  return run.step(mixedAnswers(run), new AbortController().signal);
}

/** Checks that the past of a run equals a fresh run stopped there. */
function expectSame(run: Run, stopped: Run): void {
  const { past, chart } = run.machine;
  const { population, history } = stopped.machine;
  const columns = past.at(stopped.tick);
  expect(columns.state).toEqual(population.state);
  expect(columns.ticksInState()).toEqual(population.ticksInState);
  const states = chart.states.length;
  const row = (stopped.tick - past.start) * states;
  expect(countAgentsByState(run.machine, columns.state)).toEqual(run.counts.data.slice(row, row + states));
  for (const agent of agentsOf(run)) {
    expect(past.history(agent, stopped.tick, population.historyDepth[agent])).toEqual(history.rows(agent));
    expect(past.stateAt(agent, stopped.tick)).toBe(population.state[agent]);
  }
}

describe.each(Object.keys(RUNS))('the past of a run, %s', model => {
  it('is at every tick what a new run is that was stopped there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.integer({ min: 1, max: 6 }), async (seed, depth) => {
        const [run, stopped] = [await RUNS[model](seed, depth), await RUNS[model](seed, depth)];
        while (run.tick < 70 && (await step(run)));
        do expectSame(run, stopped);
        while (stopped.tick < run.tick && (await step(stopped)));
        // Backwards, and before what is known already.
        const start = await RUNS[model](seed, depth);
        expectSame(run, start);
      }),
      cases(2, 30),
    );
  }, 60_000);

  it('holds every transition, with the states that it left and entered', async () => {
    const run = await RUNS[model](3, 4);
    while (run.tick < 50 && (await step(run)));
    const { past, chart } = run.machine;
    const rows = logRows(run);
    const state = past.at(past.start).state;
    for (const [row, { agent, to }] of rows.entries()) {
      expect(past.stateBefore(agent, row)).toBe(state[agent]);
      state[agent] = chart.stateNumber.get(to)!;
      expect(past.stateAfter(row)).toBe(state[agent]);
    }
    expect(state).toEqual(run.machine.population.state);
    const agents = agentsOf(run).reverse();
    for (const [i, history] of past.histories(agents, run.tick).entries()) {
      const own = rows.filter(({ agent }) => agent === agents[i]);
      expect(history.tick).toEqual(own.map(({ tick }) => tick));
      expect(history.state).toEqual(own.map(({ to }) => chart.stateNumber.get(to)));
      expect(history.context).toEqual(own.map(({ context }) => context));
    }
  });
});

describe('the past', () => {
  it('ends at the sealed tick, and grows as the run does', async () => {
    const run = await RUNS.social(1, 4);
    const { past } = run.machine;
    expect(() => past.at(-39)).toThrow('tick -39 is not between -40 and -40');
    while (run.tick < 0 && (await step(run)));
    expect(past.at(0).state).toEqual(run.machine.population.state);
    expect(() => past.at(1)).toThrow('tick 1');
    expect(() => past.at(0.5)).toThrow('tick 0.5');
    while (run.tick < 40 && (await step(run)));
    expect(past.at(40).state).toEqual(run.machine.population.state);
  });

  it('includes what happened before the first tick', () => {
    const chart = new Statechart({
      name: 'any',
      states: ['a', 'b', 'c'],
      initial: 'a',
      transitions: [
        { trigger: 'go', source: 'a', target: 'b' },
        { trigger: 'out', source: '*', target: 'c' },
      ],
    });
    const machine = chart.populate(2);
    for (const trigger of [0, 1]) machine.fire(1, trigger, 0);
    machine.fire(0, 1, 0);
    expect([0, 1, 2].map(row => machine.past.stateBefore(row === 2 ? 0 : 1, row))).toEqual([0, 1, 0]);
  });
});
