import { createAgentModelQueries } from '../../../model/createAgentModelQueries.ts';
import type { Hit } from '../../textSearch.ts';
import type {
  EntryValue,
  MemoryDump,
  MemoryFile,
  MemoryTrace,
  ReaderRow,
  StepDetail,
} from './librarianDetail.ts';

/** Questions of the views of a librarian run, with their replies. */
export interface LibrarianQueries {
  /** One agent's memory over time. */
  readonly memory: { readonly argument: number; readonly reply: MemoryTrace };
  /** Everything that an agent remembered after a tick. */
  readonly memoryAt: {
    readonly argument: { readonly agent: number; readonly tick: number };
    readonly reply: MemoryDump;
  };
  /** A span's value in full; null if the agent has no such span. */
  readonly entry: {
    readonly argument: { readonly agent: number; readonly span: number };
    readonly reply: EntryValue | null;
  };
  /** A row of the table of steps, with its prompt; null if there is none. */
  readonly readerStep: { readonly argument: number; readonly reply: StepDetail | null };
  /** Recall and cost of some agents. */
  readonly readerRows: { readonly argument: readonly number[]; readonly reply: readonly ReaderRow[] };
  /** Tags of the entries that librarians have now, in either place, that have the words; at most MAX_HITS. */
  readonly search: { readonly argument: string; readonly reply: readonly Hit[] };
  /** An agent's memory.json as of a tick; null for the present one. */
  readonly memoryFile: {
    readonly argument: { readonly agent: number; readonly tick: number | null };
    readonly reply: MemoryFile;
  };
}

/** Both ends of `LibrarianQueries`. */
export const librarianQueries = createAgentModelQueries<LibrarianQueries>();
