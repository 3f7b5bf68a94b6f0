import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { createRun, loadSetup } from '../../src/engine/models/openRun.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { buildRunFrame } from '../../src/engine/run/runFrame.ts';
import { ASLEEP, MAX_DOTS } from '../../src/engine/statechart/regionMoves.ts';
import { buildRunInfo } from '../../src/workers/engine/buildRunInfo.ts';
import { findAgentsInState, readStatesAtTick } from '../../src/workers/engine/reading/runReader.ts';

const bundled = async (path: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../public', path)));

async function played(preset: string, ticks: number, agents = 60): Promise<Run> {
  const setup = {
    ...DEFAULT_SETUP,
    model: 'chart',
    preset,
    network: 'small-world',
    agents,
    seed: 1,
    parameters: {},
  };
  const run = createRun(await loadSetup(setup, { bundled, files: {}, isLarge: false }));
  for (let tick = 0; tick < ticks; tick++) await run.step(run.policy, new AbortController().signal);
  return run;
}

describe('the frame of a chart with hierarchy', () => {
  it('has the counts of all states at every level: those of a region sum to the agents in its head', async () => {
    const run = await played('watch', 20);
    const { whole } = buildRunFrame(run, 1, 0);
    const { tree, states } = run.machine.chart;
    const last = whole!.counts.subarray(19 * states.length);
    const count = (name: string) => last[states.indexOf(name)];
    expect(count('alive') + count('dead')).toBe(60);
    expect(count('light')).toBe(count('alive'));
    expect(count('dark') + count('lit')).toBe(count('light'));
    for (const [state, kind] of tree.kind.entries()) {
      if (kind !== 1) continue;
      const inside = tree.children(state).reduce((sum, child) => sum + last[child], 0);
      expect([states[state], inside]).toEqual([states[state], last[state]]);
    }
  });

  it('has the flow of every transition, whichever region is shown', async () => {
    const run = await played('watch', 20);
    const { whole } = buildRunFrame(run, 1, 0);
    run.machine.table.showRegion(2);
    expect(buildRunFrame(run, 1, 0).whole).toEqual(whole);
    const flows = run.flows.data.slice(run.machine.chart.target.length, 21 * run.machine.chart.target.length);
    expect(whole!.flows).toEqual(flows);
  });

  it('has moves in each region that lead from where all begin to where each is', async () => {
    const run = await played('watch', 30);
    const { outline } = (await buildRunInfo(run, 1, [])).chart;
    const agents = run.state.population.size;
    const { regions, states, active } = outline!;
    const leaf = regions.map((_, region) => {
      const first = active.find(state => states[state].kind === 'atomic' && states[state].region === region);
      return new Uint16Array(agents).fill(first ?? ASLEEP);
    });
    const moves = buildRunFrame(run, 1, 0).whole!.moves!;
    for (const [row, agent] of moves.agent.entries()) leaf[moves.region[row]][agent] = moves.leaf[row];
    for (const [region] of regions.entries())
      for (let agent = 0; agent < agents; agent++)
        expect(leaf[region][agent]).toBe(run.machine.leaf(agent, region));
  });

  it('names the transition that moved the region: one out of the state that is left, or around it', async () => {
    const run = await played('watch', 30);
    const { outline } = (await buildRunInfo(run, 1, [])).chart;
    const moves = buildRunFrame(run, 1, 0).whole!.moves!;
    const named = (row: number) => outline!.transitions[moves.transition[row]].trigger;
    const lit = outline!.states.findIndex(({ id }) => id === 'lit');
    const rows = [...moves.leaf.keys()].filter(row => moves.leaf[row] === lit);
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map(named))).toEqual(new Set(['press_b']));
  });

  it('has no moves of more agents than there may be dots, and costs no more than the counts', async () => {
    const run = await played('watch', 2, MAX_DOTS + 1);
    const { whole } = buildRunFrame(run, 1, 0);
    expect(whole!.moves).toBeNull();
    expect(whole!.counts).toHaveLength(2 * run.machine.chart.states.length);
    expect(readStatesAtTick(run, 2).places).toBeUndefined();
  });

  it('lists the agents in a state, of any number and at any level', async () => {
    const run = await played('watch', 3, MAX_DOTS + 1);
    const { states } = run.machine.chart;
    const { counts } = buildRunFrame(run, 1, 0).whole!;
    for (const name of ['alive', 'showing', 'dark', 'last', 'dead'])
      expect(findAgentsInState(run, 3, states.indexOf(name))).toHaveLength(
        counts[2 * states.length + states.indexOf(name)],
      );
    expect(() => findAgentsInState(run, 3, states.length)).toThrow('the chart has no state 18');
  });

  it('lists the places of the past, and since when', async () => {
    const run = await played('watch', 30);
    const { places } = readStatesAtTick(run, 30);
    const agents = run.state.population.size;
    for (let place = 0; place < places!.leaf.length; place++)
      expect(places!.leaf[place]).toBe(run.machine.leaf(place % agents, Math.floor(place / agents)));
    const moves = buildRunFrame(run, 1, 0).whole!.moves!;
    const since = new Int32Array(places!.leaf.length);
    for (const [row, agent] of moves.agent.entries())
      since[moves.region[row] * agents + agent] = moves.tick[row];
    expect(places!.since).toEqual(since);
    expect([...places!.moves.tick].every(tick => tick === 30)).toBe(true);
  });

  it('does not exist for a flat chart', async () => {
    const run = await played('sir', 5);
    expect(buildRunFrame(run, 1, 0).whole).toBeUndefined();
    expect((await buildRunInfo(run, 1, [])).chart.outline).toBeUndefined();
    expect(readStatesAtTick(run, 5).places).toBeUndefined();
  });
});
