import type { Tick } from '../../core/indices.ts';
import { Random } from '../../core/random.ts';
import { sampleOption } from '../../core/sampling.ts';
import { addChartColumns } from '../../network/chartColumns.ts';
import { type CountedStates, countNeighbours } from '../../network/countNeighbours.ts';
import type { Network } from '../../network/network.ts';
import type { Answer, Question } from '../../oracle/oracle.ts';
import type { RunConfig } from '../../setup/config.ts';
import { getSeedSchedule } from '../../setup/setupChanges.ts';
import { compileValidChart } from '../../statechart/compiled.ts';
import {
  type ChartDefinition,
  getNeighbourCountColumn,
  isTimedTransition,
  type Quantity,
  type TransitionDefinition,
} from '../../statechart/definition.ts';
import { HIERARCHY } from '../../statechart/hierarchy/hierarchy.ts';
import type { Machine } from '../../statechart/machine.ts';
import { type AgentColumn, Population } from '../../statechart/population.ts';
import { CAUSES, type Cause, SEED_EVENT } from './bundledCharts.ts';
import { type AskedNow, ChartAsking } from './chartAsking.ts';
import { ChartDecisions, ChartQuestion, computeEventShares, type SavedDecisions } from './chartDecisions.ts';
import { ChartDomain } from './chartDomain.ts';
import type { ChartParameters } from './chartParameters.ts';
import { type ChartInputs, describeChartSituation } from './loadChart.ts';
import { OutsideEvents } from './outsideEvents.ts';
import { Stimuli } from './stimuli.ts';

const SEEDING = 0;

/** All but the population's columns, as plain data. */
interface SavedChart {
  readonly series: readonly number[];
  readonly parameters: ChartParameters;
  readonly isOver: boolean;
  readonly decisions?: SavedDecisions;
}

/** Agents that follow one chart on a network, and what happens to them in a tick. */
export class ChartState {
  readonly population: Population;
  readonly chart: ChartDefinition;
  readonly #random: Random;
  readonly outside: OutsideEvents;
  readonly stimuli: Stimuli;
  readonly #rest: Rest;
  /** Cause of each transition, an index into CAUSES. */
  readonly #cause: readonly number[];
  #parameters: ChartParameters;
  #series = createCauseCounts();
  #machine: Machine | null = null;
  readonly #counted: CountedStates = new Map();
  /** Null if no state of the chart asks. */
  #decider: ChartDecider | null = null;
  readonly hierarchy = HIERARCHY;
  readonly asking: ChartAsking;
  isOver = false;

  constructor(
    readonly config: RunConfig<ChartParameters>,
    readonly inputs: ChartInputs,
  ) {
    const { definition } = inputs;
    this.chart = definition;
    this.#parameters = config.parameters;
    const compiled = compileValidChart(definition, HIERARCHY);
    // With hierarchy, the first reached configuration.
    this.population = new Population(config.agents, compiled.isFlat ? compiled.initial : 0);
    const isWeighted = inputs.network.weights !== null && !this.#parameters.weights_as_before;
    addChartColumns(this.population, definition, isWeighted);
    this.#fillColumns();
    const chance = getSeedSchedule(config);
    this.#random = new Random(chance, ChartDomain.rates);
    this.outside = new OutsideEvents(compiled, this.#parameters.own_events_by_chance);
    this.stimuli = new Stimuli(chance, this.outside);
    this.asking = new ChartAsking(definition, this.outside);
    this.#rest = new Rest(this.stimuli, this.asking);
    this.#cause = definition.transitions.map(transition => CAUSES.indexOf(getTransitionCause(transition)));
  }

  playedOn(machine: Machine): void {
    this.#machine = machine;
    machine.rates.isFirstAhead = this.#parameters.first_rate_wins;
    if (this.asking.states.size > 0) this.#decider = new ChartDecider(this, machine);
  }

  get decisions(): ChartDecisions | null {
    return this.#decider?.decisions ?? null;
  }

  get decisionCount(): number {
    return this.decisions?.count ?? 0;
  }

  get failureCount(): number {
    return this.decisions?.failures ?? 0;
  }

  adopt(parameters: ChartParameters): void {
    const before = this.#parameters;
    this.#parameters = parameters;
    this.#fillColumns(before);
  }

  resolveContext(): unknown {
    return null;
  }

  questions(tick: Tick): readonly ChartQuestion[] {
    return this.#decider?.questions(tick) ?? [];
  }

  policy(question: Question): Answer {
    if (this.#decider === null) throw new Error('a chart in which no state asks has no policy');
    return this.#decider.policy(question as ChartQuestion);
  }

  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void {
    const seeds = tick === 1 ? this.#seeds() : null;
    if (tick === 1) countNeighbours(this.inputs.network, machine, this.#counted);
    this.#series = createCauseCounts();
    const { log, population } = machine;
    let asked = 0;
    for (let agent = 0; agent < population.size; agent++) {
      const before = log.rows;
      const question = questions[asked] as ChartQuestion | undefined;
      const isAsked = question?.agent === agent;
      if (seeds?.has(agent)) machine.fireEvent(agent, SEED_EVENT, 0);
      if (isAsked) this.#decider!.apply(question, answers[asked++], log.rows === before);
      else if (log.rows === before) this.#decider?.takeOnly(agent);
      if (log.rows === before) machine.drawRates(agent, this.#random);
      if (log.rows === before) this.stimuli.fire(agent, tick, machine, this.#parameters.stimulus);
      if (log.rows === before) machine.fireTimeout(agent, 0);
    }
  }

  /** Counts what the tick held: what came by itself as well. */
  deliver(tick: Tick, machine: Machine): void {
    const { log } = machine;
    log.forEach(...log.range(tick), (_, step) => {
      this.#series[this.#cause[machine.table.step(step).transitions[0]]]++;
    });
    countNeighbours(this.inputs.network, machine, this.#counted);
    const isToChange = this.config.changes.some(change => change.tick > tick);
    this.isOver = !isToChange && this.#rest.isReached(machine, this.#parameters.stimulus);
  }

  /** Chance of an event a tick. */
  get stimulus(): number {
    return this.#parameters.stimulus;
  }

  /** Share of the agents that is seeded. */
  get seeded(): number {
    return this.#parameters.seeded;
  }

  /** Below `seeded` it gets the event `seed` in the first tick. */
  seedDraw(agent: number): number {
    return this.#random.unit(agent, 0, SEEDING, 1);
  }

  /** The events that may come to an agent by chance now. */
  eventsOf(agent: number): readonly string[] {
    const events = this.stimuli.eventsOf(this.machine, this.population.state[agent]);
    return events.filter(event => this.machine.wouldAnswer(agent, event));
  }

  /** An agent's question in the next tick; null if it has no choice. */
  nextQuestion(agent: number): ChartQuestion | null {
    return this.#decider?.next(agent, this.machine.log.tick + 1) ?? null;
  }

  series(): readonly number[] {
    return this.#series;
  }

  /** The machine that plays the run. */
  get machine(): Machine {
    return this.#machine!;
  }

  save(): SavedChart {
    const decisions = this.decisions?.save();
    return {
      series: this.#series,
      parameters: this.#parameters,
      isOver: this.isOver,
      ...(decisions && { decisions }),
    };
  }

  restore({ series, parameters, isOver, decisions }: SavedChart): void {
    if (decisions) this.decisions?.restore(decisions);
    this.#series = [...series];
    this.#parameters = parameters;
    this.isOver = isOver;
    this.#counted.clear();
  }

  /** Agents that get the event `seed`: each by its own draw, and if all draws fail the one that was nearest to it. */
  #seeds(): ReadonlySet<number> {
    const { seeded } = this.#parameters;
    const seeds = new Set<number>();
    let nearest = 0;
    let least = 1;
    for (let agent = 0; agent < this.population.size && seeded > 0; agent++) {
      const draw = this.seedDraw(agent);
      if (draw < seeded) seeds.add(agent);
      if (draw < least) [nearest, least] = [agent, draw];
    }
    // A share that chance leaves empty would be a run in which nothing ever happens.
    return seeded > 0 && seeds.size === 0 ? seeds.add(nearest) : seeds;
  }

  /** Sets the columns of parameters that have another value than before; a chart may have set the others itself. */
  #fillColumns(before: Partial<ChartParameters> = {}): void {
    for (const [name, value] of Object.entries(this.#parameters))
      if (before[name as keyof ChartParameters] !== value) this.population.column(name)?.fill(Number(value));
  }
}

/** Parts of a run that deciding uses. */
interface AskingRun {
  readonly asking: ChartAsking;
  readonly config: RunConfig;
  readonly inputs: { readonly network: Network };
}

/** Puts the questions of a chart's agents, and does what is answered. */
class ChartDecider {
  readonly decisions: ChartDecisions;
  readonly #run: AskingRun;
  /** Everybody's state at the time of the questions. */
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
    // A guard that threw at the time of the question is reported for the tick of the answer.
    if (!this.#machine.isPlain) this.#run.asking.of(this.#machine, agent);
    const option = this.decisions.read(question, answer, this.#choice.unit(agent, tick, 0));
    this.#machine.log.decided(agent, this.decisions.event.data[this.decisions.count - 1]);
    // A delayed event may have moved it since it was asked.
    if (option < 0 || !isFree || this.#machine.population.state[agent] !== question.configuration) return;
    if (this.#machine.fireEvent(agent, events[option].event, 0) >= 0) this.decisions.hasMoved();
  }

  /** If an asking state leaves one event alone there is no choice: it is taken. */
  takeOnly(agent: number): void {
    if (this.#asOf[agent] !== this.#machine.population.state[agent]) return;
    const asked = this.#run.asking.of(this.#machine, agent);
    if (asked?.events.length === 1) this.#machine.fireEvent(agent, asked.events[0].event, 0);
  }

  /** An agent's next question; null if it has no choice. */
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
    const report = { machine: this.#machine, network: this.#run.inputs.network };
    const configuration = this.#machine.population.state[agent];
    const tell = () => describeChartSituation(asking.template, report, agent, tick);
    const weights = events.map(({ weight }) => Math.max(0, this.#valueOf(agent, weight)));
    return new ChartQuestion(agent, tick, asking.state, events, weights, configuration, tell);
  }
}

/** Cause of an agent's transition. */
function getTransitionCause({ per, rate, trigger, on }: TransitionDefinition): Cause {
  if (per !== undefined) return 'neighbours';
  if (rate !== undefined) return 'rates';
  return trigger === 'timeout' && on === undefined ? 'timeouts' : 'events';
}

/** A count of zero for each cause. */
const createCauseCounts = (): number[] => CAUSES.map(() => 0);

/** Possible events of a configuration. */
interface Prospect {
  /** Without anybody else, at any stimulus. */
  readonly moves: boolean;
  /** Once an event comes by chance. */
  readonly answers: boolean;
  /** Number of neighbours in states from which something spreads to it. */
  readonly neighbours: readonly AgentColumn[];
}

/** Checks if a run is at rest: no state that agents are in can change, and no event is pending. */
class Rest {
  readonly #stimuli: Stimuli;
  readonly #asking: ChartAsking;
  readonly #prospects: (Prospect | undefined)[] = [];

  constructor(stimuli: Stimuli, asking: ChartAsking) {
    this.#stimuli = stimuli;
    this.#asking = asking;
  }

  isReached(machine: Machine, stimulus: number): boolean {
    if (machine.macrosteps.timers.soonest !== null) return false;
    return machine.population.state.every((configuration, agent) => {
      if (machine.isOver(agent)) return true;
      this.#prospects[configuration] ??= this.#prospectOf(machine, configuration);
      const { moves, answers, neighbours } = this.#prospects[configuration];
      return !moves && !(answers && stimulus > 0) && neighbours.every(column => column[agent] === 0);
    });
  }

  #prospectOf(machine: Machine, configuration: number): Prospect {
    const { table, chart, population } = machine;
    const out = table
      .leavesIn(configuration)
      .flatMap(leaf => [...chart.interpreter.outward(leaf)])
      .map(({ transition }) => chart.definition.transitions[transition]);
    return {
      moves:
        out.some(isSpontaneousTransition) ||
        this.#asking.plansOf(machine, configuration).some(({ events }) => events.length > 0),
      answers: this.#stimuli.eventsOf(machine, configuration).length > 0,
      neighbours: out.flatMap(({ per }) =>
        per === undefined ? [] : [population.column(getNeighbourCountColumn(per))!],
      ),
    };
  }
}

/** True if a transition may be taken without an event and without neighbours. */
const isSpontaneousTransition = (transition: TransitionDefinition): boolean => {
  const { rate, per, on } = transition;
  if (rate !== undefined) return per === undefined && rate !== 0;
  return isTimedTransition(transition) || on?.length === 0;
};
