import type { Tick } from '../../../core/indices.ts';
import { getAnswerSource } from '../../../oracle/formats/parseTextAnswer.ts';
import { estimateTextTokens, estimateTokenCount } from '../../../oracle/formats/tokens.ts';
import type { Answer, AnswerShape, CompletionQuestion } from '../../../oracle/oracle.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { WorkflowChart } from '../buildWorkflowChart.ts';
import {
  type AskingStep,
  type LlmStep,
  listAnswerKeys,
  listQuestionPrompts,
  type TransitionStep,
  type Workflow,
  type WorkflowStep,
} from '../inputs/workflow.ts';
import type { Market } from '../market/market.ts';
import { MarketView } from '../market/marketView.ts';
import { performAction } from '../market/performAction.ts';
import type { OutcomeRow } from '../outcomeTable.ts';
import type { Course, WorkflowLedger } from '../workflowLedger.ts';
import { findUnknownVariables } from '../workflowPrompt.ts';
import type { Failure, StepOutcome } from '../workflowTerms.ts';
import { isConditionMet, type Warning } from './isConditionMet.ts';
import { LeafEdges } from './leafEdges.ts';
import { parseActionAnswer, parseChoiceAnswer } from './parseActionAnswer.ts';
import type { Plan } from './planTurn.ts';

interface TurnLoopParts {
  readonly workflow: Workflow;
  readonly chart: WorkflowChart;
  readonly world: Market;
  readonly ledger: WorkflowLedger;
}

/** A turn in progress. */
interface RunningTurn {
  readonly agent: number;
  readonly tick: Tick;
  readonly plan: Plan;
  readonly machine: Machine;
}

const NOTHING_MENDED: readonly string[] = [];

/** Outcome of a step before its policy is applied; filled in as the step goes on. */
class StepResult {
  source: OutcomeRow['source'] = null;
  answer: string | null = null;
  evidence: Answer['evidence'];
  mended = NOTHING_MENDED;
  action: OutcomeRow['action'] = null;
  note: string | null = null;
  key: string | null = null;
  match: OutcomeRow['match'] = null;
  /** State that the step asks for. */
  target: number | null = null;
  tokensIn = 0;
  tokensOut = 0;

  constructor(public result = '') {}
}

/** Plays the turns of a tick: carries out each plan once its question is answered. */
export class TurnLoop {
  counts: TickCounts = createTickCounts();
  /** Agents who offer something in this tick, in order. */
  readonly offering: number[] = [];
  readonly edges: LeafEdges;
  readonly #numbers: ReadonlyMap<WorkflowStep, number>;

  constructor(private readonly parts: TurnLoopParts) {
    this.#numbers = new Map(parts.workflow.steps.map((step, number) => [step, number]));
    this.edges = new LeafEdges(parts.workflow);
  }

  beginTick(): void {
    this.counts = createTickCounts();
    this.offering.length = 0;
  }

  /** True if a failure of this step in this turn ends the turn: by a retry, or because the workflow is over. */
  ends({ failed }: Course, step: WorkflowStep): boolean {
    const outcome = getFailureOutcome(step, failed.get(this.#number(step)) ?? 0);
    return outcome === 'retry' || outcome === 'stopped';
  }

  /** @param question its question; null if nothing was asked */
  play(turn: RunningTurn, question: WorkflowQuestion | null, answer: Answer | null): void {
    const { agent, tick, plan } = turn;
    const { ledger } = this.parts;
    ledger.totals.turns++;
    for (const warning of plan.warnings) ledger.warnings.add(warning, tick, agent);
    plan.context.settle();
    ledger.courses[agent].beginTurn();
    const { failed } = ledger.courses[agent];
    // Success of a step that names a state shows only at the move.
    const tries = plan.target === null ? 0 : (failed.get(this.#number(plan.target.step)) ?? 0);
    if (failed.size > 0) for (const step of plan.ran) failed.delete(this.#number(step));
    for (const { step, reason, warning } of plan.failures) {
      ledger.warnings.add(warning, tick, agent);
      this.#fail(turn, step, 'code', new StepResult(reason));
    }
    if (plan.isEnded) return;
    const rows = ledger.rows.length;
    const { step } = question ?? {};
    const asked =
      question === null || answer === null
        ? null
        : step?.type === 'transition'
          ? this.#choose(turn, step, question, answer)
          : this.#act(turn, step as LlmStep, question, answer);
    if (asked === 'ended') return;
    if (asked !== 'moved') this.#moveOn(turn, tries, ledger.rows.length > rows ? rows + 1 : 0);
  }

  /**
   * Moves if no asking step has named a state: to a code step's target, else along the first open edge.
   * @param tries failed attempts of the code step to move
   * @param context of the transition: the row of the preceding action + 1, or 0
   */
  #moveOn(turn: RunningTurn, tries: number, context: number): void {
    const { plan } = turn;
    if (plan.target !== null) {
      const { step, to } = plan.target;
      if (this.#isThere(turn, to)) return;
      const edge = this.#edge(turn, to);
      if (edge >= 0) {
        this.#take(turn, edge, context);
        return;
      }
      this.#bar(turn, to);
      if (tries > 0) this.parts.ledger.courses[turn.agent].failed.set(this.#number(step), tries);
      const stepResult = new StepResult(this.#barred(plan.state, to));
      stepResult.target = to;
      if (this.#fail(turn, step, 'no_edge', stepResult) === 'ended') return;
    }
    const edge = this.#edge(turn, null);
    if (edge >= 0) this.#take(turn, edge, context);
    else this.#bar(turn, null);
  }

  #bar({ agent, tick, plan: { state, asking } }: RunningTurn, to: number | null): void {
    // In a state without any way out agents may well stay and work.
    if (asking === null || this.edges.hasWayOut(state)) this.parts.ledger.courses[agent].bar(state, to, tick);
  }

  #act(turn: RunningTurn, step: LlmStep, question: WorkflowQuestion, answer: Answer) {
    const { agent, tick, plan, machine } = turn;
    const parsed = parseActionAnswer(answer);
    const asked = this.#asked(turn, question, answer, parsed.said);
    if (parsed.failure !== null) {
      asked.result = parsed.reason;
      return this.#fail(turn, step, parsed.failure, asked);
    }
    const { action, note, mended } = parsed.read;
    const deed = performAction(this.parts.world, agent, { action, note }, tick, machine.log);
    this.counts[action]++;
    if (deed.ok === null) this.offering.push(agent);
    plan.context.look(
      new MarketView(this.parts.world, agent, tick, tick, this.parts.workflow.states[plan.state]),
    );
    asked.action = action;
    asked.note = note;
    if (mended.length > 0) asked.mended = mended;
    asked.result = deed.result;
    return this.#go(turn, step, step.transitionTo, asked);
  }

  #choose(turn: RunningTurn, step: TransitionStep, question: WorkflowQuestion, answer: Answer) {
    const parsed = parseChoiceAnswer(answer, listAnswerKeys(step));
    const asked = this.#asked(turn, question, answer, parsed.said);
    if (parsed.failure !== null) {
      asked.result = parsed.reason;
      return this.#fail(turn, step, parsed.failure, asked);
    }
    const { key, match } = parsed.read;
    const to = step.map.find(entry => entry.key === key)!.to;
    const { states } = this.parts.workflow;
    const how = match === 'exact' ? 'the answer is the key' : 'first key mentioned';
    asked.key = key;
    asked.match = match;
    asked.result = `${how}: ${key} → ${states[to]}`;
    this.counts.chosen++;
    return this.#go(turn, step, to, asked);
  }

  /** Moves along an open edge; the step fails if no open edge leads to the state. */
  #go(
    turn: RunningTurn,
    step: WorkflowStep,
    to: number | null,
    stepResult: StepResult,
  ): 'moved' | 'ended' | null {
    const { plan } = turn;
    stepResult.target = to;
    if (to === null || this.#isThere(turn, to)) {
      this.#done(turn, step, stepResult);
      return to === null ? null : 'moved';
    }
    const row = this.parts.ledger.rows.length;
    const edge = this.#edge(turn, to);
    if (edge >= 0) {
      this.#done(turn, step, stepResult);
      this.#take(turn, edge, row + 1);
      return 'moved';
    }
    this.#bar(turn, to);
    stepResult.result += `; ${this.#barred(plan.state, to)}`;
    return this.#fail(turn, step, 'no_edge', stepResult);
  }

  /** True if an agent is already in the leaf of a requested state. */
  #isThere({ plan }: RunningTurn, to: number): boolean {
    return this.parts.workflow.nesting.landing(to, plan.state) === plan.state;
  }

  /** The first open edge to a state, or to any; −1 if there is none. */
  #edge({ agent, tick, plan: { state, context } }: RunningTurn, to: number | null): number {
    const { ledger, workflow } = this.parts;
    const warn = (warning: Warning) => ledger.warnings.add(warning, tick, agent);
    return this.edges.open(state, to, edge => isConditionMet(workflow.edges[edge].condition, context, warn));
  }

  /** @param context of the transition: the row that asked for it + 1, or 0 */
  #take({ agent, tick, plan, machine }: RunningTurn, edge: number, context: number): void {
    const { ledger, chart, workflow } = this.parts;
    const transition = chart.transitionOf(edge, plan.state);
    if (transition < 0) return;
    const course = ledger.courses[agent];
    machine.take(agent, transition, context);
    course.failed.clear();
    course.barred = null;
    if (workflow.edges[edge].from === null) ledger.pivot(agent, tick);
  }

  #barred(from: number, to: number): string {
    const { states } = this.parts.workflow;
    const conditions = this.edges.conditionsOf(from, to);
    const why = conditions.length === 0 ? 'there is none' : `${conditions.join(', ')} is false`;
    return `no edge is open from ${states[from]} to ${states[to]}: ${why}`;
  }

  #asked(
    { agent, tick, plan }: RunningTurn,
    question: WorkflowQuestion,
    answer: Answer,
    answerText: string | null,
  ) {
    const { ledger } = this.parts;
    const { step } = question;
    const prompts = listQuestionPrompts(step, plan.traits);
    for (const { name, ...place } of findUnknownVariables(prompts, plan.context)) {
      const message = `“{${name}}” in the prompt of step “${step.name}” is no variable: it stays as it is`;
      ledger.warnings.add({ message, kind: name, ...place }, tick, agent);
    }
    const asked = new StepResult();
    asked.source = getAnswerSource(answer);
    asked.answer = answerText;
    asked.evidence = answer.evidence;
    asked.tokensIn = estimateTokenCount(question.system.length + question.promptLength);
    asked.tokensOut = answerText === null ? 0 : estimateTextTokens(answerText);
    return asked;
  }

  #done(turn: RunningTurn, step: WorkflowStep, stepResult: StepResult): void {
    this.#record(turn, step, 'done', null, stepResult);
    this.parts.ledger.courses[turn.agent].failed.delete(this.#number(step));
  }

  /** @returns `ended` if the failure ends the turn; null if the turn continues without the step */
  #fail(turn: RunningTurn, step: WorkflowStep, failure: Failure, stepResult: StepResult): 'ended' | null {
    const { ledger } = this.parts;
    const { failed } = ledger.courses[turn.agent];
    const number = this.#number(step);
    const before = failed.get(number) ?? 0;
    const outcome = getFailureOutcome(step, before);
    this.counts.failed++;
    this.#record(turn, step, outcome, failure, stepResult);
    if (outcome === 'retry') failed.set(number, before + 1);
    else failed.delete(number);
    if (outcome === 'stopped')
      ledger.stop(turn.agent, { tick: turn.tick, step: number, reason: stepResult.result });
    return outcome === 'retry' || outcome === 'stopped' ? 'ended' : null;
  }

  #record(
    { agent, tick, plan, machine }: RunningTurn,
    step: WorkflowStep,
    outcome: StepOutcome,
    failure: Failure | null,
    stepResult: StepResult,
  ): void {
    const { ledger } = this.parts;
    const number = this.#number(step);
    const row: OutcomeRow = {
      row: ledger.rows.length,
      agent,
      tick,
      state: plan.state,
      step: number,
      outcome,
      failure,
      attempt: (ledger.courses[agent].failed.get(number) ?? 0) + 1,
      source: stepResult.source,
      answer: stepResult.answer,
      mended: stepResult.mended,
      action: stepResult.action,
      note: stepResult.note,
      key: stepResult.key,
      match: stepResult.match,
      target: stepResult.target,
      result: stepResult.result,
      tokensIn: stepResult.tokensIn,
      tokensOut: stepResult.tokensOut,
    };
    machine.log.entry(agent, buildOutcomeHashEntry(row));
    ledger.add(row, stepResult.evidence);
  }

  #number(step: WorkflowStep): number {
    return this.#numbers.get(step)!;
  }
}

/** Outcome of a failure under the step's policy. @param before consecutive failures before this one */
function getFailureOutcome({ onFailure, maxRetries }: WorkflowStep, before: number): StepOutcome {
  if (onFailure === 'skip') return 'skipped';
  if (onFailure === 'fail') return 'stopped';
  return before < maxRetries ? 'retry' : 'gave_up';
}

/** Counts of a tick: actions that were done, steps that failed. */
export const WORKFLOW_SERIES = [
  'observe',
  'think',
  'make',
  'test',
  'rework',
  'ship',
  'wait',
  'chosen',
  'failed',
] as const;
/** Counts of a tick, by name. */
type TickCounts = Record<(typeof WORKFLOW_SERIES)[number], number>;

/** A tick's counts before anything has happened. */
const createTickCounts = (): TickCounts =>
  Object.fromEntries(WORKFLOW_SERIES.map(name => [name, 0])) as TickCounts;

/**
 * A step's outcome for the hash, as JSON. Left out are its place (row, agent, tick), who answered, and the
 * token estimates.
 */
export const buildOutcomeHashEntry = (row: OutcomeRow): string =>
  JSON.stringify([
    row.step,
    row.state,
    row.outcome,
    row.failure,
    row.attempt,
    row.answer,
    row.mended,
    row.action,
    row.note,
    row.key,
    row.match,
    row.target,
    row.result,
  ]);

/** Builds the words of questions. */
export interface WorkflowQuestionWords {
  system(step: AskingStep): string;
  prompt(plan: Plan): string;
  promptLength(plan: Plan): number;
  shape(step: AskingStep): AnswerShape;
}

/** Most tokens of an answer: an action with a sentence, or a choice with some thought. */
const ACTION_TOKENS = 160;
const CHOICE_TOKENS = 80;

/** An agent's question in a turn: about its action, or its next state. */
export class WorkflowQuestion implements CompletionQuestion {
  readonly kind = 'completion';

  constructor(
    readonly agent: number,
    readonly tick: number,
    readonly step: AskingStep,
    readonly plan: Plan,
    private readonly words: WorkflowQuestionWords,
  ) {}

  get maxTokens(): number {
    return this.step.type === 'llm' ? ACTION_TOKENS : CHOICE_TOKENS;
  }

  get shape(): AnswerShape {
    return this.words.shape(this.step);
  }

  get system(): string {
    return this.words.system(this.step);
  }

  get prompt(): string {
    return this.words.prompt(this.plan);
  }

  /** UTF-16 units of the prompt. */
  get promptLength(): number {
    return this.words.promptLength(this.plan);
  }
}
