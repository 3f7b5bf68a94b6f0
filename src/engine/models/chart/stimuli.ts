import type { Tick } from '../../indices.ts';
import { Random } from '../../random.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';
import { ChartDomain } from './domain.ts';
import { SEED_EVENT } from './words.ts';

const WHETHER = 0;
const WHICH = 1;

/** Events from nowhere: what makes a chart move that only answers. */
export class Stimuli {
  readonly #random: Random;
  /** Per state, the events that it may answer, in definition order. */
  readonly #events: ReadonlyMap<string, readonly string[]>;

  constructor(seed: number, { transitions, states }: ChartDefinition) {
    this.#random = new Random(seed, ChartDomain.stimulus);
    const all = transitions.filter(
      ({ rate, trigger, on }) =>
        rate === undefined && on?.length !== 0 && trigger !== 'timeout' && trigger !== SEED_EVENT,
    );
    const names = states.map(state => (typeof state === 'string' ? state : state.id));
    this.#events = new Map(
      names.map(state => [
        state,
        [
          ...new Set(
            all.flatMap(({ source, trigger, on }) =>
              source === state || source === '*' ? (on ?? [trigger]).map(plain) : [],
            ),
          ),
        ],
      ]),
    );
  }

  /** Gives an agent one of the events that it would answer, with a chance. */
  fire(agent: number, tick: Tick, machine: Machine, chance: number): void {
    if (chance === 0 || this.#random.unit(agent, tick, WHETHER) >= chance) return;
    const events = this.#events.get(machine.chart.states[machine.leaf(agent, 0)]) ?? [];
    const answered = events.filter(event => machine.wouldAnswer(agent, event));
    if (answered.length === 0) return;
    const which = Math.floor(this.#random.unit(agent, tick, WHICH) * answered.length);
    machine.fireEvent(agent, answered[which], 0);
  }
}

/** The event that a descriptor names at least. */
const plain = (descriptor: string): string => descriptor.replace(/\.\*?$/, '');
