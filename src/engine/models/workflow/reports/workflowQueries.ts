import { createAgentModelQueries } from '../../../model/createAgentModelQueries.ts';
import type { Hit } from '../../textSearch.ts';
import type { TestFates } from './testFates.ts';
import type {
  ExchangeRow,
  Renaming,
  TurnDetail,
  WarningLine,
  WorkflowCheck,
  WorkflowText,
} from './workflowDetail.ts';

/** Questions of the views of a workflow run, with their replies. */
export interface WorkflowQueries {
  /** The text that the run is made from. */
  readonly workflow: { readonly argument: null; readonly reply: WorkflowText };
  /** Problems of a text; the run is not touched. */
  readonly checkWorkflow: { readonly argument: string; readonly reply: WorkflowCheck };
  /** The changes of a text that give a state another name; the run is not touched. */
  readonly renameState: {
    readonly argument: { readonly text: string; readonly from: string; readonly to: string };
    readonly reply: Renaming;
  };
  /**
   * Names of the steps whose prompts differ between two texts in nothing that the built-in policy goes by; the run is
   * not touched.
   */
  readonly unreadPrompts: {
    readonly argument: { readonly before: string; readonly after: string };
    readonly reply: readonly string[];
  };
  /** Artifacts, purchases and pivots of some agents in the ticks [from, to]. */
  readonly exchange: {
    readonly argument: { readonly agents: readonly number[]; readonly from: number; readonly to: number };
    readonly reply: readonly ExchangeRow[];
  };
  /** An agent's turn in a tick; null if it had none. */
  readonly turn: {
    readonly argument: { readonly agent: number; readonly tick: number };
    readonly reply: TurnDetail | null;
  };
  /** The tests up to a tick, and what became of the artifacts that failed. */
  readonly tests: { readonly argument: number; readonly reply: TestFates };
  /** The run's warnings, in order of first occurrence. */
  readonly warnings: { readonly argument: null; readonly reply: readonly WarningLine[] };
  /** Artifacts whose id or idea has the words, the newest first, at most MAX_HITS. */
  readonly search: { readonly argument: string; readonly reply: readonly Hit[] };
}

/** Both ends of `WorkflowQueries`. */
export const workflowQueries = createAgentModelQueries<WorkflowQueries>();
