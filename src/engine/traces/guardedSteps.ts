import { createGuardStep, GUARD_EVENT_KINDS, type GuardEventKind } from './guardSteps.ts';
import { addStepCosts, createMessageStep, createStepDraft, type StepDraft } from './traceSteps.ts';
import { addTwoCosts, type Costs, UNKNOWN_COSTS } from './usage.ts';
import { getNumberField, getPathValue, getTextField } from './values.ts';

/** A step of a session as its guard saw it. */
export interface GuardedStep {
  readonly step: StepDraft;
  /** Kind of the guard's decision; null for a call or a message of the agent. */
  readonly event: GuardEventKind | null;
  /** Line that the step begins with, from 0. */
  readonly begins: number;
  /** Line that completed it; null for a call without a result so far. */
  ends: number | null;
}

/** Facts about a session that a guard keeps in a file. */
export interface GuardedSessionFacts {
  readonly session: string;
  /** The session that started it, if it is a sub-agent's; else itself. */
  readonly unit: string;
  readonly policy: string;
  /** False: the guard only noted what it would have done. */
  readonly acts: boolean;
  /** Share of the sessions in which it was to act when this one was drawn; null if it is unknown. */
  readonly act: number | null;
  readonly agent: string | null;
}

interface OpenCall {
  readonly id: string | null;
  readonly guarded: GuardedStep;
}

/** Builds the steps of a session out of the lines of its guard's file, one after the other. */
export class GuardedSteps {
  readonly facts: GuardedSessionFacts;
  #steps: GuardedStep[] = [];
  readonly #open: OpenCall[] = [];
  #owed: Costs = UNKNOWN_COSTS;
  #line = 0;
  /** The call of the last line, which a decision may keep from running. */
  #asked: GuardedStep | null = null;
  #isStopped = false;

  /** @param first line of the file, as `isGuardedSession` finds it */
  constructor(first: unknown) {
    const session = getTextField(first, 'session') ?? 'session';
    this.facts = {
      session,
      unit: getTextField(first, 'unit') ?? session,
      policy: getTextField(first, 'policy') ?? '',
      acts: getPathValue(first, 'acts') === true,
      act: getNumberField(first, 'act'),
      agent: getTextField(first, 'agent'),
    };
  }

  /** In the order in which they began; calls that a decision kept from running are left out. */
  get steps(): readonly GuardedStep[] {
    return this.#steps;
  }

  /** True if the guard ended the session. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Costs after the last step that could bear them. */
  get owed(): Costs {
    return this.#owed;
  }

  /** Takes the next line after the first. @param line parsed JSON */
  take(line: unknown): void {
    this.#line++;
    const kind = getTextField(line, 'kind');
    if (kind === 'decision') this.#decide(line);
    if (kind !== 'event' && kind !== 'decision') this.#asked = null;
    if (kind === 'before') this.#asked = this.#begin(getPathValue(line, 'call')).guarded;
    else if (kind === 'after') this.#return(line);
    else if (kind === 'cancel') this.#drop(this.#find(getPathValue(line, 'call'))?.guarded);
    else if (kind === 'message') this.#add(createMessageStep(null), null).ends = this.#line;
    else if (kind === 'spend') this.#owe(getPathValue(line, 'costs'));
    else if (kind === 'event') this.#note(line);
  }

  #begin(call: unknown): OpenCall {
    const step = createStepDraft({
      tool: getTextField(call, 'tool') ?? 'unknown',
      args: getPathValue(call, 'args') ?? null,
      ...{ argsHash: getTextField(call, 'argsHash'), at: getNumberField(call, 'at') },
    });
    const opened = { id: getTextField(call, 'id'), guarded: this.#add(step, null) };
    this.#open.push(opened);
    return opened;
  }

  #return(line: unknown): void {
    const call = getPathValue(line, 'call');
    const { guarded } = this.#find(call) ?? this.#begin(call);
    this.#open.splice(
      this.#open.findIndex(one => one.guarded === guarded),
      1,
    );
    const result = getPathValue(line, 'result');
    const failed = getPathValue(result, 'failed');
    guarded.step.resultHash = getTextField(result, 'outputHash');
    guarded.step.failed = typeof failed === 'boolean' ? failed : null;
    guarded.step.until = getNumberField(result, 'until');
    guarded.ends = this.#line;
  }

  #find(call: unknown): OpenCall | undefined {
    const id = getTextField(call, 'id');
    if (id !== null) return this.#open.find(one => one.id === id);
    const [tool, argsHash] = [getTextField(call, 'tool'), getTextField(call, 'argsHash')];
    return this.#open.find(
      one => one.id === null && one.guarded.step.tool === tool && one.guarded.step.argsHash === argsHash,
    );
  }

  #drop(guarded: GuardedStep | null | undefined): void {
    if (guarded === null || guarded === undefined) return;
    this.#steps = this.#steps.filter(one => one !== guarded);
    const at = this.#open.findIndex(one => one.guarded === guarded);
    if (at !== -1) this.#open.splice(at, 1);
  }

  #decide(line: unknown): void {
    const would = getTextField(line, 'would');
    if (this.facts.acts && (would === 'stop' || would === 'refuse')) this.#drop(this.#asked);
  }

  #owe(costs: unknown): void {
    this.#owed = addTwoCosts(this.#owed, {
      ...UNKNOWN_COSTS,
      ...{ tokensIn: getNumberField(costs, 'tokensIn'), tokensOut: getNumberField(costs, 'tokensOut') },
      usd: getNumberField(costs, 'usd'),
    });
  }

  #note(line: unknown): void {
    const event = GUARD_EVENT_KINDS.find(kind => kind === getTextField(line, 'event'));
    if (event === undefined) return;
    if (event === 'stop' && this.facts.acts) this.#isStopped = true;
    const step = createGuardStep({
      ...{ kind: event, acts: this.facts.acts, rule: getTextField(line, 'rule') },
      ...{ text: getTextField(line, 'text'), at: getNumberField(line, 'at') },
    });
    if (step !== null) this.#add(step, event).ends = this.#line;
  }

  #add(step: StepDraft, event: GuardEventKind | null): GuardedStep {
    if (event === null) {
      addStepCosts(step, this.#owed);
      this.#owed = UNKNOWN_COSTS;
    }
    const guarded = { step, event, begins: this.#line, ends: null };
    this.#steps.push(guarded);
    return guarded;
  }
}

/** True for the first line of a session's file. */
export const isGuardedSession = (value: unknown): boolean =>
  getTextField(value, 'kind') === 'session' &&
  getTextField(value, 'session') !== null &&
  getTextField(value, 'digest') !== null &&
  typeof getPathValue(value, 'acts') === 'boolean';
