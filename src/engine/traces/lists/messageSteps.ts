import type { CaseDraft } from '../traceReading.ts';
import {
  createMessageStep,
  createStepDraft,
  type StepDraft,
  type StepFacts,
  serializeStepValue,
  setStepResult,
} from '../traceSteps.ts';
import { addTwoCosts, type Costs, UNKNOWN_COSTS } from '../usage.ts';
import type { Message, ToolCall, ToolResult } from './message.ts';

/** Facts about the turn of a message. */
export type TurnFacts = Partial<Omit<StepFacts, 'tool' | 'args' | 'result'>> & {
  /** Equal for messages of one turn of the model, of which some write several; else every message is a turn. */
  readonly turn?: string | null;
};

/**
 * The steps of a conversation: a call of a tool each, or a message to the user if a turn calls none. The cost of a turn
 * is on its first step.
 */
export class MessageSteps {
  readonly steps: StepDraft[] = [];
  private prompt: string | null = null;
  private readonly open = new Map<string, StepDraft>();
  private waiting: StepDraft[] = [];
  /** A message that may turn out to be the words before a call. */
  private said: { readonly text: string | null; readonly facts: TurnFacts } | null = null;
  private turn: string | null = null;
  private owed: Costs = UNKNOWN_COSTS;
  private strayResults = 0;

  /** @param failedBy derives failure from a tool's output, if the message does not say */
  constructor(private readonly failedBy: (result: string) => boolean | null = () => null) {}

  add(message: Message, facts: TurnFacts = {}): void {
    if (message.role === 'assistant') this.answered(message, facts);
    else if (message.results.length === 0) this.asked(message);
    for (const result of message.results) this.returned(result, facts.until ?? facts.at ?? null);
  }

  /** Ends the conversation: a message that is held back becomes a step. */
  finish(): readonly StepDraft[] {
    this.flush();
    return this.steps;
  }

  /** The same as the part of a case. */
  finishCase(): Pick<CaseDraft, 'steps' | 'strayResults'> {
    return { steps: this.finish(), strayResults: this.strayResults };
  }

  private asked({ role, text }: Message): void {
    this.flush();
    this.turn = null;
    if (role !== 'system' && text !== null) this.prompt = text;
  }

  private answered({ text, calls, silent }: Message, { turn = null, ...facts }: TurnFacts): void {
    if (turn === null || turn !== this.turn) {
      this.flush();
      this.waiting = [];
    }
    this.turn = turn;
    this.owed = addTwoCosts(this.owed, facts);
    const words = joinMessageText(this.said?.text ?? null, text);
    if (calls.length === 0) {
      if (!silent) this.said = { text: words, facts: this.said?.facts ?? facts };
      if (turn === null) this.flush();
      return;
    }
    this.said = null;
    // Only the first step has the times of the turn.
    const others = { ...facts, modelCalls: null };
    for (const [index, call] of calls.entries())
      this.called(call, index === 0 ? facts : others, index === 0 ? words : null);
  }

  private called({ id, name, args }: ToolCall, facts: TurnFacts, answer: string | null): void {
    const step = createStepDraft({ ...facts, ...this.pay(), prompt: this.prompt, answer, tool: name, args });
    this.steps.push(step);
    this.waiting.push(step);
    if (id !== null) this.open.set(id, step);
  }

  /** Cost of the turn, returned once. */
  private pay(): Costs {
    const costs = this.owed;
    this.owed = UNKNOWN_COSTS;
    return costs;
  }

  private returned({ id, value, failed }: ToolResult, until: number | null): void {
    this.flush();
    const step = (id === null ? undefined : this.open.get(id)) ?? (id === null ? this.waiting[0] : undefined);
    if (id !== null) this.open.delete(id);
    if (step === undefined) {
      this.strayResults++;
      return;
    }
    this.waiting = this.waiting.filter(one => one !== step);
    setStepResult(step, value);
    const text = serializeStepValue(value);
    if (text !== null) this.prompt = text;
    step.until ??= until;
    step.failed = failed ?? (text === null ? null : this.failedBy(text));
    if (step.failed === true) step.error ??= text;
  }

  private flush(): void {
    if (this.said === null) return;
    const { text, facts } = this.said;
    this.said = null;
    this.steps.push(createMessageStep(text, { ...facts, ...this.pay(), prompt: this.prompt }));
  }
}

const joinMessageText = (before: string | null, text: string | null): string | null =>
  before === null || text === null ? (before ?? text) : `${before}\n${text}`;
