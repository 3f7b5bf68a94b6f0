import type { Tick } from '../../indices.ts';
import { Random } from '../../random.ts';
import type { Machine } from '../../statechart/machine.ts';
import { ChartDomain } from './domain.ts';
import { SEED_EVENT } from './words.ts';

const WHETHER = 0;
const WHICH = 1;

/** Events from nowhere: what makes a chart move that only answers. */
export class Stimuli {
  readonly #random: Random;
  /** Per configuration, the events that it may answer. */
  readonly #events: (readonly string[] | undefined)[] = [];

  constructor(seed: number) {
    this.#random = new Random(seed, ChartDomain.stimulus);
  }

  /** Gives an agent one of the events that it would answer, with a chance. */
  fire(agent: number, tick: Tick, machine: Machine, chance: number): void {
    if (chance === 0 || this.#random.unit(agent, tick, WHETHER) >= chance) return;
    const configuration = machine.population.state[agent];
    this.#events[configuration] ??= eventsOf(machine, configuration);
    const answered = this.#events[configuration].filter(event => machine.wouldAnswer(agent, event));
    if (answered.length === 0) return;
    const which = Math.floor(this.#random.unit(agent, tick, WHICH) * answered.length);
    machine.fireEvent(agent, answered[which], 0);
  }
}

/** Events that a configuration may answer, in the order of its leaves, from within outward; not what tells of the chart itself. */
function eventsOf({ chart, table }: Machine, configuration: number): readonly string[] {
  const found = new Set<string>();
  for (const leaf of table.leavesIn(configuration))
    for (const { transition } of chart.interpreter.outward(leaf)) {
      const { rate, trigger, on } = chart.definition.transitions[transition];
      if (rate !== undefined || (trigger === 'timeout' && on === undefined)) continue;
      for (const event of (on ?? [trigger]).map(plain))
        if (event !== SEED_EVENT && !OWN.test(event)) found.add(event);
    }
  return [...found];
}

/** Events that only the chart itself gives. */
const OWN = /^(done\.state|error)(\.|$)|^\*?$/;

/** The event that a descriptor names at least. */
const plain = (descriptor: string): string => descriptor.replace(/\.\*?$/, '');
