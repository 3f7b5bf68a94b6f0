import type { ToolCall } from '../lists/message.ts';
import type { TraceOutcome } from '../traces.ts';

/** A span that matters for the steps of an agent, of whatever tracer it came from. */
export interface SpanPiece {
  /** Trace, or run, that it belongs to. */
  readonly trace: string;
  readonly id: string;
  /** Empty for a root. */
  readonly parent: string;
  readonly kind: 'tool' | 'model' | 'agent' | 'other';
  /** Of the tool, the agent, or the span itself. */
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Conversation that joins several traces. */
  readonly conversation: string | null;
  readonly state: string | null;
  readonly failed: boolean;
  readonly error: string | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly usd: number | null;
  readonly call: ToolCall | null;
  /** What a tool returned. */
  readonly result: unknown;
  /** What a model was given and answered. */
  readonly turn: ModelTurn | null;
  readonly model: string | null;
  /** Task of the case, where it is told. */
  readonly task: string | null;
  /** What an evaluation of the whole says. */
  readonly verdict: Verdict | null;
}

/** What a call of a model was given and answered, as far as it was recorded. */
export interface ModelTurn {
  /** Last words that it was given. */
  readonly prompt: string | null;
  readonly text: string | null;
  readonly calls: readonly ToolCall[];
  /** Results that it was given, by the id of their call. */
  readonly results: ReadonlyMap<string, unknown>;
  /** Whether it said that it stopped to call tools; null where it said nothing. */
  readonly wantsTools: boolean | null;
}

/** How a run was judged. */
export interface Verdict {
  readonly outcome: TraceOutcome | null;
  readonly reward: number | null;
}
