import type { Tick } from '../../indices.ts';
import type { Network } from '../../network/network.ts';
import type { Answer } from '../../oracle.ts';
import { Random } from '../../random.ts';
import { sample } from '../../sampling.ts';
import type { Quantity } from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';
import type { AskedEvent, Asking, AskingState } from './asking.ts';
import { ChartQuestion } from './chartQuestion.ts';
import { ChartDecisions } from './decisions.ts';
import { ChartDomain } from './domain.ts';
import { situationOf } from './situation.ts';

/** What deciding needs of a run. */
interface Asked {
  readonly asking: Asking;
  readonly config: { readonly seed: number };
  readonly inputs: { readonly network: Network };
}

/** Puts the questions of a chart's agents, and does what is answered. */
export class ChartDecider {
  readonly decisions: ChartDecisions;
  readonly #run: Asked;
  readonly #machine: Machine;
  readonly #policy: Random;
  readonly #choice: Random;

  constructor(run: Asked, machine: Machine) {
    this.#run = run;
    this.#machine = machine;
    this.#policy = new Random(run.config.seed, ChartDomain.policy);
    this.#choice = new Random(run.config.seed, ChartDomain.choice);
    const states = [...run.asking.states.values()];
    const events = states.flatMap(state => state.events.map(({ event }) => event));
    this.decisions = new ChartDecisions(
      states.map(({ state }) => state),
      [...new Set(events)],
    );
  }

  /** One question from each agent that has a choice of at least two events. */
  questions(tick: Tick): readonly ChartQuestion[] {
    const machine = this.#machine;
    // Where there is hierarchy, nobody is anywhere before the first tick.
    if (tick <= 1 && !machine.chart.isFlat) return [];
    const questions: ChartQuestion[] = [];
    for (let agent = 0; agent < machine.population.size; agent++) {
      const plan = this.#planOf(agent);
      if (plan === null) continue;
      const legal = this.#run.asking.legal(machine, agent, plan);
      if (legal.length > 1) questions.push(this.#question(agent, tick, plan, legal));
    }
    return questions;
  }

  /** The built-in answer: events by the weights of their transitions. */
  policy({ agent, tick, events }: ChartQuestion): Answer {
    const probabilities = this.#shares(agent, events);
    const option = sample(probabilities, this.#policy.unit(agent, tick, 0));
    return { kind: 'chosen', option, probabilities, source: 'policy' };
  }

  /** @param isFree whether nothing has moved the agent in this tick */
  apply(question: ChartQuestion, answer: Answer, isFree: boolean): void {
    const { agent, tick, events } = question;
    const { log } = this.#machine;
    const option = this.decisions.read(question, answer, this.#choice.unit(agent, tick, 0));
    log.decided(agent, this.decisions.event.data[this.decisions.count - 1]);
    if (option < 0 || !isFree) return;
    const before = log.rows;
    this.#machine.fireEvent(agent, events[option].event, 0);
    if (log.rows > before) this.decisions.hasMoved();
  }

  /** Where a state that asks leaves one event alone there is no choice: it is taken. */
  takeOnly(agent: number): void {
    const plan = this.#planOf(agent);
    if (plan === null) return;
    const legal = this.#run.asking.legal(this.#machine, agent, plan);
    if (legal.length === 1) this.#machine.fireEvent(agent, legal[0].event, 0);
  }

  /** Whether an agent is in a state that asks. */
  isAsking(agent: number): boolean {
    return this.#planOf(agent) !== null;
  }

  /** What an agent would be asked next; null where it has no choice. */
  next(agent: number, tick: Tick): ChartQuestion | null {
    const plan = this.#planOf(agent);
    const legal = plan && this.#run.asking.legal(this.#machine, agent, plan);
    return plan && legal && legal.length > 1 ? this.#question(agent, tick, plan, legal) : null;
  }

  /** Probabilities of events by their weights; all alike where none has any. */
  #shares(agent: number, events: readonly AskedEvent[]): readonly number[] {
    const weights = events.map(({ weight }) => Math.max(0, this.#valueOf(agent, weight)));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map(weight => (sum > 0 ? weight / sum : 1 / weights.length));
  }

  #valueOf(agent: number, quantity: Quantity): number {
    if (typeof quantity === 'number') return quantity;
    const value = this.#machine.population.column(quantity.column)?.[agent] ?? 0;
    return Number.isFinite(value) ? value : 0;
  }

  #planOf(agent: number): AskingState | null {
    const machine = this.#machine;
    return machine.isOver(agent) ? null : this.#run.asking.planOf(machine, machine.population.state[agent]);
  }

  #question(agent: number, tick: Tick, plan: AskingState, legal: readonly AskedEvent[]): ChartQuestion {
    const { network } = this.#run.inputs;
    const told = { machine: this.#machine, network };
    return new ChartQuestion(agent, tick, plan.state, legal, () =>
      situationOf(plan.template, told, agent, tick),
    );
  }
}
