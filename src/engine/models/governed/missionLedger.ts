import { cleanTextLine } from '../../core/cleanTextLine.ts';
import type { Tick } from '../../core/indices.ts';
import { Growing, type SavedColumn } from '../../core/tables/growing.ts';
import type { Log } from '../../log/log.ts';
import type { Evidence } from '../../oracle/oracle.ts';
import { formatPastStep } from './buildGovernedPrompt.ts';
import type { MissionStep } from './missionStep.ts';
import {
  type Ending,
  MISSION_ENDINGS,
  MISSION_OUTCOMES,
  type MissionOutcome,
  type Rule,
  STUCK_RULES,
} from './phases.ts';
import { getCallSubject } from './tools.ts';

/** Longest excerpt of an agent's reasoning in the history, UTF-16 units. */
const MAX_EXCERPT_LENGTH = 80;
/** Stands for a start or an end that has not come yet. */
const NOT_YET = -1;
const LIMIT = STUCK_RULES.length;

/** An agent's steps and derived state; made when its mission starts. */
export interface Dossier {
  readonly steps: MissionStep[];
  /** Steps of each call, by its tool and what it was about, normalised. */
  readonly calls: Map<string, readonly number[]>;
  /** Tool of the last step; null if it was not an executed call. */
  tool: string | null;
  /** Advice after a refusal, or the warning after a resume, for the next prompt. */
  refusal: string | null;
  /** The last two actions, the latest last, for detecting alternation. */
  actions: readonly string[];
  final: string | null;
  summary: string | null;
}

/** No mission that has ended. */
export const createEndingCounts = (): Record<Ending, number> => ({
  right: 0,
  wrong: 0,
  abstained: 0,
  unjudged: 0,
  stuck: 0,
  cut_off: 0,
});

/** The ledger as plain data. */
export interface SavedMissionLedger {
  readonly steps: readonly MissionStep[];
  readonly askedAt: readonly number[];
  readonly evidence: readonly (readonly [row: number, evidence: Evidence])[];
  readonly columns: readonly SavedColumn[];
  readonly dossiers: readonly (Omit<Dossier, 'steps' | 'calls'> & {
    readonly agent: number;
    readonly calls: readonly (readonly [call: string, steps: readonly number[]])[];
  })[];
}

/** State of every mission as columns, and the table of all steps in the order in which they happened. */
export class MissionLedger {
  readonly steps: MissionStep[] = [];
  /** Simulated milliseconds in the phase when a step was asked; by row. */
  readonly askedAt: number[] = [];
  /** Evidence of a model's answer, by row. */
  readonly evidence = new Map<number, Evidence>();
  readonly outcome: Uint8Array;
  readonly calls: Int32Array;
  readonly tokens: Int32Array;
  /** Simulated milliseconds since its start. */
  readonly elapsed: Float64Array;
  /** Rules that advice has been given about, one bit each. */
  readonly warned: Uint8Array;
  readonly #rule: Int8Array;
  readonly #ending: Int8Array;
  readonly #started: Int32Array;
  readonly #ended: Int32Array;
  readonly #dossiers = new Map<number, Dossier>();
  /** Of each step's line in prompts, in short and in full, by row; 0: not known yet. */
  readonly #lineLengths = new Growing(Int32Array);

  constructor(readonly size: number) {
    this.outcome = new Uint8Array(size);
    this.calls = new Int32Array(size);
    this.tokens = new Int32Array(size);
    this.elapsed = new Float64Array(size);
    this.warned = new Uint8Array(size);
    this.#rule = new Int8Array(size).fill(NOT_YET);
    this.#ending = new Int8Array(size).fill(NOT_YET);
    this.#started = new Int32Array(size).fill(NOT_YET);
    this.#ended = new Int32Array(size).fill(NOT_YET);
  }

  outcomeOf(agent: number): MissionOutcome {
    return MISSION_OUTCOMES[this.outcome[agent]];
  }

  ruleOf(agent: number): Rule | 'step_limit' | null {
    const rule = this.#rule[agent];
    if (rule < 0) return null;
    return rule === LIMIT ? 'step_limit' : STUCK_RULES[rule];
  }

  /** Its ending; null before. */
  endingOf(agent: number): Ending | null {
    return this.#ending[agent] === NOT_YET ? null : MISSION_ENDINGS[this.#ending[agent]];
  }

  startedAt(agent: number): Tick | null {
    return this.#started[agent] === NOT_YET ? null : this.#started[agent];
  }

  endedAt(agent: number): Tick | null {
    return this.#ended[agent] === NOT_YET ? null : this.#ended[agent];
  }

  /** @param tick of its first question */
  start(agent: number, tick: Tick): void {
    this.outcome[agent] = MISSION_OUTCOMES.indexOf('under_way');
    this.#started[agent] = tick;
    this.dossier(agent);
  }

  end(agent: number, tick: Tick, ending: Ending): void {
    const outcome = ending === 'stuck' ? 'finished_stuck' : ending === 'cut_off' ? ending : 'finished';
    this.outcome[agent] = MISSION_OUTCOMES.indexOf(outcome);
    this.#ending[agent] = MISSION_ENDINGS.indexOf(ending);
    this.#ended[agent] = tick;
    this.endings[ending]++;
  }

  blame(agent: number, rule: Rule | 'step_limit'): void {
    this.#rule[agent] = rule === 'step_limit' ? LIMIT : STUCK_RULES.indexOf(rule);
  }

  /** It goes on: no rule ends it. */
  pardon(agent: number): void {
    this.#rule[agent] = NOT_YET;
  }

  isWarned(agent: number, rule: Rule): boolean {
    return (this.warned[agent] & (1 << STUCK_RULES.indexOf(rule))) !== 0;
  }

  warn(agent: number, rule: Rule): void {
    this.warned[agent] |= 1 << STUCK_RULES.indexOf(rule);
  }

  dossier(agent: number): Dossier {
    let dossier = this.#dossiers.get(agent);
    if (dossier === undefined) {
      dossier = {
        ...{ steps: [], calls: new Map(), tool: null, refusal: null },
        ...{ actions: [], final: null, summary: null },
      };
      this.#dossiers.set(agent, dossier);
    }
    return dossier;
  }

  /** Number of steps in which the agent was asked. */
  asked = 0;
  /** Missions that have ended, and sums over all; kept up to date so that a frame costs nothing. */
  readonly endings: Record<Ending, number> = createEndingCounts();
  readonly totals = { steps: 0, calls: 0, tokens: 0 };

  /** Subject of a row in words, for the history. */
  reasonOf(row: number): string {
    const { reason, call, kind, reasoning, refused, failed } = this.steps[row];
    if (reason !== null) return reason;
    if (refused !== null || failed > 0) return refused ?? call?.error ?? kind;
    const subject = call?.hits ? getCallSubject(call) : null;
    if (call !== null && subject !== null)
      return `“${subject}”: ${call.total} ${call.text === null ? 'found' : 'read'}`;
    return reasoning ? `${kind}: ${cleanTextLine(reasoning, MAX_EXCERPT_LENGTH)}` : kind;
  }

  save(): SavedMissionLedger {
    return {
      steps: [...this.steps],
      askedAt: [...this.askedAt],
      evidence: [...this.evidence],
      columns: this.#columns().map(column => column.slice()),
      dossiers: [...this.#dossiers].map(([agent, { steps: _, calls, ...rest }]) => ({
        agent,
        calls: [...calls].map(([call, steps]) => [call, [...steps]] as const),
        ...rest,
      })),
    };
  }

  restore(saved: SavedMissionLedger): void {
    for (const { agent, calls, ...rest } of saved.dossiers)
      this.#dossiers.set(agent, { steps: [], calls: new Map(calls), ...rest });
    const evidence = new Map(saved.evidence);
    // A step's row is its place, whatever it says: lists are as long as the highest one.
    for (const [row, step] of saved.steps.entries())
      this.add({ ...step, row }, saved.askedAt[row], evidence.get(row), null);
    for (const [i, column] of this.#columns().entries()) column.set(saved.columns[i]);
    for (const ending of this.#ending) if (ending !== NOT_YET) this.endings[MISSION_ENDINGS[ending]]++;
  }

  #columns(): readonly (Uint8Array | Int8Array | Int32Array | Float64Array)[] {
    const { outcome, calls, tokens, elapsed, warned } = this;
    return [outcome, calls, tokens, elapsed, warned, this.#rule, this.#ending, this.#started, this.#ended];
  }

  /** An agent's steps so far; a waiting agent gets no dossier. */
  stepsOf(agent: number): readonly MissionStep[] {
    return this.#dossiers.get(agent)?.steps ?? [];
  }

  /** Length of a step's text in the prompts after it, worked out once. @returns UTF-16 units */
  lineLength(step: MissionStep, inFull: boolean): number {
    const lengths = this.#lineLengths;
    const at = 2 * step.row + (inFull ? 1 : 0);
    while (lengths.length <= at) lengths.push(0);
    // No text is empty.
    if (lengths.data[at] === 0) lengths.data[at] = formatPastStep(step, inFull).length;
    return lengths.data[at];
  }

  /** @param log of the run, or null if a row is restored */
  add(step: MissionStep, askedAt: number, evidence: Evidence | undefined, log: Log | null): void {
    log?.entry(step.agent, buildGovernedHashEntry(step));
    this.steps.push(step);
    this.askedAt.push(askedAt);
    if (evidence !== undefined) this.evidence.set(step.row, evidence);
    this.dossier(step.agent).steps.push(step);
    const { agent, tokensIn, tokensOut, milliseconds, call, refused, source } = step;
    this.tokens[agent] += tokensIn + tokensOut;
    this.totals.tokens += tokensIn + tokensOut;
    this.elapsed[agent] += milliseconds;
    if (source !== null) this.asked++;
    this.totals.steps = this.asked;
    // A finish forced by the chart is not a call of the agent's.
    if (call === null || refused !== null || source === null) return;
    this.calls[agent]++;
    this.totals.calls++;
  }
}

/**
 * A step's content for the hash, as JSON. Left out are its place (row, agent, tick), what the answer holds
 * (its reasoning), who gave it, and the token estimates.
 */
export const buildGovernedHashEntry = (step: MissionStep): string =>
  JSON.stringify([
    step.kind,
    step.number,
    step.phase,
    step.next,
    step.said,
    step.mended,
    step.claims,
    step.final,
    step.refused,
    step.failed,
    step.advice && [step.advice.rule, step.advice.text],
    step.obeyed,
    step.rule,
    step.reason,
    step.milliseconds,
    step.call && [
      step.call.tool,
      step.call.args,
      step.call.hits?.map(({ document }) => document),
      step.call.total,
      step.call.error,
      step.call.resultBytes,
      step.call.milliseconds,
      step.call.before,
    ],
  ]);
