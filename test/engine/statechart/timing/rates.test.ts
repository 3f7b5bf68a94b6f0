import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/engine/core/random.ts';
import { buildTriggerLines } from '../../../../src/engine/explain/getAgentDetail.ts';
import { compile } from '../../../../src/engine/statechart/compile.ts';
import { stateDistribution } from '../../../../src/engine/statechart/countAgentsByState.ts';
import type { ChartDefinition, TransitionDefinition } from '../../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../src/engine/statechart/population.ts';

const AGENTS = 100_000;

const to = (target: string, rate: TransitionDefinition['rate'], rest: object = {}): TransitionDefinition => ({
  ...{ trigger: target, source: 'open', target },
  ...(rate !== undefined && { rate }),
  ...rest,
});

/** Agents with a column `pace` of 0.9 after one tick of these transitions, in the order in which they are written. */
function drawn(transitions: readonly TransitionDefinition[], isFirstAhead = false) {
  const definition: ChartDefinition = {
    name: 'c',
    initial: 'open',
    states: ['open', 'a', 'b', 'c'],
    transitions,
  };
  const population = new Population(AGENTS, 0);
  population.addFloat('pace').fill(0.9);
  const machine = new Machine(compile(definition), population, 1, HIERARCHY);
  machine.rates.isFirstAhead = isFirstAhead;
  const random = new Random(11, 99);
  machine.beginTick();
  for (let agent = 0; agent < AGENTS; agent++) machine.drawRates(agent, random);
  machine.log.seal();
  return { machine, shares: Object.values(stateDistribution(machine)).map(count => count / AGENTS) };
}

/** Whether shares are these within four standard errors. */
function expectShares(shares: readonly number[], expected: readonly number[]) {
  for (const [i, p] of expected.entries())
    expect(Math.abs(shares[i]! - p)).toBeLessThanOrEqual(4 * Math.sqrt((p * (1 - p)) / AGENTS));
}

describe('rates out of one state', () => {
  it.each([
    [
      [to('a', 0.8), to('b', 0.6)],
      [0, 0.8 / 1.4, 0.6 / 1.4, 0],
    ],
    [
      [to('b', 0.6), to('a', 0.8)],
      [0, 0.8 / 1.4, 0.6 / 1.4, 0],
    ],
    [
      [to('a', 0.2), to('b', 0.3), to('c', 0.1)],
      [0.4, 0.2, 0.3, 0.1],
    ],
    [
      [to('c', 1), to('a', 1), to('b', { column: 'pace' })],
      [0, 1 / 2.9, 0.9 / 2.9, 1 / 2.9],
    ],
  ])(
    'win with their probability, or with their share of a sum above 1, in whatever order they stand: %#',
    (ways, shares) => {
      expectShares(drawn(ways).shares, shares);
    },
  );

  it('leave out those whose guards do not hold before they are summed', () => {
    const guard = { kind: 'compare', column: 'pace', op: '<', value: 0.5 } as const;
    expectShares(drawn([to('a', 0.8, { guard }), to('b', 0.6), to('c', 0.6)]).shares, [0, 0, 0.5, 0.5]);
    expectShares(drawn([to('a', 0.8, { guard }), to('b', 0.6)]).shares, [0.4, 0, 0.6, 0]);
  });

  it('gave all to the first ones before version 0.7', () => {
    expectShares(drawn([to('a', 0.8), to('b', 0.6)], true).shares, [0, 0.8, 0.2, 0]);
    expect(drawn([to('a', 0.2), to('b', 0.3)], true).shares).toEqual(
      drawn([to('a', 0.2), to('b', 0.3)]).shares,
    );
  });

  it('are noted with the shares that the others leave them', () => {
    const { machine } = drawn([to('a', 0.8), to('b', 0.6)]);
    machine.population.state[0] = 0;
    expect(buildTriggerLines(machine, 0).map(({ reason }) => reason)).toEqual([
      '0.8 a tick; with the others, which sum to more than 1, 57.1 %',
      '0.6 a tick; with the others, which sum to more than 1, 42.9 %',
    ]);
  });
});
