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
  /** Agent that it belongs to, if spans name one and it has no span of its own. */
  readonly run: { readonly id: string; readonly name: string | null } | null;
  readonly state: string | null;
  /**
   * Evidence of its failure: an exception of its own is stronger than a status, which some tracers spread; null: it did
   * not fail.
   */
  readonly failedBy: 'exception' | 'status' | null;
  readonly error: string | null;
  /** True if it stopped to wait for a person. */
  readonly waits: boolean;
  /** True if it has something of its own: a result, an answer, an output. */
  readonly gave: boolean;
  /** True if its tokens include those of all spans below it. */
  readonly rollsUp: boolean;
  readonly call: ToolCall | null;
  /** Output of a tool. */
  readonly result: unknown;
  /** Input and answer of a model; of a chain its input, if it has messages. */
  readonly turn: ModelTurn | null;
  readonly model: string | null;
  /** Id of a model's answer, if it is recorded. */
  readonly answer: string | null;
  /** Task of the case, if it is recorded. */
  readonly task: string | null;
  /** Verdict of an evaluation of the whole. */
  readonly verdict: Verdict | null;
}

/** A result that a model was given of a call. */
export interface GivenResult {
  readonly value: unknown;
  readonly failed: boolean | null;
}

/** Input and answer of a model's call, as far as it was recorded. */
export interface ModelTurn {
  /** Last words that it was given. */
  readonly prompt: string | null;
  readonly text: string | null;
  /** In the order in which the model made them. */
  readonly calls: readonly ToolCall[];
  /** Calls of the last answer in its input: the previous one, whose own span may not have them. */
  readonly asked: readonly ToolCall[];
  /** Results that it was given since its last answer, by the id of their call. */
  readonly results: ReadonlyMap<string, GivenResult>;
  /** Results that stand in its answer itself: those of tools which the provider ran. */
  readonly ownResults: ReadonlyMap<string, GivenResult>;
  /** Ids of calls that a person was asked to allow, as recorded later. */
  readonly awaited: readonly string[];
  /** True if it said that it stopped to call tools; null if it said nothing. */
  readonly wantsTools: boolean | null;
}

/** Verdict on a run. */
export interface Verdict {
  readonly outcome: TraceOutcome | null;
  readonly reward: number | null;
}
