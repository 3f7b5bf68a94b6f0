import type { Tick } from '../../core/indices.ts';
import { Random } from '../../core/random.ts';
import { sampleOption } from '../../core/sampling.ts';
import type { Network } from '../../network/network.ts';
import type { Answer } from '../../oracle/oracle.ts';
import { getSeedSchedule } from '../../setup/changes.ts';
import type { RunConfig } from '../../setup/config.ts';
import type { Quantity } from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';
import type { AskedNow, Asking } from './asking.ts';
import { ChartQuestion, computeEventShares } from './chartQuestion.ts';
import { ChartDecisions } from './decisions.ts';
import { ChartDomain } from './domain.ts';
import { describeChartSituation } from './situation.ts';

/** What deciding needs of a run. */
interface AskingRun {
  readonly asking: Asking;
  readonly config: RunConfig;
  readonly inputs: { readonly network: Network };
}

/** Puts the questions of a chart's agents, and does what is answered. */
export class ChartDecider {
  readonly decisions: ChartDecisions;
  readonly #run: AskingRun;
  /** Where everybody was when the questions were put. */
  #asOf: Uint16Array = new Uint16Array();
  readonly #machine: Machine;
  readonly #policy: Random;
  readonly #choice: Random;

  constructor(run: AskingRun, machine: Machine) {
    this.#run = run;
    this.#machine = machine;
    const chance = getSeedSchedule(run.config);
    this.#policy = new Random(chance, ChartDomain.policy);
    this.#choice = new Random(chance, ChartDomain.choice);
    const states = [...run.asking.states.values()];
    const events = states.flatMap(state => state.events);
    this.decisions = new ChartDecisions(
      states.map(({ state }) => state),
      [...new Set(events)],
    );
  }

  /** One question from each agent that has a choice of at least two events. */
  questions(tick: Tick): readonly ChartQuestion[] {
    const machine = this.#machine;
    // Before the first tick no state has been entered: its actions may set what guards read.
    this.#asOf = tick <= 1 ? new Uint16Array() : machine.population.state.slice();
    if (tick <= 1) return [];
    const questions: ChartQuestion[] = [];
    for (let agent = 0; agent < machine.population.size; agent++) {
      const asked = this.#run.asking.of(machine, agent);
      if (asked !== null && asked.events.length > 1) questions.push(this.#question(agent, tick, asked));
    }
    return questions;
  }

  /** The built-in answer: events by the weights of their transitions. */
  policy({ agent, tick, weights }: ChartQuestion): Answer {
    const probabilities = computeEventShares(weights);
    const option = sampleOption(probabilities, this.#policy.unit(agent, tick, 0));
    return { kind: 'chosen', option, probabilities, source: 'policy' };
  }

  /** @param isFree whether nothing has moved the agent in this tick */
  apply(question: ChartQuestion, answer: Answer, isFree: boolean): void {
    const { agent, tick, events } = question;
    // A guard that threw when the question was put is told of the tick in which it is answered.
    if (!this.#machine.isPlain) this.#run.asking.of(this.#machine, agent);
    const option = this.decisions.read(question, answer, this.#choice.unit(agent, tick, 0));
    this.#machine.log.decided(agent, this.decisions.event.data[this.decisions.count - 1]);
    // A delayed event may have moved it since it was asked.
    if (option < 0 || !isFree || this.#machine.population.state[agent] !== question.configuration) return;
    if (this.#machine.fireEvent(agent, events[option].event, 0) >= 0) this.decisions.hasMoved();
  }

  /** Where a state that asks leaves one event alone there is no choice: it is taken. */
  takeOnly(agent: number): void {
    if (this.#asOf[agent] !== this.#machine.population.state[agent]) return;
    const asked = this.#run.asking.of(this.#machine, agent);
    if (asked?.events.length === 1) this.#machine.fireEvent(agent, asked.events[0].event, 0);
  }

  /** What an agent would be asked next; null where it has no choice. */
  next(agent: number, tick: Tick): ChartQuestion | null {
    const asked = this.#run.asking.of(this.#machine, agent);
    return asked !== null && asked.events.length > 1 ? this.#question(agent, tick, asked) : null;
  }

  #valueOf(agent: number, quantity: Quantity): number {
    if (typeof quantity === 'number') return quantity;
    const value = this.#machine.population.column(quantity.column)?.[agent] ?? 0;
    return Number.isFinite(value) ? value : 0;
  }

  #question(agent: number, tick: Tick, { asking, events }: AskedNow): ChartQuestion {
    const told = { machine: this.#machine, network: this.#run.inputs.network };
    const configuration = this.#machine.population.state[agent];
    const tell = () => describeChartSituation(asking.template, told, agent, tick);
    const weights = events.map(({ weight }) => Math.max(0, this.#valueOf(agent, weight)));
    return new ChartQuestion(agent, tick, asking.state, events, weights, configuration, tell);
  }
}
