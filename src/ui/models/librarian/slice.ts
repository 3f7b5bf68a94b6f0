import type {
  EntryValue,
  MemoryDump,
  MemoryTrace,
  ReaderRow,
  StepDetail,
} from '../../../engine/models/librarian/detail.ts';
import type { LibrarianFrame } from '../../../engine/models/librarian/frame.ts';

/** What the page knows of a run of librarians. */
export interface LibrarianSlice {
  /** The librarian part of the last frame. */
  readonly frame: LibrarianFrame | null;
  /** Memory of the agent that is looked at. */
  readonly trace: MemoryTrace | null;
  /** Recall and cost of the agents whose rows are on the screen. */
  readonly rows: ReadonlyMap<number, ReaderRow>;
  /** What the agent in the inspector remembered at the cursor; the head's is in its detail. */
  readonly dump: MemoryDump | null;
  /** The entry that is shown in full. */
  readonly entry: EntryValue | null;
  /** The step of the cycle that is shown, with its prompt. */
  readonly step: StepDetail | null;
}

export const NO_READERS: LibrarianSlice = {
  frame: null,
  trace: null,
  rows: new Map(),
  dump: null,
  entry: null,
  step: null,
};
