import { InputError } from '../../core/errors.ts';
import type { CompiledChart } from '../compiled.ts';
import type { Population } from '../population.ts';
import type { Table } from './table.ts';

/** Most work of an agent until it rests: expressions evaluated, actions, rounds of loops, values handled. */
const MAX_REACTION_WORK = 1_000_000;
/** Most work of all agents in a tick: some seconds. */
const MAX_TICK_WORK = 50_000_000;

/** The machine whose work is counted. */
interface MeteredMachine {
  readonly chart: CompiledChart;
  readonly table: Table;
  readonly population: Population;
  readonly log: { readonly tick: number };
}

/** A chart that never comes to rest, or computes more than a tick may: it ends the run. */
export class ChartOverload extends InputError {
  override readonly name = 'ChartOverload';
  #isPlaced = false;

  /** Adds the line of the innermost content that was at work. */
  placeAt(line: number): void {
    if (!this.#isPlaced) this.message += `, line ${line}`;
    this.#isPlaced = true;
  }
}

/** The names of what is active for an agent: `"a" and "b"`. */
export function describeActiveStates({ chart, table, population }: MeteredMachine, agent: number): string {
  return table
    .leavesIn(population.state[agent])
    .map(state => `"${chart.states[state]}"`)
    .join(' and ');
}

/** Counts the work of a chart in units that are the same on any machine, so that no chart computes for ever. */
export class WorkMeter {
  readonly #machine: MeteredMachine;
  #reaction = 0;
  #tick = 0;
  #inTick = 0;

  constructor(machine: MeteredMachine) {
    this.#machine = machine;
  }

  /** An agent begins to react. */
  begin(): void {
    this.#reaction = 0;
  }

  /** @throws ChartOverload that names the agent, the tick and its states */
  charge(agent: number, units: number): void {
    const { tick } = this.#machine.log;
    if (tick !== this.#tick) {
      this.#tick = tick;
      this.#inTick = 0;
    }
    this.#reaction += units;
    this.#inTick += units;
    if (this.#reaction > MAX_REACTION_WORK) this.#refuse(agent, 'agent', MAX_REACTION_WORK);
    if (this.#inTick > MAX_TICK_WORK)
      this.#refuse(agent, 'all agents together, at last agent', MAX_TICK_WORK);
  }

  #refuse(agent: number, who: string, most: number): never {
    throw new ChartOverload(
      `chart "${this.#machine.chart.definition.name}" computes too much: ${who} ${agent + 1} took more than ${most} steps of work in tick ${this.#tick}, in ${describeActiveStates(this.#machine, agent)}`,
    );
  }
}
