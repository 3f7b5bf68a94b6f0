import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../../src/engine/statechart/compile.ts';
import { readXStateChart } from '../../../../src/engine/statechart/formats/readXStateChart.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../src/engine/statechart/population.ts';
import { cases, LONG_TIMEOUT } from '../../../runs.ts';
import { type RandomMachine, randomMachine } from '../randomMachines.ts';
import { XStateActor } from '../xstateActor.ts';

/** Our machine playing a configuration; a tick is a second. */
class Own {
  readonly notes: string[] = [];
  readonly #machine: Machine;
  readonly #root: string | null;

  constructor({ config }: Pick<RandomMachine, 'config'>) {
    const { definition } = readXStateChart(JSON.parse(JSON.stringify(config)), {
      implementations: { action: name => () => void this.notes.push(name) },
    });
    this.#root = definition.machine === undefined ? (config as { id: string }).id : null;
    const chart = compile(definition);
    const population = new Population(1, chart.isFlat ? chart.initial : 0);
    population.addInteger('mood');
    population.addInteger('budget');
    this.#machine = new Machine(chart, population, 1, HIERARCHY);
    this.#machine.beginTick();
  }

  get told() {
    const { table, population, chart } = this.#machine;
    const states = table.configuration(population.state[0]).active.map(state => chart.states[state]);
    const column = (name: string) => population.column(name)?.[0];
    return {
      active: [...(this.#root === null ? [] : [this.#root]), ...states],
      isDone: this.#machine.isOver(0),
      context: { mood: column('mood'), budget: column('budget') },
    };
  }

  fire(event: string): void {
    this.#machine.fireEvent(0, event, 0);
  }

  pass(): void {
    this.#machine.log.seal();
    this.#machine.beginTick();
  }
}

describe('a machine of XState 5.33', () => {
  it(
    'behaves here as it does there: active states, end, context, actions in their order',
    () => {
      fc.assert(
        fc.property(randomMachine(), machine => {
          const own = new Own(machine);
          const other = new XStateActor(machine.config, machine.paths, machine.names);
          // A run has begun when its first tick comes.
          let time = 1;
          other.passTo(1000);
          expect(own.told).toEqual(other.told);
          for (const happening of machine.happenings) {
            if ('event' in happening) {
              own.fire(happening.event);
              other.fire(happening.event);
            } else
              for (let i = 0; i < happening.ticks; i++) {
                own.pass();
                other.passTo(++time * 1000);
              }
            expect(own.told).toEqual(other.told);
            expect(own.notes).toEqual(other.notes);
          }
        }),
        cases(500, 50_000),
      );
    },
    Math.max(LONG_TIMEOUT, 60_000),
  );
});
