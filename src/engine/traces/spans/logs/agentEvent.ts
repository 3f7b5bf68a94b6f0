import type { ToolCall } from '../../lists/message.ts';
import type { Usage } from '../../usage.ts';

/** Common facts of all events of agents: owner and time. */
interface EventFacts {
  readonly conversation: string;
  /** The sub-agent whose it is; null for the agent itself. */
  readonly run: { readonly id: string; readonly name: string | null } | null;
  /** Span that it belongs to; empty for none. */
  readonly trace: string;
  readonly span: string;
  readonly at: number | null;
  readonly until: number | null;
}

/** An event that a coding agent logs, whatever it calls it. */
export type AgentEvent = EventFacts &
  (
    | {
        readonly kind: 'model';
        /** Id of the answer, if it is recorded. */
        readonly id: string | null;
        readonly model: string | null;
        readonly usage: Usage;
        readonly usd: number | null;
        readonly text: string | null;
        /** Calls of the answer, if they are recorded. */
        readonly calls: readonly ToolCall[];
        readonly error: string | null;
        /** True if it served the agent and not its task: to choose a model, to make a title. */
        readonly isUtility: boolean;
      }
    | {
        readonly kind: 'tool';
        readonly id: string | null;
        readonly name: string;
        readonly args: unknown;
        readonly result: unknown;
        readonly failed: boolean | null;
        readonly error: string | null;
      }
    /** The words of an answer, separate from it. */
    | { readonly kind: 'text'; readonly id: string | null; readonly text: string | null }
    /** The user's prompt. */
    | { readonly kind: 'prompt'; readonly text: string | null }
    /** Marks the conversation of a sub-agent. */
    | { readonly kind: 'sent'; readonly child: string }
  );
