import { AgentTable, type RowPlace } from '../../../core/tables/agentTable.ts';
import {
  createLineListColumn,
  createNumberColumn,
  createOptionalTermColumn,
  createRareListColumn,
  createRecordColumn,
  createTermColumn,
  TextColumn,
} from '../../../core/tables/columns.ts';
import { SOURCES, type Source } from '../../../oracle/oracle.ts';
import {
  type ActionType,
  LIBRARIAN_ACTIONS,
  LIBRARIAN_STATES,
  type LibrarianStateName,
  PAGE_OUT,
  STEP_KINDS,
} from '../librarianTerms.ts';

/** The request of an answer in executing or paging, with tags normalised. */
export interface Action {
  readonly type: ActionType | typeof PAGE_OUT;
  /** One tag; for `move_to_storage` all that are named. */
  readonly tags: readonly string[];
  /** Value to add or save. */
  readonly value: string | null;
}

const ITEM_KINDS = ['passage', 'question'] as const;

/** The item in front of an agent when it was asked. */
export interface CurrentItem {
  readonly kind: (typeof ITEM_KINDS)[number];
  /** From 1. */
  readonly number: number;
  /** Answers until it is put away, this one included. */
  readonly left: number;
}

/** One cycle of an agent: a question and its outcome, or what the chart did without asking. */
export interface LibrarianStep extends RowPlace {
  /** Count of questions, from 1; without a question, that of the question before. */
  readonly number: number;
  readonly state: LibrarianStateName;
  readonly next: LibrarianStateName;
  /**
   * `thought`: an answer in thinking; `action`: an action that was executed; `refused`: read, but not
   * possible here; `unanswered`: no answer came. `over_limit`, `restored` and `stopped` were the chart's own.
   */
  readonly kind: (typeof STEP_KINDS)[number];
  /** Source of the answer; null if nothing was asked. */
  readonly source: Source | null;
  /** The answer as it came; null if none came. */
  readonly said: string | null;
  /** Repairs needed to read the answer: "unclosed tags". */
  readonly mended: readonly string[];
  /** State that the answer named, whether it exists or not. */
  readonly claims: string | null;
  /** Entry written to the thinking log, in thinking. */
  readonly thought: string | null;
  readonly action: Action | null;
  /** "alice added, 12 tokens", "letter_seal not found", "moved 4 entries, 1770 tokens left"; why it stopped. */
  readonly result: string | null;
  /** Reason why it could not be read or done, or that an invalid state was reset; null if all went well. */
  readonly error: string | null;
  readonly item: CurrentItem | null;
  /** Tokens in working memory and in storage afterwards. */
  readonly working: number;
  readonly storage: number;
  /** Tokens, estimated at four characters each. */
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** A table of steps, some 90 bytes a row where its texts have come before. */
export const createStepTable = (agents: number): AgentTable<LibrarianStep> =>
  new AgentTable(agents, {
    number: createNumberColumn(Uint32Array),
    state: createTermColumn(LIBRARIAN_STATES),
    next: createTermColumn(LIBRARIAN_STATES),
    kind: createTermColumn(STEP_KINDS),
    source: createOptionalTermColumn(SOURCES),
    said: new TextColumn(),
    mended: createRareListColumn(),
    claims: new TextColumn(),
    thought: new TextColumn(),
    action: createRecordColumn({
      type: createTermColumn([...LIBRARIAN_ACTIONS, PAGE_OUT]),
      tags: createLineListColumn(),
      value: new TextColumn(),
    }),
    result: new TextColumn(),
    error: new TextColumn(),
    item: createRecordColumn({
      kind: createTermColumn(ITEM_KINDS),
      number: createNumberColumn(Uint32Array),
      left: createNumberColumn(Int32Array),
    }),
    working: createNumberColumn(Uint32Array),
    storage: createNumberColumn(Uint32Array),
    tokensIn: createNumberColumn(Uint32Array),
    tokensOut: createNumberColumn(Uint32Array),
  });

const WRONG: Readonly<Partial<Record<LibrarianStep['kind'], string>>> = {
  unreadable: 'parsing error: ',
  refused: 'invalid action: ',
};

/** A step's report in the next prompt. */
export const formatStepReport = ({
  kind,
  error,
  result,
}: Pick<LibrarianStep, 'kind' | 'error' | 'result'>): string | null =>
  error === null ? result : `${WRONG[kind] ?? ''}${error}`;
