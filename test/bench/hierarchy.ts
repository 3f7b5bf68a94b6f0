import { compile } from '../../src/engine/statechart/compile.ts';
import type { ChartDefinition, TransitionDefinition } from '../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../src/engine/statechart/machine.ts';
import { Population } from '../../src/engine/statechart/population.ts';
import { type AwayStore, type Contender, DRIVE, draw, EDGES, transitionOf } from './workload.ts';

/** What happens to attention, as in the flat chart: one way out for all that is active. */
const attention: readonly TransitionDefinition[] = [
  ...EDGES.filter(({ trigger }) => trigger !== 'logout').map(transitionOf),
  { trigger: 'logout', source: 'active', target: 'idle' },
];

/** A region beside it that hears the same events. */
const mood: readonly TransitionDefinition[] = [
  {
    trigger: 'done',
    source: 'calm',
    target: 'stirred',
    guard: { kind: 'compare', column: 'draw', op: '>', value: 0.9 },
  },
  { trigger: 'rest', source: 'stirred', target: 'weary' },
  { trigger: 'start', source: 'weary', target: 'calm' },
];

const definition: ChartDefinition = {
  name: 'bench with hierarchy',
  initial: 'agent',
  states: [
    {
      id: 'agent',
      kind: 'parallel',
      states: [
        {
          id: 'attention',
          states: [
            'idle',
            {
              id: 'active',
              states: [
                'scrolling',
                'evaluating',
                'composing',
                { id: 'engaging', states: ['engaging_like', 'engaging_reshare', 'engaging_reply'] },
                'resting',
              ],
            },
          ],
        },
        { id: 'mood', states: ['calm', 'stirred', 'weary'] },
      ],
    },
  ],
  transitions: [...attention, ...mood],
};

/** The workload of the flat chart, in the first of two regions of a chart with hierarchy. */
export function withHierarchy(size: number, store: AwayStore): Contender & { readonly remembered: number } {
  const chart = compile(definition);
  const population = new Population(size, 0);
  const draws = population.addFloat('draw');
  const machine = new Machine(chart, population, 0, HIERARCHY, store);
  const trigger = Int32Array.from(chart.states, state => chart.triggerNumber.get(DRIVE[state]) ?? -1);
  let fired = 0;
  return {
    play(from, to) {
      for (let tick = from; tick < to; tick++) {
        machine.beginTick();
        for (let agent = 0; agent < size; agent++) {
          draws[agent] = draw(agent, tick);
          machine.fire(agent, trigger[machine.leaf(agent, 0)], 0);
        }
        fired += size;
      }
    },
    stateOf: agent => chart.states[machine.leaf(agent, 0)],
    /** Share of fires for which the interpreter was not asked. */
    get remembered() {
      return 1 - machine.table.misses / fired;
    },
  };
}
