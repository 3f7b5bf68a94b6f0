import type { Tick } from '../../../indices.ts';
import type { Source } from '../../../oracle.ts';
import type { ActionType, LibrarianStateName, PAGE_OUT } from '../words.ts';

/** What an answer asks for in executing or paging, tags already normalised. */
export interface Action {
  readonly type: ActionType | typeof PAGE_OUT;
  /** One tag; of `move_to_storage` as many as are named. */
  readonly tags: readonly string[];
  /** Of add and save. */
  readonly value: string | null;
}

/** What lay in front of an agent when it was asked. */
export interface Item {
  readonly kind: 'passage' | 'question';
  /** From 1. */
  readonly number: number;
  /** Answers until it is put away, this one among them. */
  readonly left: number;
}

/** What one cycle of an agent was: a question with what came of it, or what the chart did without asking. */
export interface Step {
  /** Row in the run's table of steps. */
  readonly row: number;
  readonly agent: number;
  readonly tick: Tick;
  /** From 1, counting the questions; of what happened unasked, that of the question before it. */
  readonly number: number;
  readonly state: LibrarianStateName;
  readonly next: LibrarianStateName;
  /**
   * `thought`: an answer in thinking; `action`: an action that was executed; `refused`: read, but nothing that can be
   * done here; `unanswered`: nothing came. `over_limit`, `restored` and `stopped` were the chart's own.
   */
  readonly kind:
    | 'thought'
    | 'action'
    | 'refused'
    | 'unreadable'
    | 'unanswered'
    | 'over_limit'
    | 'restored'
    | 'stopped';
  /** Null where nobody was asked. */
  readonly source: Source | null;
  /** The answer as it came; null where none came. */
  readonly said: string | null;
  /** What had to be mended to read it: "unclosed tags". */
  readonly mended: readonly string[];
  /** The state that it named, whether there is one of that name or not. */
  readonly claims: string | null;
  /** In thinking: what it wrote into its thinking log. */
  readonly thought: string | null;
  readonly action: Action | null;
  /** "alice added, 12 tokens", "letter_seal not found", "moved 4 entries, 1770 tokens left"; why it stopped. */
  readonly result: string | null;
  /** Why it could not be read or done, or that an invalid state was reset; null where all went well. */
  readonly error: string | null;
  readonly item: Item | null;
  /** Tokens in working memory and in storage afterwards. */
  readonly working: number;
  readonly storage: number;
  /** Estimated: four characters a token. */
  readonly tokensIn: number;
  readonly tokensOut: number;
}

const WRONG: Readonly<Partial<Record<Step['kind'], string>>> = {
  unreadable: 'parsing error: ',
  refused: 'invalid action: ',
};

/** What the next prompt says of a step. */
export const toldBy = ({ kind, error, result }: Pick<Step, 'kind' | 'error' | 'result'>): string | null =>
  error === null ? result : `${WRONG[kind] ?? ''}${error}`;
