import { OracleHalt } from '../../engine/core/errors.ts';
import type { Tick } from '../../engine/core/indices.ts';
import type { Prompt } from '../../engine/oracle/formats/prompt.ts';
import type { Answer, DecisionForm, Oracle, OracleRecord, Question } from '../../engine/oracle/oracle.ts';
import type {
  KinError,
  OracleReport,
  OrderSensitivity,
  ServerReport,
  Wait,
} from '../../engine/oracle/oracleReport.ts';
import { isLocalOracle, type Limits } from '../../engine/oracle/oracleSetup.ts';
import type { Reply } from '../client/ask.ts';
import { Breaker } from '../client/limits/breaker.ts';
import { Budget, type Spent } from '../client/limits/budget.ts';
import { CostMeter } from '../client/limits/costMeter.ts';
import { Waits } from '../client/limits/withCallDeadline.ts';
import { askQuestionRound, measureGroupError, measureOrderSensitivity } from '../client/measure.ts';
import {
  createMeasuringAsk,
  createMeasuringGroupAsk,
  createTrialAsk,
  toGroupManner,
} from '../client/pipeline.ts';
import { SharedPlaces } from '../client/sharedPlaces.ts';
import { createModelAccess, type ModelNeeds } from '../http/createModelAccess.ts';
import { buildModelRecord, type LimitChange } from '../recording/buildModelRecord.ts';
import type { Recording } from '../recording/recording.ts';
import { type Connected, connectModelServers } from './connectModelServers.ts';

const LATE_ANSWER: Answer = { kind: 'late' };

export type { ModelNeeds } from '../http/createModelAccess.ts';

/** A resumed run with its last oracle. */
type Resumed = Pick<Recording, 'rounds' | 'oracle' | 'limits'>;

/** A language model, behind servers or in this browser, for one run. Nothing is sent before the first question. */
export class ModelOracle implements Oracle {
  readonly #needs: ModelNeeds;
  readonly #places: SharedPlaces;
  readonly #budget: Budget;
  readonly #meter: CostMeter;
  readonly #breaker: Breaker;
  readonly #waits: Waits;
  #connected: Connected | null = null;
  #reports: readonly ServerReport[] = [];
  /** Limits that the run began with. */
  #firstLimits: Limits;
  readonly #limitChanges: LimitChange[] = [];
  /** The last tick that was asked about. */
  #tick: Tick;
  #asked = 0;
  #waiting = 0;
  #lost: string | null = null;
  /** Since when it is being found out who answers. */
  #looksSince: number | null = null;

  /** @param places that it shares with others; its own by default */
  constructor(needs: ModelNeeds, places?: SharedPlaces) {
    const { setup, environment, policy } = needs;
    this.#needs = needs;
    this.#tick = needs.from ?? 0;
    this.#places =
      places ?? new SharedPlaces(createModelAccess({ ...needs, deadline: () => this.limits.deadline }));
    this.#firstLimits = setup.limits;
    this.#budget = new Budget(setup.limits);
    this.#waits = new Waits(environment);
    this.#meter = new CostMeter(() => environment.now(), policy);
    this.#breaker = new Breaker(
      this.#places.access.place,
      () => this.limits.unusable,
      () => environment.now(),
    );
  }

  /**
   * Another one that asks the same model for other runs, under limits of its own: together they have no more requests under way,
   * and what either has paid for serves both.
   */
  beside(needs: Pick<ModelNeeds, 'policy' | 'world'>, limits: Limits): ModelOracle {
    const setup = { ...this.#needs.setup, limits };
    return new ModelOracle({ ...this.#needs, ...needs, setup, from: 0 }, this.#places);
  }

  get name(): string {
    return this.#needs.setup.kind;
  }

  get trouble(): string | null {
    return this.#breaker.trouble;
  }

  get isUnusable(): boolean {
    return this.#breaker.isUnusable;
  }

  get limits(): Limits {
    return this.#budget.limits;
  }

  /** Limits from the next question on. */
  set limits(limits: Limits) {
    this.#budget.limits = limits;
    this.#limitChanges.push({ tick: this.#tick + (this.#waiting > 0 ? 0 : 1), limits });
  }

  /** Continues after the last recorded round; it takes over the recorded limits only if the oracle was the decider. */
  resume({ rounds, oracle, limits: recorded }: Resumed, spent: Readonly<Spent>): void {
    const { kind, model } = this.#needs.setup;
    const limits = oracle.kind === kind && oracle.model === model ? recorded : null;
    this.#tick = rounds;
    if (limits) this.#firstLimits = limits.first;
    this.#limitChanges.push(...(limits?.changes ?? []));
    this.#budget.resume(spent);
  }

  /** Findings of the last test of the servers; empty before the first question. */
  get reports(): readonly ServerReport[] {
    return this.#reports;
  }

  /** @throws OracleHalt when no server can answer, with what to do about it */
  async ask(questions: readonly Question[], signal: AbortSignal): Promise<readonly Answer[]> {
    this.#lost = null;
    try {
      return await this.#askAll(questions, signal);
    } catch (error) {
      this.#waiting = 0;
      if (error instanceof OracleHalt && isLocalOracle(this.#needs.setup)) this.#lost = error.message;
      throw error;
    }
  }

  async #askAll(questions: readonly Question[], signal: AbortSignal): Promise<readonly Answer[]> {
    const connected = await this.#connect(signal);
    if (connected === null) return questions.map(() => LATE_ANSWER);
    this.#breaker.begin();
    this.#tick = questions[0]?.tick ?? this.#tick;
    this.#asked = questions.length;
    this.#waiting = questions.length;
    const replies = await askQuestionRound(questions, connected.ask, signal, (index, reply) => {
      this.#waiting--;
      this.#meter.decided(questions[index], reply);
    });
    this.#waiting = 0;
    return replies.map((reply, i) => this.#answerOf(questions[i], reply));
  }

  get record(): OracleRecord {
    const { setup, template, completes = false } = this.#needs;
    const form = this.#formSent();
    const began = { ...setup, limits: this.#firstLimits };
    const shown = completes ? 'completion' : form;
    const refused = this.#places.access.speaker.refused?.();
    return buildModelRecord(began, this.#reports, shown, form && template(form), this.#limitChanges, refused);
  }

  report(): OracleReport {
    return {
      ...this.#meter.report(),
      spent: this.#budget.spent,
      servers: this.#connected?.parts.windows.servers ?? [],
      waiting: this.#waiting,
      wait: this.#wait(),
      loading: this.#needs.models?.loading ?? null,
      lost: this.#lost,
      asked: this.#asked,
      missing: this.#reports
        .filter(({ kind }) => kind !== 'answers')
        .map(report => this.#places.access.tell(report)),
    };
  }

  /** Rejects when aborted. @throws OracleHalt */
  async measureOrder(questions: readonly Question[], signal: AbortSignal): Promise<OrderSensitivity> {
    const { parts } = await this.#connectOrThrow(signal);
    return measureOrderSensitivity(questions, createMeasuringAsk(parts), signal);
  }

  /** Rejects when aborted. @throws OracleHalt */
  async measureKin(questions: readonly Question[], signal: AbortSignal): Promise<KinError> {
    const { parts } = await this.#connectOrThrow(signal);
    return measureGroupError(questions, createMeasuringAsk(parts), createMeasuringGroupAsk(parts), signal);
  }

  /** The form of one question in the model's own words, as far as it is known before the first question. */
  get form(): DecisionForm {
    const { form } = this.#needs.setup;
    return this.#connected?.parts.manner.form ?? (form === 'auto' ? 'letter' : form);
  }

  /** True if it writes the text of replies and comments. */
  get texts(): boolean {
    return this.#needs.setup.texts;
  }

  /** Puts one question once, with another prompt. Rejects when aborted. @throws OracleHalt */
  async askOnce(question: Question, prompt: Prompt, signal: AbortSignal): Promise<Reply> {
    const { form } = this;
    const { parts } = await this.#connectOrThrow(signal);
    return createTrialAsk(parts, form, prompt)({ question, signal, dispatched: () => {} });
  }

  /** The current wait and its duration. */
  #wait(): Wait | null {
    const { longest } = this.#waits;
    const { place } = this.#places.access;
    if (longest !== null) {
      const at = isLocalOracle(this.#needs.setup) ? null : this.#connected?.parts.windows.awaited;
      return { place: at ?? place, milliseconds: longest, most: this.limits.deadline, isFirst: false };
    }
    if (this.#looksSince === null) return null;
    const milliseconds = this.#needs.environment.now() - this.#looksSince;
    return { place, milliseconds, most: this.#places.access.patience(), isFirst: true };
  }

  #formSent(): DecisionForm | null {
    const { archetypes } = this.#needs.setup;
    if (this.#connected === null) return null;
    const { manner } = this.#connected.parts;
    return archetypes ? toGroupManner(manner).form : manner.form;
  }

  #answerOf(question: Question, reply: Reply | null): Answer {
    if (reply === null) return LATE_ANSWER;
    if (reply.kind !== 'spent') return reply;
    const answer = this.#needs.policy(question);
    return 'source' in answer ? { ...answer, source: 'budget' } : answer;
  }

  async #connectOrThrow(signal: AbortSignal): Promise<Connected> {
    const connected = await this.#connect(signal);
    if (connected === null) throw signal.reason;
    return connected;
  }

  /** Finds out once which servers answer. @returns null when aborted */
  async #connect(signal: AbortSignal): Promise<Connected | null> {
    if (this.#connected !== null || signal.aborted) return signal.aborted ? null : this.#connected;
    const { setup, environment, world } = this.#needs;
    const { access } = this.#places;
    this.#looksSince = environment.now();
    try {
      this.#reports = this.#places.reports ?? (await access.look(signal));
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      this.#looksSince = null;
    }
    const answering = access.usable(this.#reports);
    this.#places.reports = this.#reports;
    const kept = {
      budget: this.#budget,
      meter: this.#meter,
      breaker: this.#breaker,
      waits: this.#waits,
      deadline: () => this.limits.deadline,
    };
    this.#connected = connectModelServers(setup, this.#places, environment, answering, kept, world);
    return this.#connected;
  }
}
