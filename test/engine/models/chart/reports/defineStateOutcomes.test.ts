import { describe, expect, it } from 'vitest';
import { nameOutcomeValues } from '../../../../../src/engine/model/outcomeDefinition.ts';
import {
  defineStateOutcomes,
  measureStateOutcomes,
} from '../../../../../src/engine/models/chart/reports/defineStateOutcomes.ts';
import { playRunTicks } from '../../../../../src/engine/run/playRunTicks.ts';
import { compile } from '../../../../../src/engine/statechart/compile.ts';
import type { TransitionDefinition } from '../../../../../src/engine/statechart/definition.ts';
import { openChart, scxml } from '../playing.ts';

const chart = compile({ name: 'c', initial: 'a', states: ['a', 'b'], transitions: [] });

describe('outcomes of the states of a chart', () => {
  it('are its share, its peak with the first tick of that, and the first tick that empties it', () => {
    // Agents in a and b after the ticks 0 to 4.
    const course = [8, 2, 4, 6, 0, 6, 3, 0, 0, 1];
    const values = measureStateOutcomes({ course }, 10, chart.tree);
    expect(values).toEqual([0, 0.8, 0, 2, 0.1, 0.6, 1, 3]);
    expect(defineStateOutcomes(chart).map(({ name }) => name)).toEqual([
      ...['share_in_a', 'peak_in_a', 'peak_tick_in_a', 'emptied_tick_in_a'],
      ...['share_in_b', 'peak_in_b', 'peak_tick_in_b', 'emptied_tick_in_b'],
    ]);
  });

  it('have no tick where nobody has been in a state, or it was never emptied', () => {
    expect(measureStateOutcomes({ course: [5, 0, 5, 0] }, 5, chart.tree)).toEqual([
      1,
      1,
      0,
      null,
      0,
      0,
      null,
      null,
    ]);
  });

  it.each([
    ['sir', 'peak_in_infected'],
    ['sis', 'peak_in_infected'],
  ])('begin, for %s, with %s', async (preset, name) => {
    const { run } = await openChart({ preset, agents: 60, seed: 2 });
    expect(run.outcomes.filter(({ isFirst }) => isFirst).map(one => one.name)).toEqual([name]);
  });

  it('begin with the share of a state that is never left where nothing spreads, and of a spreading one that is never left', () => {
    const first = (transitions: TransitionDefinition[]) =>
      defineStateOutcomes(compile({ name: 'c', initial: 'a', states: ['a', 'b', 'c'], transitions })).find(
        ({ isFirst }) => isFirst,
      )?.name;
    const go = (source: string, target: string, more = {}) => ({ trigger: 'go', source, target, ...more });
    expect(first([go('a', 'b'), go('b', 'c')])).toBe('share_in_c');
    expect(first([go('a', 'b'), go('b', 'a')])).toBeUndefined();
    expect(first([go('a', 'b', { rate: 0.1, per: 'b' })])).toBe('share_in_b');
    expect(first([go('a', 'b', { rate: 0.1, per: 'b' }), go('b', 'c', { rate: 0.1 })])).toBe('peak_in_b');
  });

  it('agree with the rounds of a run', async () => {
    const { run } = await openChart({ preset: 'sir', agents: 200, seed: 2 });
    await playRunTicks(run, { oracle: run.policy, until: 300 });
    const told = nameOutcomeValues(run.outcomes, run.outcomesAt(run.tick));
    const infected = run.machine.chart.states.indexOf('infected');
    const states = run.machine.chart.states.length;
    const counts = Array.from(
      { length: run.tick + 1 },
      (_, tick) => run.counts.data[tick * states + infected]!,
    );
    const most = Math.max(...counts);
    expect(told).toMatchObject({
      share_in_infected: counts.at(-1)! / 200,
      peak_in_infected: most / 200,
      peak_tick_in_infected: counts.indexOf(most),
      emptied_tick_in_infected: counts.findIndex((count, tick) => tick > counts.indexOf(most) && count === 0),
    });
    expect(told.share_in_recovered! + told.share_in_susceptible!).toBe(1);
  });

  it('do not exist for a history, in which no agent is', async () => {
    const { run } = await openChart({ preset: 'watch', agents: 5 });
    const { tree, states } = run.machine.chart;
    expect(tree.histories.length).toBeGreaterThan(0);
    const names = new Set(run.outcomes.map(({ name }) => name));
    for (const [number, state] of states.entries())
      expect([state, names.has(`share_in_${state}`)]).toEqual([state, !tree.histories.includes(number)]);
  });

  it('cover the first thirty states, which a note reports', async () => {
    const many = Array.from({ length: 33 }, (_, i) => `<state id="s${i}"/>`).join('');
    const { run, notes } = await openChart({ agents: 5 }, scxml(many));
    expect(notes).toContain('own.scxml: outcomes cover the first 30 of 33 states');
    expect(run.outcomes.filter(({ name }) => name.startsWith('share_in_'))).toHaveLength(30);
    expect(run.outcomesAt(0)).toHaveLength(run.outcomes.length);
  });
});
