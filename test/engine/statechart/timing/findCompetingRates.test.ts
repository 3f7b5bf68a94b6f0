import { describe, expect, it } from 'vitest';
import { compileValidChart } from '../../../../src/engine/statechart/compiled.ts';
import type { ChartDefinition, TransitionDefinition } from '../../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import {
  canRegionsLeaveTogether,
  findCompetingRates,
} from '../../../../src/engine/statechart/timing/findCompetingRates.ts';

const way = (source: string, target: string, rest: Partial<TransitionDefinition>): TransitionDefinition => ({
  ...{ trigger: target, source, target },
  ...rest,
});
const chart = (states: ChartDefinition['states'], transitions: readonly TransitionDefinition[]) =>
  findCompetingRates({
    name: 'c',
    initial: typeof states[0] === 'string' ? states[0] : states[0].id,
    states,
    transitions,
  });

describe('rates that compete', () => {
  it('are those of one state, with their sum', () => {
    const found = chart(
      ['a', 'b', 'c'],
      [
        way('a', 'b', { rate: 0.8 }),
        way('a', 'c', { rate: 0.5 }),
        way('b', 'a', { rate: 0.9 }),
        way('a', 'a', {}),
      ],
    );
    expect(found).toEqual([{ state: 'a', transitions: [0, 1], sum: 1.3 }]);
  });

  it('have no fixed sum where one is a column or counts neighbours', () => {
    for (const other of [{ rate: { column: 'pace' } }, { rate: 0.1, per: 'b' }])
      expect(chart(['a', 'b', 'c'], [way('a', 'b', { rate: 0.8 }), way('a', 'c', other)])[0]?.sum).toBeNull();
  });

  it('are also those of the states around, but not those of another region', () => {
    const around = { id: 'around', initial: 'a', states: ['a', 'b'] } as const;
    expect(
      chart([around, 'out'], [way('a', 'b', { rate: 0.6 }), way('around', 'out', { rate: 0.6 })]).map(
        ({ state }) => state,
      ),
    ).toEqual(['a']);
    const regions = {
      id: 'both',
      kind: 'parallel',
      states: [
        { id: 'left', states: ['a', 'b'] },
        { id: 'right', states: ['c', 'd'] },
      ],
    } as const;
    expect(chart([regions], [way('a', 'b', { rate: 0.6 }), way('c', 'd', { rate: 0.6 })])).toEqual([]);
  });
});

describe('regions that may leave their parallel state in one tick', () => {
  const regions = (kind: 'parallel' | 'compound') =>
    [
      {
        id: 'both',
        ...(kind === 'parallel' && { kind }),
        states: [
          { id: 'left', states: ['a', 'b'] },
          { id: 'right', states: ['c', 'd'] },
        ],
      },
      'out',
    ] as unknown as ChartDefinition['states'];
  const clash = (transitions: readonly TransitionDefinition[], kind: 'parallel' | 'compound' = 'parallel') =>
    canRegionsLeaveTogether(
      compileValidChart({ name: 'c', states: regions(kind), initial: 'both', transitions }, HIERARCHY),
    );

  it('are two with rates of which one leads out, or enters its region again', () => {
    const out = way('a', 'out', { rate: 0.1 });
    expect(clash([out, way('c', 'out', { rate: 0.1 })])).toBe(true);
    expect(clash([way('c', 'd', { rate: 0.1 }), out])).toBe(true);
    expect(clash([way('left', 'b', { rate: 0.1 }), way('c', 'd', { rate: 0.1 })])).toBe(true);
  });

  it('do not exist where each stays in its region, only one has rates, or they are never active at once', () => {
    const [stays, beside] = [way('a', 'b', { rate: 0.1 }), way('c', 'd', { rate: 0.1 })];
    expect(clash([stays, beside])).toBe(false);
    expect(clash([way('left', 'b', { rate: 0.1, isInternal: true }), beside])).toBe(false);
    expect(clash([way('a', 'out', { rate: 0.1 }), way('c', 'out', {})])).toBe(false);
    expect(clash([way('both', 'out', { rate: 0.1 })])).toBe(false);
    expect(clash([way('a', 'out', { rate: 0.1 }), way('c', 'out', { rate: 0.1 })], 'compound')).toBe(false);
  });
});
