import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/engine/statechart/compile.ts';
import type { ChartDefinition, GuardOperator } from '../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../src/engine/statechart/machine.ts';
import { Population } from '../../../src/engine/statechart/population.ts';

function machineOf(definition: ChartDefinition, size: number, columns: Record<string, number[]> = {}) {
  const population = new Population(size, 0);
  for (const [name, values] of Object.entries(columns)) population.addFloat(name).set(values);
  return new Machine(compile(definition), population, 1, HIERARCHY);
}

const timed: ChartDefinition = {
  name: 'timed',
  states: ['a', 'b', 'c'],
  initial: 'a',
  thresholds: { b: 0, c: { column: 'limit' } },
  transitions: [
    { trigger: 'timeout', source: 'a', target: 'b' },
    { trigger: 'timeout', source: 'b', target: 'c' },
    { trigger: 'timeout', source: 'c', target: 'a' },
  ],
};

describe('timeouts', () => {
  it('fire when ticks in state exceed the threshold of the agent, of the state, of a column', () => {
    const machine = machineOf(timed, 1, { limit: [2] });
    const states: number[] = [];
    for (let tick = 1; tick <= 12; tick++) {
      machine.beginTick();
      machine.fireTimeout(0, 0);
      states.push(machine.population.state[0]);
    }
    // Five ticks are not too many in a, none are in b, two are not in c.
    expect(states).toEqual([0, 0, 0, 0, 0, 1, 2, 2, 2, 0, 0, 0]);
  });

  it('recover an agent that has been stuck for ten ticks', () => {
    const machine = machineOf(timed, 1, { limit: [2] });
    machine.population.setTicksInState(0, 10);
    machine.beginTick();
    expect(machine.fireTimeout(0, 0)).toBe(1);
  });
});

describe('guards as data', () => {
  it.each<[GuardOperator, number[]]>([
    ['<', [0]],
    ['<=', [0, 1]],
    ['>', [2]],
    ['>=', [1, 2]],
    ['==', [1]],
    ['!=', [0, 2, 3]],
  ])('%s compares a column with a constant and with a column, and NaN as JavaScript does', (op, passing) => {
    const definition = (value: number | { column: string }): ChartDefinition => ({
      name: 'guarded',
      states: ['no', 'yes'],
      initial: 'no',
      transitions: [
        { trigger: 'go', source: 'no', target: 'yes', guard: { kind: 'compare', column: 'x', op, value } },
      ],
    });
    for (const value of [5, { column: 'y' }]) {
      const agents = [0, 1, 2, 3];
      const machine = machineOf(definition(value), 4, { x: [4, 5, 6, Number.NaN], y: [5, 5, 5, 5] });
      machine.beginTick();
      for (const agent of agents) machine.fire(agent, 0, 0);
      expect(agents.filter(agent => machine.population.state[agent] === 1)).toEqual(passing);
    }
  });

  it('that name a missing column are reported when the machine is made', () => {
    expect(() => machineOf(timed, 1)).toThrow('column "limit"');
  });
});

describe('history', () => {
  it('keeps the last entries of each agent, first in first out, whatever its depth', () => {
    const toggle: ChartDefinition = {
      name: 'toggle',
      states: ['a', 'b'],
      initial: 'a',
      transitions: [
        { trigger: 't', source: 'a', target: 'b' },
        { trigger: 't', source: 'b', target: 'a' },
      ],
    };
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(4), { maxLength: 300 }),
        (depths, fired) => {
          const population = new Population(depths.length, 0);
          population.historyDepth.set(depths);
          const machine = new Machine(compile(toggle), population, 1, HIERARCHY);
          const rows: number[][] = depths.map(() => []);
          for (const [row, agent] of fired.map(a => a % depths.length).entries()) {
            machine.beginTick();
            machine.fire(agent, 0, 0);
            rows[agent].push(row);
          }
          for (const [agent, depth] of depths.entries())
            expect(machine.history.rows(agent)).toEqual(depth === 0 ? [] : rows[agent].slice(-depth));
        },
      ),
    );
  });
});
