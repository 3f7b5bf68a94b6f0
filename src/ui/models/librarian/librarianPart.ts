import type { ModelFrame } from '../../../engine/model/frame.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { LibrarianFrame } from '../../../engine/models/librarian/librarianState.ts';
import type {
  EntryValue,
  MemoryTrace,
  ReaderRow,
  StepDetail,
} from '../../../engine/models/librarian/reports/librarianDetail.ts';
import { getModelPart } from '../../model/getModelPart.ts';
import { getModelSelection } from '../../model/getModelSelection.ts';
import type { PageState, PartKey } from '../../state/pageState.ts';

/** The page's knowledge of a librarian run. */
interface LibrarianPart {
  /** The librarian part of the last frame. */
  readonly frame: LibrarianFrame | null;
  /** Memory of the agent on the screen. */
  readonly trace: MemoryTrace | null;
  /** Recall and cost of the agents whose rows are on the screen. */
  readonly rows: ReadonlyMap<number, ReaderRow>;
  /** The entry that is shown in full. */
  readonly entry: EntryValue | null;
  /** The step of the cycle that is shown, with its prompt. */
  readonly step: StepDetail | null;
}

/** Key of the model's part of the page's state. */
export const LIBRARIAN: PartKey<LibrarianPart> = {
  model: 'librarian',
  initial: {
    frame: null,
    trace: null,
    rows: new Map(),
    entry: null,
    step: null,
  },
};

/** The model's part of the state; its initial value in a run of another model. */
export const getLibrarianPart = (state: Pick<PageState, 'modelParts'>): LibrarianPart =>
  getModelPart(LIBRARIAN, state);

/** The part once a frame has come; a frame without news leaves it. */
export function applyLibrarianFrame(part: object | null, model: ModelFrame): object {
  const known = { ...LIBRARIAN.initial, ...part };
  return { ...known, frame: selectAgentModelPart<LibrarianFrame>('librarian', model) ?? known.frame };
}

/** The selection within a reader's past. */
export interface ReaderPicked {
  /** Id of the span of memory whose value is shown; null: the newest entry. */
  readonly span: number | null;
}

/** Key of the model's part of the selection. */
export const READER_PICKED: PartKey<ReaderPicked> = { model: 'librarian', initial: { span: null } };

/** The selection within a librarian; the initial value in a run of another model. */
export const getReaderSelection = (state: Pick<PageState, 'run' | 'selection'>): ReaderPicked =>
  getModelSelection(READER_PICKED, state);
