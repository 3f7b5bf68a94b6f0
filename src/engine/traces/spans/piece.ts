import type { ToolCall } from '../lists/message.ts';
import type { TraceOutcome } from '../traces.ts';
import type { Costs } from '../usage.ts';

/** A span that matters for the steps of an agent, of whatever tracer it came from. */
export interface SpanPiece extends Costs {
  /** Trace, or run, that it belongs to. */
  readonly trace: string;
  readonly id: string;
  /** Empty for a root. */
  readonly parent: string;
  /** A group is a workflow, a crew or a graph: agents in it are parts of one case, and none of them is sent by it. */
  readonly kind: 'tool' | 'model' | 'agent' | 'group' | 'other';
  /** Of the tool, the agent, or the span itself. */
  readonly name: string;
  readonly start: number | null;
  readonly end: number | null;
  /** Conversation that it is a part of, which joins several traces, or parts one. */
  readonly conversation: string | null;
  /** Agent of which it is a part, where spans name one and do not stand in a span of its own. */
  readonly run: { readonly id: string; readonly name: string | null } | null;
  readonly state: string | null;
  /** By what it failed: an exception of its own tells more than a status, which some tracers spread; null: it did not. */
  readonly failedBy: 'exception' | 'status' | null;
  readonly error: string | null;
  /** Whether it stopped to wait for a person. */
  readonly waits: boolean;
  /** Whether it gave something of its own: a result, an answer, an output. */
  readonly gave: boolean;
  /** Whether its tokens are those of all that stands below it, too. */
  readonly rollsUp: boolean;
  readonly call: ToolCall | null;
  /** What a tool returned. */
  readonly result: unknown;
  /** What a model was given and answered; of a chain what it was given, where it keeps messages. */
  readonly turn: ModelTurn | null;
  readonly model: string | null;
  /** Id of a model's answer, where it is told. */
  readonly answer: string | null;
  /** Task of the case, where it is told. */
  readonly task: string | null;
  /** What an evaluation of the whole says. */
  readonly verdict: Verdict | null;
}

/** A result that a model was given of a call. */
export interface GivenResult {
  readonly value: unknown;
  readonly failed: boolean | null;
}

/** What a call of a model was given and answered, as far as it was recorded. */
export interface ModelTurn {
  /** Last words that it was given. */
  readonly prompt: string | null;
  readonly text: string | null;
  /** In the order in which the model made them. */
  readonly calls: readonly ToolCall[];
  /** Calls of the answer that it was given back last: the one before it, whose own span may not tell them. */
  readonly asked: readonly ToolCall[];
  /** Results that it was given since its last answer, by the id of their call. */
  readonly results: ReadonlyMap<string, GivenResult>;
  /** Results that stand in its answer itself: those of tools which the provider ran. */
  readonly ownResults: ReadonlyMap<string, GivenResult>;
  /** Ids of calls that a person was asked to allow, as it was told later. */
  readonly awaited: readonly string[];
  /** Whether it said that it stopped to call tools; null where it said nothing. */
  readonly wantsTools: boolean | null;
}

/** How a run was judged. */
export interface Verdict {
  readonly outcome: TraceOutcome | null;
  readonly reward: number | null;
}
