import { checkParameter, checkParameterChange } from '../checks/checkParameter.ts';
import { convertTypedArrays } from '../core/convertTypedArrays.ts';
import { BrokenRun, InputError } from '../core/errors.ts';
import { createEventClock } from '../core/formatTimestamp.ts';
import type { Tick } from '../core/indices.ts';
import { Growing } from '../core/tables/growing.ts';
import type { LogStore } from '../log/logStore.ts';
import type { Model, ModelState } from '../model/model.ts';
import type { OutcomeDefinition, OutcomeValues } from '../model/outcomeDefinition.ts';
import { Journal } from '../oracle/journal.ts';
import type { Answer, EarlierOracle, Oracle, OracleRecord, Question } from '../oracle/oracle.ts';
import type { ParameterValue, ParameterValues } from '../parameters/parameterDefinition.ts';
import { computeSetupDigest } from '../setup/computeSetupDigest.ts';
import type { Change, ParameterChange, RunConfig } from '../setup/config.ts';
import { getInterventionsAtTick, getParametersFromTick, sortChanges } from '../setup/setupChanges.ts';
import { compileValidChart } from '../statechart/compiled.ts';
import { countAgentsByState } from '../statechart/countAgentsByState.ts';
import { Machine } from '../statechart/machine.ts';
import { createMoment } from './moment.ts';
import { resolveAnswerChanges } from './resolveAnswerChanges.ts';
import type { Keyframe, RunSnapshot } from './snapshot.ts';

/** One run: configuration + answers → log. Between two calls it is sealed at `tick`. */
export class Run<State extends ModelState = ModelState> {
  readonly machine: Machine;
  readonly state: State;
  /** Per-tick rows since before the warm-up; row 0 is tick −W with its initial counts. */
  readonly counts: Growing<Uint32Array>;
  readonly flows: Growing<Uint32Array>;
  readonly seriesRows: Growing<Uint32Array>;
  #config: RunConfig;
  #tick: Tick;
  #broken: string | null = null;
  /** The model's outcomes, then those that depend on the inputs. */
  readonly outcomes: readonly OutcomeDefinition[];
  /** The model's own answers, at the cost of a function call. */
  readonly policy: Oracle;
  #oracleRecord: OracleRecord;
  readonly #earlier: EarlierOracle[] = [];
  /** Answers of oracles other than the policy. */
  readonly journal = new Journal();
  #isHandedOver = false;
  readonly #roundEnds: number;
  readonly #initial: number;
  /** The tick whose answers are pending; its parameters are fixed. */
  #asking: Tick | null = null;
  /** Changes of the ticks played here that had nothing to change: their agents were not asked, say. */
  readonly ineffective: Change[] = [];
  /** Paid answers kept from an abandoned tick. */
  #kept: { readonly tick: Tick; readonly answers: ReadonlyMap<number, Answer> } | null = null;

  constructor(
    readonly model: Model<unknown, ParameterValues, State>,
    config: RunConfig,
    inputs: unknown,
    store?: LogStore,
  ) {
    this.#config = config;
    // Never −0.
    this.#tick = 0 - config.warmUp;
    // The warm-up is the policy's.
    this.#oracleRecord = { kind: 'policy' };
    this.state = model.create(config, inputs);
    const { population, hierarchy, chart: definition = model.chart } = this.state;
    if (definition === undefined) throw new Error(`model ${model.name} has no chart`);
    const chart = compileValidChart(definition, hierarchy);
    this.machine = new Machine(chart, population, this.#tick + 1, hierarchy, store);
    this.machine.log.chain.startFrom(computeSetupDigest(config, model));
    this.machine.resolveContext = context => this.state.resolveContext(context);
    this.machine.timeOf = createEventClock(config, this.state);
    this.state.playedOn?.(this.machine);
    this.outcomes = [...model.outcomes, ...(this.state.ownOutcomes ?? [])];
    this.policy = createPolicyOracle(this.state);
    // A chart that the run brings knows nothing of it.
    this.#roundEnds = model.chart === undefined ? -1 : (chart.triggerNumber.get('round_ends') ?? -1);
    this.#initial = this.machine.table.initial;
    this.counts = new Growing(Uint32Array, 256 * chart.states.length);
    this.flows = new Growing(Uint32Array, 256 * chart.target.length);
    this.seriesRows = new Growing(Uint32Array);
    for (const count of countAgentsByState(this.machine)) this.counts.push(count);
    for (const _ of definition.transitions) this.flows.push(0);
    for (const _ of model.series) this.seriesRows.push(0);
  }

  /** The last sealed tick. */
  get tick(): Tick {
    return this.#tick;
  }

  get hash(): string {
    return this.machine.log.hash;
  }

  get config(): RunConfig {
    return this.#config;
  }

  /** The present oracle's record, as last reported. */
  get oracleRecord(): OracleRecord {
    return this.#oracleRecord;
  }

  /** Earlier oracles, oldest first; empty if there were none. */
  get earlierOracles(): readonly EarlierOracle[] {
    return this.#earlier;
  }

  /** Rounds played; the warm-up does not count. */
  get rounds(): number {
    return Math.max(0, this.#tick);
  }

  /**
   * Plays one tick. Aborting `signal` before the answers are there leaves the run sealed as it was; answers that had
   * come are kept for the next try.
   * @returns false when it was aborted.
   * @throws InputError for an answer of the changes that is not legal; the run stays
   */
  async step(oracle: Oracle, signal: AbortSignal): Promise<boolean> {
    this.assertWhole();
    const tick = this.#tick + 1;
    const idle = this.#adoptChanges(tick);
    const questions = this.state.questions(tick);
    const given = resolveAnswerChanges(this.#config.changes, tick, questions);
    this.#asking = tick;
    const answers = await this.#ask(tick <= 0 ? this.policy : oracle, tick, given.open, signal).finally(
      () => {
        this.#asking = null;
      },
    );
    if (answers === null) return false;
    if (tick > 0 && oracle.record) this.#decidedBy(oracle.record, tick);
    if (tick > 0 && oracle !== this.policy)
      this.journal.add(tick, { answers, record: oracle.record }, given.open);
    try {
      this.machine.beginTick();
      this.state.apply(tick, questions, given.merge(answers), this.machine);
      this.#endRound();
      this.state.deliver(tick, this.machine);
      this.#seal(tick);
      this.ineffective.push(...idle, ...given.unasked);
    } catch (error) {
      this.#broken = `round ${tick} could not be played: ${error instanceof Error ? error.message : error}`;
    }
    this.assertWhole();
    return true;
  }

  /** @throws BrokenRun once a tick has broken off: the run's data do not form a sealed tick any more. */
  assertWhole(): void {
    if (this.#broken !== null) throw new BrokenRun(this.#broken);
  }

  /** Notes that another oracle decides from the next tick on. */
  handOver(): void {
    this.#isHandedOver = true;
    this.journal.handOver(this.#tick + 1);
  }

  /** Takes the changes of another run of the same set-up; those of sealed ticks must be its own. */
  follow({ config: { changes } }: Run): void {
    this.#config = { ...this.#config, changes };
  }

  /** Records a new value of a live parameter, from the next tick that is begun. @throws InputError */
  change(name: string, value: ParameterValue): void {
    const change: ParameterChange = { tick: Math.max(1, (this.#asking ?? this.#tick) + 1), name, value };
    checkParameterChange(this.model, change);
    this.#config = { ...this.#config, changes: sortChanges([...this.#config.changes, change]) };
  }

  /** Counts the whole run by another value of a parameter on which only measures depend. @throws InputError */
  remeasure(name: string, value: ParameterValue): void {
    if (!checkParameter(this.model, name, value).measures)
      throw new InputError(`${name} changes what happens; reset with the new value`);
    this.#config = { ...this.#config, parameters: { ...this.#config.parameters, [name]: value } };
    this.state.remeasure?.(this.#config.parameters);
  }

  async #ask(oracle: Oracle, tick: Tick, questions: readonly Question[], signal: AbortSignal) {
    if (questions.length === 0) return [];
    if (oracle === this.policy) return questions.map(q => this.state.policy(q));
    const kept = this.#kept?.tick === tick ? this.#kept.answers : new Map<number, Answer>();
    const open = questions.filter(q => !kept.has(q.agent));
    const fresh = open.length === 0 ? [] : await requestAnswers(oracle, open, signal);
    const all = new Map(kept);
    for (const [i, answer] of fresh.entries()) {
      // Answers that cost nothing are requested again with the tick.
      if (!signal.aborted || isPaidAnswer(answer)) all.set(open[i].agent, answer);
    }
    this.#kept = signal.aborted ? { tick, answers: all } : null;
    return signal.aborted ? null : questions.map(q => all.get(q.agent)!);
  }

  /** The same oracle's record only becomes more precise. */
  #decidedBy(record: OracleRecord, tick: Tick): void {
    if (this.#isHandedOver && tick > 1) this.#earlier.push({ until: tick - 1, oracle: this.#oracleRecord });
    this.#isHandedOver = false;
    this.#oracleRecord = record;
  }

  #adoptChanges(tick: Tick): readonly Change[] {
    const parameters = getParametersFromTick(this.#config, tick);
    if (parameters !== null) this.state.adopt?.(parameters, tick);
    const deeds = getInterventionsAtTick(this.#config.changes, tick);
    return deeds.length > 0 ? (this.state.intervene?.(deeds, tick) ?? deeds) : deeds;
  }

  /** `round_ends` in every state but the initial one; the chart's guards decide if it counts. */
  #endRound(): void {
    if (this.#roundEnds < 0) return;
    const { state } = this.state.population;
    const initial = this.#initial;
    for (let agent = 0; agent < state.length; agent++)
      if (state[agent] !== initial) this.machine.fire(agent, this.#roundEnds, 0);
  }

  #seal(tick: Tick): void {
    const { log, chart, table } = this.machine;
    const transitions = chart.target.length;
    const row = tick + this.#config.warmUp;
    log.seal();
    this.flows.reserve((row + 1) * transitions);
    this.flows.length = (row + 1) * transitions;
    const flows = this.flows.data;
    const [from, to] = log.range(tick);
    log.forEach(from, to, (_agent, step) => {
      if (chart.isFlat) flows[row * transitions + step]++;
      else for (const transition of table.step(step).transitions) flows[row * transitions + transition]++;
    });
    this.counts.reserve((row + 1) * chart.states.length);
    for (const count of countAgentsByState(this.machine)) this.counts.push(count);
    for (const value of this.state.series()) this.seriesRows.push(value);
    this.#tick = tick;
  }

  /** Outcomes after a tick, by `outcomes`. @throws RangeError for a tick that was not played. */
  outcomesAt(tick: Tick, wanted?: ReadonlySet<number>, since?: Tick): OutcomeValues {
    const moment = createMoment(this, tick);
    return this.state.outcomesAt(since === undefined ? moment : { ...moment, since }, wanted);
  }

  /** State of the sealed tick that is not in the log and the rows per tick. */
  keyframe(): Keyframe {
    this.assertWhole();
    const { state, machine } = this;
    const beside = machine.save();
    return {
      tick: this.#tick,
      hash: this.hash,
      changes: this.#config.changes,
      oracle: this.#oracleRecord,
      earlier: [...this.#earlier],
      isHandedOver: this.#isHandedOver,
      failures: machine.failures.save(),
      ...(beside !== null && { machine: beside }),
      population: state.population.save(),
      model: state.save(),
    };
  }

  /** The whole run at its sealed tick, as JSON has it. */
  save(): RunSnapshot {
    const { hash: _, ...keyframe } = this.keyframe();
    return {
      ...convertTypedArrays(keyframe),
      log: this.machine.log.save(),
      counts: [...this.counts.view()],
      flows: [...this.flows.view()],
      series: [...this.seriesRows.view()],
    };
  }

  /** Restores a saved run into one that has just been made. */
  restore(saved: RunSnapshot): void {
    const { log } = this.machine;
    this.#restoreState(saved, () => log.restore(saved.log));
    this.counts.restore(saved.counts);
    this.flows.restore(saved.flows);
    this.seriesRows.restore(saved.series);
  }

  /** Becomes another run of the same past as it was at a keyframe of its; this one, new, keeps its own later changes. */
  become(other: Run, keyframe: Keyframe): void {
    const { log, chart } = this.machine;
    this.#restoreState(keyframe, () => log.takeOver(other.machine.log, keyframe.tick, keyframe.hash));
    const rows = keyframe.tick + this.#config.warmUp + 1;
    this.counts.restore(other.counts.data.subarray(0, rows * chart.states.length));
    this.flows.restore(other.flows.data.subarray(0, rows * chart.target.length));
    this.seriesRows.restore(other.seriesRows.data.subarray(0, rows * this.model.series.length));
  }

  #restoreState(saved: Omit<Keyframe, 'hash'>, restoreLog: () => void): void {
    const { state, machine } = this;
    this.#tick = saved.tick;
    const { changes } = this.#config;
    this.#config = { ...this.#config, changes: sortChanges([...changes, ...saved.changes]) };
    this.#oracleRecord = saved.oracle;
    this.#earlier.splice(0, this.#earlier.length, ...saved.earlier);
    this.#isHandedOver = saved.isHandedOver;
    if (saved.machine !== undefined) machine.restore(saved.machine);
    machine.failures.restore(saved.failures);
    state.population.restore(saved.population);
    restoreLog();
    let row = 0;
    machine.log.forEach(0, machine.log.rows, agent => machine.history.push(agent, row++));
    state.restore(saved.model);
  }
}

/** The model's own answers as an oracle. */
function createPolicyOracle(state: ModelState): Oracle {
  return {
    name: 'policy',
    record: { kind: 'policy' },
    ask: questions => Promise.resolve(questions.map(q => state.policy(q))),
  };
}

/** True if a model was asked for it; answers of the policy, of a spent budget and failures have cost nothing. */
const isPaidAnswer = (answer: Answer): boolean =>
  answer.kind === 'unusable' ? answer.said === true : answer.kind !== 'late' && answer.source !== 'budget';

/** One answer to each question; none from an oracle that gave up because of `signal`. */
async function requestAnswers(oracle: Oracle, questions: readonly Question[], signal: AbortSignal) {
  try {
    const answers = await oracle.ask(questions, signal);
    if (answers.length !== questions.length)
      throw new Error(`oracle "${oracle.name}" answered ${answers.length} of ${questions.length} questions`);
    return answers;
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}
