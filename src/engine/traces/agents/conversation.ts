import type { ToolCall } from '../lists/message.ts';
import {
  addStepCosts,
  createMessageStep,
  createStepDraft,
  type StepDraft,
  serializeStepValue,
  setStepResult,
} from '../traceSteps.ts';
import type { ModelCallTime } from '../traces.ts';
import { addTwoCosts, type Costs, hasAnyCosts, UNKNOWN_COSTS } from '../usage.ts';

/** One answer of a model, whole. */
export interface Answer {
  /** Null without text. */
  readonly text: string | null;
  /** In the order in which the model made them. */
  readonly calls: readonly ToolCall[];
  readonly costs?: Partial<Costs>;
  readonly at?: number | null;
  /** When the model was called for it, if the source says that: it answered until the first call began. */
  readonly asked?: number | null;
  /** When it had answered; of an answer with calls their beginnings say it. */
  readonly until?: number | null;
  /** When each call of a tool began; absent if the source does not say. */
  readonly begins?: readonly (number | null)[];
}

/** Result of a call. */
interface CallResult {
  readonly id: string | null;
  readonly value: unknown;
  readonly failed: boolean | null;
  /** Reason for its failure; its output if the reason is missing. */
  readonly error?: string | null;
  readonly until?: number | null;
}

/**
 * The steps of a coding agent's session: a call of a tool each, or a message if an answer calls none. The cost of an
 * answer is on its first step. A call without an output has neither a result nor a failure.
 */
export class Conversation {
  readonly steps: StepDraft[] = [];
  private prompt: string | null = null;
  private readonly open = new Map<string, StepDraft>();
  /** Costs of answers without a step: thoughts alone. */
  private owed: Costs = UNKNOWN_COSTS;

  /** Takes the words of a user. */
  ask(text: string | null): void {
    if (text !== null) this.prompt = text;
  }

  answer({ text, calls, costs = {}, at = null, asked = null, until = null, begins = [] }: Answer): void {
    if (calls.length === 0) {
      if (text === null) this.charge(costs);
      else this.say({ text, costs, at, until });
      return;
    }
    this.owed = addTwoCosts(this.owed, costs);
    const { prompt } = this;
    const made = calls.map(({ name, args }, index) => {
      const said = index === 0 ? { answer: text, modelCalls: timeAnswer(asked, begins[0] ?? null) } : {};
      return createStepDraft({ ...said, prompt, at: begins[index] ?? at, tool: name, args });
    });
    for (const [index, step] of made.entries()) {
      const id = calls[index]?.id ?? null;
      if (id !== null) this.open.set(id, step);
      this.steps.push(step);
    }
    this.settle(made[0]);
  }

  /** Takes an answer that calls nothing, though nothing may be known of what it says. */
  say({ text = null, costs = {}, at = null, until = null }: Partial<Answer>): void {
    this.owed = addTwoCosts(this.owed, costs);
    const step = createMessageStep(text, { at, until, prompt: this.prompt });
    this.steps.push(step);
    this.settle(step);
  }

  /** Takes what a call returned; of a call that is not known it is passed over. */
  return({ id, ...result }: CallResult): void {
    const step = id === null ? undefined : this.open.get(id);
    if (step === undefined || id === null) return;
    this.open.delete(id);
    this.end(step, result);
  }

  /** Records the output of the last call of a tool, if calls have no ids. */
  returnTo(tool: string, result: Omit<CallResult, 'id'>): void {
    const step = this.steps.findLast(one => one.tool === tool && one.failed === null);
    if (step !== undefined) this.end(step, result);
  }

  private end(step: StepDraft, { value, failed, error = null, until = null }: Omit<CallResult, 'id'>): void {
    setStepResult(step, value);
    const text = serializeStepValue(value);
    if (text !== null) this.prompt = text;
    step.until ??= until;
    step.failed = failed;
    if (failed === true) step.error = error ?? step.result;
  }

  /** Records costs that the source gives after their steps: of the step, else of the next one. */
  charge(costs: Partial<Costs>, step?: StepDraft): void {
    this.owed = addTwoCosts(this.owed, costs);
    if (step !== undefined) this.settle(step);
  }

  /** Ends the session. Costs that no step followed are with the last one. */
  finish(): StepDraft[] {
    const last = this.steps.at(-1);
    if (last !== undefined) this.settle(last);
    return this.steps;
  }

  private settle(step: StepDraft): void {
    if (!hasAnyCosts(this.owed)) return;
    addStepCosts(step, this.owed);
    this.owed = UNKNOWN_COSTS;
  }
}

/** The call of a model that lasted until the first call of its answer began; null if one of both is unknown. */
const timeAnswer = (asked: number | null, begun: number | null): readonly ModelCallTime[] | null =>
  asked === null || begun === null || begun < asked ? null : [[asked, begun]];
