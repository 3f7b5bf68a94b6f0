import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../../src/engine/statechart/compile.ts';
import { countAgentsByState } from '../../../../src/engine/statechart/countAgentsByState.ts';
import type { ChartDefinition } from '../../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../src/engine/statechart/population.ts';
import { runs } from '../../../runs.ts';
import { randomChart } from '../randomCharts.ts';

/** Attention beside mood; out of both at once. */
const twoRegions: ChartDefinition = {
  name: 'two',
  initial: 'awake',
  states: [
    {
      id: 'awake',
      kind: 'parallel',
      states: [
        { id: 'attention', states: ['scrolling', { id: 'engaging', states: ['liking', 'replying'] }] },
        { id: 'mood', states: ['calm', 'fed_up'] },
      ],
    },
    'asleep',
  ],
  transitions: [
    { trigger: 'see', source: 'scrolling', target: 'engaging' },
    { trigger: 'write', source: 'liking', target: 'replying' },
    { trigger: 'done', source: 'engaging', target: 'scrolling' },
    { trigger: 'see', source: 'calm', target: 'fed_up' },
    { trigger: 'sleep', source: 'awake', target: 'asleep' },
    { trigger: 'wake', source: 'asleep', target: 'awake' },
  ],
};

function machineOf(definition: ChartDefinition, agents = 1): Machine {
  const compiled = compile(definition);
  const population = new Population(agents, compiled.isFlat ? compiled.initial : 0);
  population.addInteger('mood');
  population.addInteger('budget');
  return new Machine(compiled, population, 1, HIERARCHY);
}

describe('a projection', () => {
  it('shows the region with most leaves, and a place for being outside of it', () => {
    const { projection } = machineOf(twoRegions).table;
    expect(projection!.region).toEqual({ shown: 0, names: ['attention', 'mood', null] });
    expect(projection!.places).toEqual(['scrolling', 'liking', 'replying', 'outside attention']);
    const alone = projection!.ways.filter(({ transition }) => transition >= 0);
    const names = alone.map(({ transition, from, to }) => [
      twoRegions.transitions[transition].trigger,
      projection!.places[from],
      projection!.places[to],
    ]);
    expect(names).toEqual([
      ['see', 'scrolling', 'liking'],
      ['write', 'liking', 'replying'],
      ['done', 'liking', 'scrolling'],
      ['done', 'replying', 'scrolling'],
      ['sleep', 'scrolling', 'outside attention'],
      ['sleep', 'liking', 'outside attention'],
      ['sleep', 'replying', 'outside attention'],
      ['wake', 'outside attention', 'scrolling'],
    ]);
  });

  it('shows another region on request', () => {
    const machine = machineOf(twoRegions);
    machine.table.showRegion(1);
    expect(machine.table.projection!.places).toEqual(['calm', 'fed_up', 'outside mood']);
    machine.table.showRegion(2);
    expect(machine.table.projection!.places).toEqual(['awake', 'asleep']);
    expect(() => machine.table.showRegion(3)).toThrow('region 3 is not one of 3');
  });

  it('has a parallel state of its region as a place: agents in it are not outside', () => {
    const within: ChartDefinition = {
      name: 'within',
      initial: 'shift',
      states: [
        {
          id: 'shift',
          kind: 'parallel',
          states: [
            { id: 'work', states: ['waiting', twoRegions.states[0]] },
            { id: 'badge', states: ['on', 'off'] },
          ],
        },
        'home',
      ],
      transitions: [
        { trigger: 'begin', source: 'waiting', target: 'awake' },
        { trigger: 'end', source: 'shift', target: 'home' },
      ],
    };
    const machine = machineOf(within, 4);
    const { names } = machine.table.projection!.region;
    machine.table.showRegion(names.indexOf('work'));
    machine.beginTick();
    machine.fireEvent(0, 'begin', 0);
    machine.fireEvent(1, 'end', 0);
    const { projection } = machine.table;
    expect(projection!.places).toEqual(['waiting', 'awake', 'outside work']);
    expect(projection!.counts(countAgentsByState(machine), 4)).toEqual([2, 1, 1]);
    machine.table.showRegion(names.indexOf(null));
    expect(machine.table.projection!.places).toEqual(['shift', 'home']);
    expect(machine.table.projection!.counts(countAgentsByState(machine), 4)).toEqual([3, 1]);
  });

  it('does not exist for a flat chart', () => {
    const flat: ChartDefinition = { name: 'flat', states: ['a'], initial: 'a', transitions: [] };
    expect(machineOf(flat).table.projection).toBeNull();
  });

  it('has the way of every step, out of the place before and into the one after; its counts sum to the agents', () => {
    fc.assert(
      fc.property(
        randomChart(),
        fc.array(fc.nat(4), { minLength: 1, maxLength: 10 }),
        ({ definition, events }, agents) => {
          const machine = machineOf(definition([]), 5);
          const { population, table, log } = machine;
          const { projection } = table;
          if (projection === null) return;
          machine.beginTick();
          for (const [i, event] of [...events, ...events].entries()) {
            const before = log.rows;
            machine.fireEvent(agents[i % agents.length], event, 0);
            log.forEach(before, log.rows, (_, step) => {
              const { from, to, transitions } = table.step(step);
              const [a, b] = [projection.placeOf(from), projection.placeOf(to)];
              const way = projection.wayOf(step);
              if (a === b) expect(way).toBe(-1);
              else if (projection.ways[way].from >= 0)
                expect([projection.ways[way].from, projection.ways[way].to]).toEqual([a, b]);
              else expect([projection.ways[way].to, transitions.length > 1]).toEqual([b, true]);
            });
            const counts = projection.counts(countAgentsByState(machine), population.size);
            expect(counts.reduce((sum, count) => sum + count, 0)).toBe(population.size);
          }
        },
      ),
      runs(150),
    );
  });
});
