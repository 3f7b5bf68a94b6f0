import type { Tick } from '../../core/indices.ts';
import type { Answer, Question } from '../../oracle/oracle.ts';
import type { RunConfig } from '../../setup/config.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import type { Machine } from '../../statechart/machine.ts';
import { Population } from '../../statechart/population.ts';
import { isCallTool } from '../../traces/guardSteps.ts';
import { SAY, type TraceCase, type TraceStep } from '../../traces/traces.ts';
import type { Course } from './course.ts';
import type { RecordedInputs } from './loadRecorded.ts';
import type { RecordedParameters } from './recordedParameters.ts';
import { escapeStateName } from './recordedTerms.ts';
import { NEVER_TICK, type Schedule } from './schedule.ts';

/** All but the population's columns, as plain data. */
interface SavedCases {
  readonly next: readonly number[];
  readonly series: readonly number[];
  readonly sealed: Tick;
}

const NO_RECORDED_STEP = 0xffffffff;

/** Recorded cases that are played again, each an agent: nothing is asked, and nothing is left to chance. */
export class RecordedState {
  readonly population: Population;
  readonly cases: readonly TraceCase[];
  readonly course: Course;
  readonly schedule: Schedule;
  /** By case: how many of its steps are done; one more once it has ended. */
  readonly next: Uint32Array;
  readonly families: Families;
  /** The last tick that was played. */
  sealed: Tick = 0;
  /** Calls, messages and failed steps of the last tick. */
  #series: readonly number[] = [0, 0, 0];
  #hasPrices: boolean | null = null;

  constructor(
    readonly config: RunConfig<RecordedParameters>,
    readonly inputs: RecordedInputs,
  ) {
    this.cases = inputs.cases;
    this.course = inputs.course;
    this.schedule = inputs.schedule;
    this.population = new Population(config.agents, 0);
    this.next = new Uint32Array(config.agents);
    this.families = buildCaseFamilies(this.cases);
  }

  get chart(): ChartDefinition {
    return this.course.chart;
  }

  /** A state with the name of an ending got another name only if cases had that ending. */
  wereNamed(states: readonly string[]): boolean {
    const own = this.chart.states as readonly string[];
    const isAlike = (name: string, i: number) => name === states[i] || name === escapeStateName(states[i]);
    return states.length === own.length && new Set(states).size === own.length && own.every(isAlike);
  }

  /** False if every price is 0, which comes of models without a known price. O(steps) at the first call. */
  get hasPrices(): boolean {
    this.#hasPrices ??= this.cases.some(({ steps }) => steps.some(({ usd }) => (usd ?? 0) > 0));
    return this.#hasPrices;
  }

  /** True if texts stay out of documents and event logs. */
  get isRedacted(): boolean {
    return this.config.parameters.redact;
  }

  get decisionCount(): number {
    return 0;
  }

  get failureCount(): number {
    return 0;
  }

  get isOver(): boolean {
    const { endOf } = this.schedule;
    for (let agent = 0; agent < this.cases.length; agent++) {
      const last = this.cases[agent].steps.length + (endOf[agent] === NEVER_TICK ? 0 : 1);
      if (this.next[agent] < last) return false;
    }
    return true;
  }

  questions(): readonly Question[] {
    return [];
  }

  policy(): Answer {
    throw new Error('recorded cases ask nothing');
  }

  apply(tick: Tick, _: readonly Question[], __: readonly Answer[], machine: Machine): void {
    const counts = [0, 0, 0];
    for (const [agent, { steps }] of this.cases.entries()) {
      const i = this.next[agent];
      if (i < steps.length) {
        if (this.schedule.tickOf[this.schedule.first[agent] + i] === tick)
          this.#step(agent, steps[i], machine, counts);
      } else if (i === steps.length && this.schedule.endOf[agent] === tick) {
        this.next[agent]++;
        machine.fire(agent, this.course.endTriggerOf[agent], 0);
      }
    }
    this.#series = counts;
    this.sealed = tick;
  }

  #step(agent: number, step: TraceStep, machine: Machine, counts: number[]): void {
    const number = this.schedule.first[agent] + this.next[agent]++;
    if (step.tool === SAY) counts[1]++;
    else if (isCallTool(step.tool)) counts[0]++;
    if (step.failed) counts[2]++;
    machine.log.entry(...buildStepHashEntry(agent, step));
    if (this.population.state[agent] !== this.course.stateOf[number])
      machine.fire(agent, this.course.triggerOf[number], number + 1);
  }

  deliver(): void {}

  series(): readonly number[] {
    return this.#series;
  }

  /** Case of a step, and its position in it, by its number. */
  placeOf(number: number): readonly [agent: number, position: number] {
    const { first } = this.schedule;
    let [low, high] = [0, first.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (first[middle] <= number) low = middle;
      else high = middle;
    }
    return [low, number - first[low]];
  }

  resolveContext(context: number): unknown {
    if (context === 0) return null;
    const [agent, position] = this.placeOf(context - 1);
    return { step: `${this.cases[agent].id} ${position + 1}`, tool: this.cases[agent].steps[position].tool };
  }

  save(): SavedCases {
    return { next: [...this.next], series: this.#series, sealed: this.sealed };
  }

  restore(saved: unknown): void {
    const { next, series, sealed } = saved as SavedCases;
    this.next.set(next);
    this.#series = series;
    this.sealed = sealed;
  }
}

/** Content of a step under the hash; unknown numbers differ from 0. */
const buildStepHashEntry = (agent: number, step: TraceStep): readonly (number | string)[] => [
  agent,
  step.tool,
  step.argsHash ?? '',
  step.resultHash ?? '',
  step.failed === null ? 2 : Number(step.failed),
  step.at === null ? '' : String(step.at),
  step.tokensIn ?? NO_RECORDED_STEP,
  step.tokensOut ?? NO_RECORDED_STEP,
  step.usd === null ? '' : String(step.usd),
];

/** Senders and receivers by numbers of cases. */
interface Families {
  /** Case that sent each one; -1 for none, and for one that is not among the cases. */
  readonly senderOf: Int32Array;
  /** Cases that each one sent, in their order. */
  readonly sentBy: ReadonlyMap<number, readonly number[]>;
}

/** Senders of the cases; senders in a circle are dropped. O(cases × generations). */
export function buildCaseFamilies(cases: readonly TraceCase[]): Families {
  const numbers = new Map(cases.map(({ id }, c) => [id, c]));
  const senderOf = Int32Array.from(cases, ({ parent }) =>
    parent === null ? -1 : (numbers.get(parent) ?? -1),
  );
  for (let c = 0; c < senderOf.length; c++) {
    const seen = new Set([c]);
    for (let one = senderOf[c]; one >= 0; one = senderOf[one]) {
      if (seen.has(one)) {
        senderOf[c] = -1;
        break;
      }
      seen.add(one);
    }
  }
  const sentBy = new Map<number, number[]>();
  for (const [c, sender] of senderOf.entries()) {
    if (sender < 0) continue;
    const sent = sentBy.get(sender);
    if (sent === undefined) sentBy.set(sender, [c]);
    else sent.push(c);
  }
  return { senderOf, sentBy };
}

/** The cases with those that each one sent right after it. @param weightOf of those that nobody sent: the largest first */
export function sortByFamily(
  { senderOf, sentBy }: Families,
  weightOf: (agent: number) => number,
): readonly number[] {
  const roots = [...senderOf.keys()].filter(c => senderOf[c] < 0);
  roots.sort((a, b) => weightOf(b) - weightOf(a) || a - b);
  const order: number[] = [];
  const waiting = roots.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    waiting.push(...(sentBy.get(next) ?? []).toReversed());
  }
  return order;
}
