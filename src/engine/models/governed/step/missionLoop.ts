import type { Tick } from '../../../core/indices.ts';
import type { Chance } from '../../../core/random.ts';
import {
  getAnswerSource,
  type ParsedAnswer,
  parseTextAnswer,
} from '../../../oracle/formats/parseTextAnswer.ts';
import { estimateTextTokens, estimateTokenCount } from '../../../oracle/formats/tokens.ts';
import type { Answer, CompletionQuestion } from '../../../oracle/oracle.ts';
import type { Machine } from '../../../statechart/machine.ts';
import { ANSWER_SHAPE, isResumedMission } from '../buildGovernedPrompt.ts';
import type { GovernedParameters } from '../governedParameters.ts';
import type { Chances } from '../inputs/loadGovernedInputs.ts';
import type { Mission, Missions } from '../inputs/missions.ts';
import { normalizeKnownQuery } from '../inputs/searchIndex.ts';
import { judgeMissionEnd } from '../judgeMissionEnd.ts';
import type { Dossier, MissionLedger } from '../missionLedger.ts';
import type { Action, MissionStep, ToolCall } from '../missionStep.ts';
import type { Phase, Rule } from '../phases.ts';
import { describeStuckAdvice, type Trouble } from '../stuck/describeStuckAdvice.ts';
import { getPhaseTimeout, type RuleColumns } from '../stuck/ruleColumns.ts';
import { collectFoundDocuments } from '../stuck/summarizeFailure.ts';
import { getCallSubject } from '../tools.ts';
import { findToolError, getUngovernedPhase, judgeGovernedMove } from './judgeGovernedMove.ts';
import { type ReadAnswer, readGovernedAnswer } from './readGovernedAnswer.ts';
import {
  createAcceptedResult,
  createBrokenCall,
  createFailedResult,
  createFinishCall,
  createRefusedCall,
  Durations,
  NO_ANSWER,
  type Result,
} from './result.ts';
import type { Toolbox } from './toolbox.ts';

/** Counts per tick: the model's series. */
export const GOVERNED_SERIES = [
  'searches',
  'reasoning',
  'finishes',
  'refused',
  'failed',
  'verdicts',
] as const;
type Counts = Record<(typeof GOVERNED_SERIES)[number], number>;

/** Parts of a run that its loop reads and writes. */
interface LoopParts {
  readonly parameters: GovernedParameters;
  readonly chance: Chance;
  readonly missions: Missions;
  readonly tools: Toolbox;
  readonly ledger: MissionLedger;
  readonly rules: RuleColumns;
  /** Null in the flat chart. */
  readonly chances: Chances | null;
}

/** One step of one agent: parse, execute, record, transition. */
export class MissionLoop {
  readonly parameters: GovernedParameters;
  readonly ledger: MissionLedger;
  readonly rules: RuleColumns;
  readonly chances: Chances | null;
  readonly durations: Durations;
  counts: Counts = createGovernedCounts();
  readonly #missions: Missions;
  readonly #tools: Toolbox;
  // Known once a machine plays the run.
  #machine!: Machine;

  constructor({ parameters, chance, missions, tools, ledger, rules, chances }: LoopParts) {
    this.parameters = parameters;
    this.ledger = ledger;
    this.rules = rules;
    this.chances = chances;
    this.durations = new Durations(chance, parameters.measured_time);
    this.#missions = missions;
    this.#tools = tools;
  }

  playedOn(machine: Machine): void {
    this.#machine = machine;
  }

  beginTick(tick: Tick): void {
    this.counts = createGovernedCounts();
    this.durations.now = tick;
  }

  trigger(name: string): number {
    return this.#machine.chart.triggerNumber.get(name)!;
  }

  phaseOf(agent: number): Phase {
    const { chart } = this.#machine;
    return chart.states[this.#machine.leaf(agent, 0)] as Phase;
  }

  missionOf(agent: number): Mission {
    const { list } = this.#missions;
    return list[agent % list.length];
  }

  goalOf(agent: number): string {
    return this.missionOf(agent).goal;
  }

  /** Advice for the next prompt: by a rule that holds, or after a refusal. */
  adviceOf(agent: number): { readonly rule: Rule | null; readonly text: string } | null {
    const [rule] = this.rules.holding(agent, this.phaseOf(agent));
    if (rule !== undefined) return { rule, text: describeStuckAdvice(this.troubleOf(agent, rule)) };
    const { refusal } = this.ledger.dossier(agent);
    return refusal === null ? null : { rule: null, text: refusal };
  }

  troubleOf(agent: number, rule: Rule): Trouble {
    const steps = this.ledger.stepsOf(agent);
    const call = steps.findLast(step => step.call?.hits)?.call ?? null;
    return {
      rule,
      value: this.rules.value(agent, rule),
      limit: this.rules.limit(agent, rule),
      phase: this.phaseOf(agent),
      call,
      found: collectFoundDocuments(steps).length,
    };
  }

  step(question: GovernedQuestion, answer: Answer, tick: Tick, machine: Machine): void {
    const { ledger, rules } = this;
    const { agent, phase, advice } = question;
    const dossier = ledger.dossier(agent);
    const number = ++rules.steps[agent];
    const parsed = parseTextAnswer(answer, readGovernedAnswer);
    if (parsed.kind === 'unanswered') {
      this.#wait(question, parsed.reason, answer, tick, machine);
      return;
    }
    if (advice?.rule) ledger.warn(agent, advice.rule);
    const tokensOut = estimateTextTokens(parsed.said ?? '');
    const result = this.#resultOf(agent, number, phase, parsed, dossier);
    const thinking = this.durations.answering(agent, number, tokensOut, answer);
    const milliseconds = this.#duration(thinking, result);
    const failures = result.isFailed ? rules.failures[agent] + 1 : 0;
    this.#record(agent, phase, result, milliseconds, failures, dossier);
    const read = parsed.kind === 'said' ? parsed.read : null;
    const step: MissionStep = {
      row: ledger.steps.length,
      agent,
      tick,
      number,
      phase,
      next: result.next,
      kind: read?.action.kind ?? 'unreadable',
      source: getAnswerSource(answer),
      said: parsed.said,
      reasoning: read?.reasoning ?? null,
      final: result.final,
      mended: read ? read.mended : [],
      claims: read?.action.next ?? null,
      call: result.call,
      refused: result.refused,
      failed: failures,
      advice,
      obeyed: advice && this.#obeyed(agent, advice.rule, phase, result),
      rule: null,
      reason: null,
      milliseconds,
      tokensIn: countPromptTokens(question),
      tokensOut,
    };
    if (result.next !== phase) machine.fire(agent, this.trigger(result.trigger), step.row + 1);
    ledger.add(step, question.phaseMilliseconds, answer.evidence, machine.log);
    if (result.next === 'finishing') this.#finish(step, tick);
  }

  /** No answer came, which is not the agent's fault: time passes, and the timeout recovers the agent. */
  #wait(question: GovernedQuestion, reason: string, answer: Answer, tick: Tick, machine: Machine): void {
    const { ledger, rules } = this;
    const { agent, phase, advice } = question;
    if (advice?.rule === 'timeout') ledger.warn(agent, advice.rule);
    rules.phaseMs[agent] += NO_ANSWER;
    this.counts.failed++;
    const step: MissionStep = {
      ...UNASKED,
      row: ledger.steps.length,
      agent,
      tick,
      number: rules.steps[agent],
      phase,
      next: phase,
      kind: 'unanswered',
      source: getAnswerSource(answer),
      refused: reason,
      advice,
      rule: null,
      reason: null,
      milliseconds: NO_ANSWER,
      // A question that never reached a model has cost nothing.
      tokensIn: answer.kind === 'late' ? countPromptTokens(question) : 0,
    };
    ledger.add(step, question.phaseMilliseconds, answer.evidence, machine.log);
  }

  #finish({ agent, final, advice }: MissionStep, tick: Tick): void {
    this.ledger.dossier(agent).final = final;
    if (advice?.rule) this.ledger.blame(agent, advice.rule);
    this.ledger.end(agent, tick, judgeMissionEnd(final ?? '', this.missionOf(agent).expected));
  }

  /** The answer's duration, at most what finishing may take, plus the tool's draw. */
  #duration(thinking: number, { next, call }: Result): number {
    const most = next === 'finishing' ? getPhaseTimeout('finishing', this.parameters) : thinking;
    return Math.min(thinking, most) + (call?.milliseconds ?? 0);
  }

  #obeyed(agent: number, rule: Rule | null, phase: Phase, result: Result): boolean | null {
    // The warning after a resume asks for nothing that could be obeyed.
    return rule === null && isResumedMission(this.ledger.stepsOf(agent))
      ? null
      : isAdviceFollowed(rule, phase, result);
  }

  #resultOf(
    agent: number,
    number: number,
    phase: Phase,
    parsed: Exclude<ParsedAnswer<ReadAnswer>, { kind: 'unanswered' }>,
    dossier: Dossier,
  ): Result {
    const { governance } = this.parameters;
    if (parsed.kind === 'unreadable')
      return createFailedResult(phase, {
        refused: parsed.reason,
        advice: governance ? adviseAfterUnreadable(parsed.reason) : null,
      });
    const { action } = parsed.read;
    return governance
      ? this.#governed(agent, number, phase, action, dossier)
      : this.#free(agent, number, phase, action, dossier);
  }

  #governed(agent: number, number: number, phase: Phase, action: Action, dossier: Dossier): Result {
    const move = judgeGovernedMove(phase, action);
    if (move.kind === 'goes')
      return createAcceptedResult(move.to, action, this.#call(agent, number, action, dossier));
    const call = action.kind === 'tool' ? createRefusedCall(action) : null;
    return createFailedResult(phase, { refused: move.reason, advice: move.advice, action, call });
  }

  /** Without governance a call that cannot be made is the tool's own error. */
  #free(agent: number, number: number, phase: Phase, action: Action, dossier: Dossier): Result {
    const error = action.kind === 'tool' ? findToolError(action) : null;
    if (action.kind === 'tool' && error !== null)
      return createFailedResult(phase, { action, call: createBrokenCall(action, error) });
    return createAcceptedResult(
      getUngovernedPhase(phase, action),
      action,
      this.#call(agent, number, action, dossier),
    );
  }

  #call(agent: number, number: number, action: Action, dossier: Dossier): ToolCall | null {
    if (action.kind === 'finish') return createFinishCall({ final: action.final });
    if (action.kind !== 'tool') return null;
    return this.#tools.use(action, number, this.durations.searching(agent, number), dossier);
  }

  /** Updates everything that the rules look at. */
  #record(
    agent: number,
    phase: Phase,
    { call, next, action, advice, refused, isFailed }: Result,
    milliseconds: number,
    failures: number,
    dossier: Dossier,
  ): void {
    const { rules } = this;
    const isMade = call !== null && call.hits !== null;
    rules.toolRun[agent] = !isMade ? 0 : call.tool === dossier.tool ? rules.toolRun[agent] + 1 : 1;
    const before = call?.before ?? [];
    const repeats = this.chances?.counted(agent, before) ?? before.length;
    rules.searchRepeats[agent] = isMade ? repeats + 1 : 0;
    dossier.tool = isMade ? call.tool : null;
    rules.failures[agent] = failures;
    rules.alternating[agent] = measureAlternation(dossier, action, rules.alternating[agent]);
    // A call's time belongs to the state that it leads to.
    if (next === phase) rules.stay(agent, milliseconds);
    else rules.enter(agent, next, call?.milliseconds ?? 0);
    dossier.refusal = advice;
    this.counts[getStepCountKey(next, isMade, isFailed, refused !== null && action !== null)]++;
  }
}

/** Every rule advises finishing, too many calls also to analyze; after a refusal anything legal will do. */
function isAdviceFollowed(rule: Rule | null, phase: Phase, { next, isFailed }: Result): boolean {
  if (next === 'finishing' || rule === null) return !isFailed;
  return rule === 'same_tool' && phase === 'searching' && next === 'analyzing';
}

const createGovernedCounts = (): Counts =>
  Object.fromEntries(GOVERNED_SERIES.map(name => [name, 0])) as Record<keyof Counts, number>;

function getStepCountKey(next: Phase, isMade: boolean, isFailed: boolean, isRefused: boolean): keyof Counts {
  if (isRefused) return 'refused';
  if (isFailed) return 'failed';
  if (isMade) return 'searches';
  return next === 'finishing' ? 'finishes' : 'reasoning';
}

/** Advice after an answer that could not be read. */
const adviseAfterUnreadable = (reason: string): string =>
  `Your last answer could not be read: ${reason}. Answer with one JSON object and nothing else.`;

/** A signature, equal for actions that are the same move. */
function getActionSignature(action: Action): string {
  const next = action.next === null ? '' : ` > ${action.next}`;
  if (action.kind !== 'tool') return `${action.kind}${next}`;
  const subject = getCallSubject(action);
  const about = subject === null ? JSON.stringify(action.args) : normalizeKnownQuery(subject);
  return `${action.tool} ${about}${next}`;
}

/**
 * Length of A B A B … at the end of an agent's actions including the next one, refused or not; an unreadable answer
 * breaks it.
 * @param length before that one.
 */
function measureAlternation(dossier: Dossier, action: Action | null, length: number): number {
  if (action === null) {
    dossier.actions = [];
    return 0;
  }
  const next = getActionSignature(action);
  const { actions } = dossier;
  const last = actions.at(-1) ?? null;
  const before = actions.length === 2 ? actions[0] : null;
  dossier.actions = last === null ? [next] : [last, next];
  if (last === null || next === last) return 1;
  return next === before ? length + 1 : 2;
}

/** Fields of a step that got no answer, or that nothing was asked in. */
export const UNASKED = {
  source: null,
  said: null,
  reasoning: null,
  final: null,
  mended: [],
  claims: null,
  call: null,
  refused: null,
  failed: 0,
  advice: null,
  obeyed: null,
  milliseconds: 0,
  tokensIn: 0,
  tokensOut: 0,
} as const;

const countPromptTokens = ({ system, promptLength }: GovernedQuestion): number =>
  estimateTextTokens(system) + estimateTokenCount(promptLength);

/** Builds the words of questions. */
export interface GovernedQuestionWords {
  readonly system: string;
  prompt(question: GovernedQuestion): string;
  /** Its UTF-16 units, without writing it. */
  promptLength(question: GovernedQuestion): number;
}

/** An agent's question before each of its steps: what to do next. */
export class GovernedQuestion implements CompletionQuestion {
  readonly kind = 'completion';

  constructor(
    readonly agent: number,
    readonly tick: number,
    /** The mission's own count of questions, from 1. */
    readonly step: number,
    readonly phase: Phase,
    /** Simulated milliseconds in the phase. */
    readonly phaseMilliseconds: number,
    readonly advice: { readonly rule: Rule | null; readonly text: string } | null,
    readonly maxTokens: number,
    private readonly words: GovernedQuestionWords,
  ) {}

  readonly shape = ANSWER_SHAPE;

  get system(): string {
    return this.words.system;
  }

  get prompt(): string {
    return this.words.prompt(this);
  }

  get promptLength(): number {
    return this.words.promptLength(this);
  }
}
