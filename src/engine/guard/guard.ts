import { formatPlainCount } from '../core/formatNounCount.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { MAX_REMEMBERED } from '../rules/createRuleJudge.ts';
import { StepKeyer } from '../rules/stepKeyer.ts';
import { describeStopRule } from '../rules/stopRule.ts';
import { createStateMapper } from '../stateMapping/createStateMapper.ts';
import type { GuardEventKind } from '../traces/guardSteps.ts';
import { createMessageStep, createStepDraft, type StepDraft } from '../traces/traceSteps.ts';
import { SAY, type TraceStep } from '../traces/traces.ts';
import {
  checkGuardCall,
  checkGuardCosts,
  checkGuardMessage,
  checkGuardPolicy,
  checkGuardResult,
} from './checkGuardCall.ts';
import { createExemptionTest } from './createExemptionTest.ts';
import { describeUnreadPart } from './describeUnreadPart.ts';
import { drawGuardArm } from './drawGuardArm.ts';
import { type AgentStatus, formatAgentState, formatCallBriefly } from './formatAgentState.ts';
import {
  type GuardCall,
  type GuardCosts,
  type GuardResult,
  reduceGuardCall,
  reduceGuardResult,
} from './guardCall.ts';
import type { GuardAction, GuardDecision, GuardEvent, GuardReport } from './guardDecision.ts';
import type { GuardPolicy, GuardRule } from './guardPolicy.ts';
import { describeReachedLimit, formatSpending, GuardSpending } from './guardSpending.ts';
import { PersonQuestions } from './personQuestions.ts';
import { RuleWatch } from './ruleWatch.ts';
import { ToolChartWatch } from './toolChartWatch.ts';

const ALLOW: GuardDecision = { action: 'allow', text: '', rule: null, would: 'allow' };
const STRENGTH: readonly GuardAction[] = ['allow', 'advise', 'ask', 'refuse', 'stop'];
const MAX_EVENTS = 1_000;
const MAX_FAULTS = 20;
/** Calls under way at once; of more, the oldest is taken as over, its result unknown. */
const MAX_PENDING_CALLS = 64;
/** Ended calls that one under way holds up; of more, it is taken as over: nobody will report its end. */
const MAX_HELD_UP_CALLS = 8;

interface PendingCall {
  readonly id: string | null;
  readonly turn: string | null;
  readonly step: StepDraft;
  isOver: boolean;
}

/**
 * Governs one session of an agent: `before` each call, `after` each result, `state` at the end of each prompt. Decisions
 * are a pure function of the policy and the steps; steps are judged in the order in which their calls were made. An error
 * inside never reaches the agent: the call is allowed, and the error is in the report.
 */
export class Guard {
  readonly #session: string;
  readonly #policy: GuardPolicy;
  readonly #acts: boolean;
  readonly #keyer = new StepKeyer(MAX_REMEMBERED);
  readonly #watches: readonly (readonly [rule: GuardRule, watch: RuleWatch])[];
  readonly #isExempt: (step: TraceStep) => boolean;
  readonly #stateOf: (step: TraceStep) => string | null;
  readonly #spending: GuardSpending;
  readonly #chart: ToolChartWatch | null;
  readonly #pending: PendingCall[] = [];
  readonly #events: GuardEvent[] = [];
  readonly #faults: string[] = [];
  #steps = 0;
  /** Outputs so far of which JSON says nothing. */
  #unread = 0;
  #phase: { readonly name: string; readonly since: number | null; steps: number; now: number | null } | null =
    null;
  /** Advice of the last step that had some, by rule. */
  #advice: { readonly step: number; readonly texts: Map<string, string> } | null = null;
  readonly #questions = new PersonQuestions();
  #stop: (NonNullable<GuardReport['stop']> & { readonly text: string }) | null = null;
  /** Decided while nobody could hear it. */
  #undelivered: GuardDecision = ALLOW;

  /**
   * @param session its id
   * @param unit the id by which it is drawn whether the guard acts: for a sub-agent that of the session that started it,
   * so that both are in the same arm
   * @throws InputError for a policy that `readGuardPolicy` has not read
   */
  constructor(policy: GuardPolicy, session: string, unit = session) {
    checkGuardPolicy(policy);
    this.#session = session;
    this.#policy = policy;
    this.#acts = drawGuardArm(policy, unit);
    this.#watches = policy.rules.map(rule => [rule, new RuleWatch(rule)]);
    this.#isExempt = createExemptionTest(policy.exempt);
    this.#stateOf = createStateMapper(policy.phases);
    this.#spending = new GuardSpending(policy.budgets);
    this.#chart = policy.chart && new ToolChartWatch(policy.chart);
  }

  /**
   * Asks about a call before it runs. A call that is refused or stopped must not run, and has no `after`.
   * @param canAdvise false for a caller that cannot pass on advice now: it comes with the next `after`
   */
  before(call: GuardCall, { canAdvise = true }: { readonly canAdvise?: boolean } = {}): GuardDecision {
    return this.#decideSafely(() => {
      checkGuardCall(call, 'before');
      const seen = this.#leaveOutUnreadArguments(call);
      this.#closeEarlierTurns(seen.turn ?? null);
      this.#judgeTime(seen.at);
      if (this.#stop !== null && this.#acts)
        return this.#toDecision('stop', this.#stop.rule, this.#stop.text);
      const refusal = this.#explainRefusal(seen);
      if (refusal !== null) {
        this.#note('refuse', refusal.rule, refusal.text);
        if (this.#acts) return this.#toDecision('refuse', refusal.rule, refusal.text);
      }
      this.#pending.push(createPendingCall(seen));
      if (this.#pending.length > MAX_PENDING_CALLS) this.#pending[0].isOver = true;
      this.#judgeEndedCalls();
      const asked = this.#questions.take(seen);
      if (asked?.isAgain) this.#note('ask', asked.rule, asked.text);
      if (asked !== null) return this.#toDecision('ask', asked.rule, asked.text);
      if (refusal !== null) return this.#toDecision('refuse', refusal.rule, refusal.text);
      return canAdvise || this.#undelivered.would !== 'advise' ? this.#deliver() : ALLOW;
    });
  }

  /** Takes what came of a call, by its id, or by an equal one where ids are unknown. */
  after(call: GuardCall, result: GuardResult): GuardDecision {
    return this.#decideSafely(() => {
      checkGuardCall(call, 'after');
      checkGuardResult(result);
      const seen = this.#leaveOutUnreadArguments(call);
      const found = this.#findPendingCall(seen) ?? this.#addUnknownCall(seen);
      const { step } = found;
      const { outputHash, failed, until } = reduceGuardResult(this.#replaceUnreadOutput(result));
      step.resultHash = outputHash ?? null;
      step.failed = failed ?? null;
      step.until = until ?? null;
      found.isOver = true;
      this.#judgeEndedCalls();
      return this.#deliver();
    });
  }

  /** Takes back a call that did not run after all: a person refused it. */
  cancel(call: GuardCall): void {
    const found = this.#findPendingCall(call);
    if (found !== undefined) this.#pending.splice(this.#pending.indexOf(found), 1);
    this.#questions.refuse(call);
    this.#decideSafely(() => {
      this.#judgeEndedCalls();
      return ALLOW;
    });
  }

  /** Takes a message of the agent, which breaks a series of calls. */
  message(text: string | null, at: number | null = null): void {
    this.#decideSafely(() => {
      checkGuardMessage(text, at);
      this.#closeAllCalls();
      this.#judge(createMessageStep(text, { at }));
      return ALLOW;
    });
  }

  /** Takes tokens and dollars that belong to no call of their own. */
  spend(costs: GuardCosts): void {
    this.#decideSafely(() => {
      checkGuardCosts(costs);
      const { tokensIn = null, tokensOut = null, usd = null } = costs;
      this.#spending.addCosts({ tokensIn, tokensOut, usd });
      this.#judgeBudgets(null);
      return ALLOW;
    });
  }

  /** Takes a step that is known whole, as recorded ones are. */
  take(step: TraceStep): GuardDecision {
    return this.#decideSafely(() => {
      this.#judge(step);
      return this.#deliver();
    });
  }

  /** The section "Agent State" for the end of the next prompt; empty in a session in which the guard only notes. */
  state(): string {
    if (!this.#acts) return '';
    const phase = this.#chart?.state ?? this.#phase?.name ?? null;
    const { steps = 0, since = null, now = null } = this.#phase ?? {};
    const status: AgentStatus['status'] =
      this.#stop !== null
        ? 'STOPPED'
        : this.#advice !== null
          ? 'STUCK'
          : this.#wasAdvised()
            ? 'WARNED'
            : 'HEALTHY';
    return formatAgentState({
      ...{
        phase,
        phaseSteps: steps,
        phaseMilliseconds: since === null || now === null ? null : Math.max(0, now - since),
      },
      ...{
        status,
        advice: this.#stop?.text ?? joinAdvice(this.#advice?.texts) ?? this.#chart?.advice ?? null,
      },
    });
  }

  /** The text of a session that was stopped, for the agent or in its place; null if it goes on. */
  get summary(): string | null {
    return this.#acts ? (this.#stop?.text ?? null) : null;
  }

  /** Notes an error of what calls the guard, for the report. The first 20 are kept, each once. */
  noteFault(message: string): void {
    if (this.#faults.length < MAX_FAULTS && !this.#faults.includes(message)) this.#faults.push(message);
  }

  /** Its decisions, and what followed from them, from the one with this number on, counted from 0. */
  listEvents(from: number): readonly GuardEvent[] {
    return this.#events.slice(from);
  }

  /** The part of the policy for which calls need their times: "limits minutes"; null for none. */
  get needsTimes(): string | null {
    const { budgets, exempt } = this.#policy;
    if (budgets.minutes !== undefined) return 'limits minutes';
    return exempt.some(({ everySeconds }) => everySeconds !== null) ? 'exempts calls by their seconds' : null;
  }

  /** Everything about the session so far, as plain data. */
  report(): GuardReport {
    const { text: _, ...stop } = this.#stop ?? { text: '' };
    return {
      ...{ session: this.#session, policy: this.#policy.name, acts: this.#acts },
      ...{ steps: this.#steps, spent: this.#spending.spent, events: [...this.#events] },
      ...{ stop: this.#stop === null ? null : (stop as GuardReport['stop']), faults: [...this.#faults] },
      ...{ underWay: this.#underWay, unmeasured: this.#spending.unmeasured },
    };
  }

  /** The chart's reason, or that of the budget of calls: those under way are counted, as several can be made at once. */
  #explainRefusal({ tool }: GuardCall): { readonly rule: string; readonly text: string } | null {
    const text = this.#chart?.explainRefusal(tool) ?? null;
    if (text !== null) return { rule: 'chart', text };
    const over = this.#spending.explainCallsUnderWay(this.#underWay);
    return over === null ? null : { rule: 'calls', text: over };
  }

  /** Calls that were made, and whose end nobody has reported. */
  get #underWay(): number {
    return this.#pending.filter(({ isOver }) => !isOver).length;
  }

  #findPendingCall(call: GuardCall): PendingCall | undefined {
    const open = this.#pending.filter(({ isOver }) => !isOver);
    if (call.id !== undefined) return open.find(({ id }) => id === call.id);
    const { tool, argsHash } = createPendingCall(call).step;
    return open.find(({ id, step }) => id === null && step.tool === tool && step.argsHash === argsHash);
  }

  /** A call whose end comes without its beginning. */
  #addUnknownCall(call: GuardCall): PendingCall {
    this.noteFault(
      `after: no call of ${formatQuotedText(call.tool)} with ${call.id === undefined ? 'these arguments' : 'this id'} is under way, so it counts as one more; before takes each call, and after takes it again as it was`,
    );
    const added = createPendingCall(call);
    this.#pending.push(added);
    return added;
  }

  /** Arguments of which JSON says nothing are unknown: no rule takes two of them for equal. */
  #leaveOutUnreadArguments(call: GuardCall): GuardCall {
    const unread = call.argsHash === undefined ? describeUnreadPart(call.args, 'args') : null;
    if (unread === null) return call;
    this.noteFault(`${unread}, of which a guard sees nothing: these arguments are equal to no others`);
    const { args: _, ...rest } = call;
    return rest;
  }

  /** An output of which JSON says nothing differs from all others: no agent is stopped for what nobody has compared. */
  #replaceUnreadOutput(result: GuardResult): GuardResult {
    const unread = result.outputHash === undefined ? describeUnreadPart(result.output, 'output') : null;
    if (unread === null) return result;
    this.noteFault(`${unread}, of which a guard sees nothing: this result is equal to no other`);
    const { output: _, ...rest } = result;
    return { ...rest, outputHash: `unread ${++this.#unread}` };
  }

  /** A model that answers again has what it asked for before, or will not get it. */
  #closeEarlierTurns(turn: string | null): void {
    if (turn === null) return;
    for (const call of this.#pending) if (call.turn !== null && call.turn !== turn) call.isOver = true;
  }

  #closeAllCalls(): void {
    for (const call of this.#pending) call.isOver = true;
    this.#judgeEndedCalls();
  }

  /** Judges the calls that are over, in the order in which they were made: one under way holds up those after it. */
  #judgeEndedCalls(): void {
    const [first] = this.#pending;
    if (this.#pending.length > MAX_HELD_UP_CALLS && !first.isOver)
      first.isOver = this.#pending.filter(({ isOver }) => isOver).length >= MAX_HELD_UP_CALLS;
    while (this.#pending[0]?.isOver) this.#judge((this.#pending.shift() as PendingCall).step);
  }

  #judge(step: TraceStep): void {
    this.#steps++;
    this.#spending.add(step);
    if (step.tool !== SAY) this.#chart?.take(step.tool, step.failed === true);
    const state = this.#stateOf(step);
    if (state !== null) {
      this.#followPhase(state, step);
      if (!this.#isExempt(step)) this.#judgeByRules(step, state);
    }
    this.#judgeBudgets(step);
  }

  #followPhase(name: string, { at, until }: TraceStep): void {
    if (this.#phase?.name !== name) this.#phase = { name, since: at, steps: 0, now: null };
    this.#phase.steps++;
    this.#phase.now = until ?? at;
  }

  #judgeByRules(step: TraceStep, state: string): void {
    const keys = this.#keyer.of(step, state);
    for (const [rule, watch] of this.#watches) {
      const verdict = watch.take(keys);
      if (verdict === null) continue;
      if (verdict.kind === 'obeyed') {
        this.#note('obeyed', rule.id);
        this.#advice?.texts.delete(rule.id);
        if (this.#advice?.texts.size === 0) this.#advice = null;
        continue;
      }
      if (this.#advice?.texts.has(rule.id)) this.#note('ignored', rule.id);
      const reason = describeStopRule(verdict.held);
      if (verdict.kind === 'advise') this.#advise(rule.id, writeAdvice(rule.advise, reason));
      else if (verdict.kind === 'ask')
        this.#askPerson(rule.id, watch, `${reason}: ${formatCallBriefly(step.tool, step.args)}. Go on?`);
      else this.#end(rule.id, reason, step);
    }
  }

  /** The time may be over before a call: what happens outside of calls takes time as well. */
  #judgeTime(at: number | undefined): void {
    if (at === undefined) return;
    this.#spending.addTime(at);
    this.#judgeBudgets(null);
  }

  #judgeBudgets(step: TraceStep | null): void {
    const reached = this.#spending.findReachedLimit();
    if (reached === null) return;
    if (reached.kind === 'stop') this.#end(reached.budget, describeReachedLimit(reached), step);
    else this.#advise(reached.budget, `${describeReachedLimit(reached)}. Come to an end soon.`);
  }

  #advise(rule: string, text: string): void {
    if (this.#stop !== null) return;
    this.#note('advise', rule, text);
    const step = this.#steps;
    const texts = this.#advice?.step === step ? this.#advice.texts : new Map<string, string>();
    this.#advice = { step, texts: texts.set(rule, text) };
    this.#announce('advise', rule, text);
  }

  #askPerson(rule: string, watch: RuleWatch, text: string): void {
    if (this.#stop !== null) return;
    this.#note('ask', rule, text);
    // A person who lets it go on begins the count again; a call that is refused is asked about by itself.
    watch.restart();
    this.#questions.add({ rule, text });
    this.#announce('ask', rule, text);
  }

  #end(rule: string, reason: string, step: TraceStep | null): void {
    if (this.#stop !== null) return;
    const spent = this.#spending.spent;
    const last =
      step === null || step.tool === SAY
        ? ''
        : ` The last call was ${formatCallBriefly(step.tool, step.args)}.`;
    const text = `Stopped: ${reason}, after ${formatPlainCount(this.#steps, 'step')}${formatSpending(spent)}.${last} Say what you have found and what is missing. Call no more tools.`;
    this.#note('stop', rule, text);
    this.#stop = { step: this.#steps, rule, spent, text };
    this.#announce('stop', rule, text);
  }

  #note(kind: GuardEventKind, rule: string, text = ''): void {
    if (this.#events.length < MAX_EVENTS) this.#events.push({ step: this.#steps, kind, rule, text });
  }

  #wasAdvised(): boolean {
    return this.#events.some(({ kind }) => kind === 'advise');
  }

  #announce(action: GuardAction, rule: string, text: string): void {
    const { would, text: before } = this.#undelivered;
    // Two rules may advise at one step: the agent hears both.
    if (action === 'advise' && would === 'advise' && before !== '')
      this.#undelivered = this.#toDecision(action, rule, `${before}\n${text}`);
    else if (STRENGTH.indexOf(action) >= STRENGTH.indexOf(would))
      this.#undelivered = this.#toDecision(action, rule, text);
  }

  #deliver(): GuardDecision {
    const decision = this.#undelivered;
    this.#undelivered = ALLOW;
    return decision;
  }

  #toDecision(would: GuardAction, rule: string, text: string): GuardDecision {
    return this.#acts ? { action: would, text, rule, would } : { action: 'allow', text: '', rule, would };
  }

  #decideSafely(decide: () => GuardDecision): GuardDecision {
    try {
      return decide();
    } catch (error) {
      if (this.#faults.length < MAX_FAULTS)
        this.#faults.push(error instanceof Error ? error.message : String(error));
      return ALLOW;
    }
  }
}

const joinAdvice = (texts: ReadonlyMap<string, string> | undefined): string | null =>
  texts === undefined ? null : [...texts.values()].join('\n');

/** The rule's own text, or the default one, which names only the part of the rule that held. */
const writeAdvice = (text: GuardRule['advise'], reason: string): string =>
  typeof text === 'string'
    ? text
    : `You are repeating yourself (${reason}). The same call will give the same result. Try something else, or finish with what you have.`;

function createPendingCall(call: GuardCall): PendingCall {
  const { id = null, tool, args, argsHash = null, at = null, turn = null } = reduceGuardCall(call);
  return { id, turn, step: createStepDraft({ tool, args, argsHash, at }), isOver: false };
}
