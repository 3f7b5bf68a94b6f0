import type { CallTrace, MissionRow, StepPrompt } from './governed/detail.ts';
import type {
  EntryValue,
  MemoryDump,
  MemoryFile,
  MemoryTrace,
  ReaderRow,
  StepDetail,
} from './librarian/detail.ts';
import type { CascadeMeasures, CascadeSummary, CascadeTree } from './social/frame.ts';
import type { ExchangeRow, TurnDetail, WarningLine, WorkflowCheck, WorkflowText } from './workflow/detail.ts';

export interface CascadeRow extends CascadeSummary {
  readonly measures: CascadeMeasures;
}

/** What the models' own views ask, and what they get. */
export interface ModelQueries {
  /** Social: the posts under a root; null where there is no such cascade. */
  readonly cascade: { readonly argument: number; readonly reply: CascadeTree | null };
  /** Social: the largest first, at most so many. */
  readonly cascades: { readonly argument: number; readonly reply: readonly CascadeRow[] };
  /** Social: the root of the cascade that a post belongs to. */
  readonly rootOf: { readonly argument: number; readonly reply: number };
  /** Governed: one mission, step by step. */
  readonly trace: { readonly argument: number; readonly reply: CallTrace };
  /** Governed: the prompt of a row of the table of steps, built again; null where nobody was asked. */
  readonly stepPrompt: { readonly argument: number; readonly reply: StepPrompt | null };
  /** Governed: outcome and cost of some missions. */
  readonly missionRows: { readonly argument: readonly number[]; readonly reply: readonly MissionRow[] };
  /** Librarian: one agent's memory over time. */
  readonly memory: { readonly argument: number; readonly reply: MemoryTrace };
  /** Librarian: all that an agent remembered after a tick. */
  readonly memoryAt: {
    readonly argument: { readonly agent: number; readonly tick: number };
    readonly reply: MemoryDump;
  };
  /** Librarian: a span's value in full; null where the agent has no such span. */
  readonly entry: {
    readonly argument: { readonly agent: number; readonly span: number };
    readonly reply: EntryValue | null;
  };
  /** Librarian: a row of the table of steps, with its prompt; null where there is none. */
  readonly readerStep: { readonly argument: number; readonly reply: StepDetail | null };
  /** Librarian: recall and cost of some agents. */
  readonly readerRows: { readonly argument: readonly number[]; readonly reply: readonly ReaderRow[] };
  /** Librarian: an agent's memory.json as it was after a tick; null: as it is. */
  readonly memoryFile: {
    readonly argument: { readonly agent: number; readonly tick: number | null };
    readonly reply: MemoryFile;
  };
  /** Workflow: the text that the run is made from. */
  readonly workflow: { readonly argument: null; readonly reply: WorkflowText };
  /** Workflow: what is wrong with a text; the run is not touched. */
  readonly checkWorkflow: { readonly argument: string; readonly reply: WorkflowCheck };
  /** Workflow: artifacts, purchases and pivots of some agents in the ticks [from, to]. */
  readonly exchange: {
    readonly argument: { readonly agents: readonly number[]; readonly from: number; readonly to: number };
    readonly reply: readonly ExchangeRow[];
  };
  /** Workflow: an agent's turn in a tick; null where it had none. */
  readonly turn: {
    readonly argument: { readonly agent: number; readonly tick: number };
    readonly reply: TurnDetail | null;
  };
  /** Workflow: what the run has warned of, the first first. */
  readonly warnings: { readonly argument: null; readonly reply: readonly WarningLine[] };
}
