import type { OwnInput } from '../../engine/setup/config.ts';
import { readStoredJson, writeStoredItem } from '../lib/storedItems.ts';

/** A text typed over another one and not applied yet. */
export interface TextDraft {
  readonly name: string;
  readonly text: string;
  /** The run input that it is for. */
  readonly input: OwnInput;
  /** Digest of the text that it was typed over. */
  readonly base: number;
}

/** Typed text is never lost: it is applied, reverted, or kept here. */
export interface Edits {
  /** Draft over the text of the run. */
  readonly draft: TextDraft | null;
  /** Drafts over other texts, latest first. */
  readonly aside: readonly TextDraft[];
  /** Text being opened while typing goes on; null for none. */
  readonly applied: Applied | null;
}

/**
 * Digests of a text that was applied, and of the text of the run that it was typed over; null for a text that
 * was opened, over which nothing has been typed.
 */
interface Applied {
  readonly text: number;
  readonly over: number | null;
}

/** Nothing typed, nothing set aside. */
export const NO_EDITS: Edits = { draft: null, aside: [], applied: null };
/** So many are set aside; the oldest gives way. */
export const MAX_EDITS_ASIDE = 10;
const EDITS_KEY = 'statescope-edits';

/** Longer texts are not kept in the browser, UTF-16 units. */
export const MAX_KEPT_EDIT_LENGTH = 100_000;
/** Milliseconds after the last key before an edit is stored. */
const KEEPING = 300;

/** Fate of the text in the editor: kept in this browser, no room for it, or too long. */
export type Keeping = 'kept' | 'full' | 'long';

const isDraftSavable = ({ text }: TextDraft): boolean => text.length <= MAX_KEPT_EDIT_LENGTH;

/** Stores edits in the browser. @returns what became of the text in the editor */
export function saveEdits({ draft, aside }: Edits): Keeping {
  const isLong = draft !== null && !isDraftSavable(draft);
  const kept = { draft: isLong ? null : draft, aside: aside.filter(isDraftSavable) };
  if (!writeStoredItem(EDITS_KEY, JSON.stringify(kept))) return 'full';
  return isLong ? 'long' : 'kept';
}

/** Stores edits shortly after typing, and before the page closes. */
export function createEditsSaver(tell: (keeping: Keeping) => void): (edits: Edits) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: Edits | null = null;
  const flush = () => {
    clearTimeout(timer);
    if (latest === null) return;
    const edits = latest;
    latest = null;
    tell(saveEdits(edits));
  };
  globalThis.addEventListener?.('pagehide', flush);
  return edits => {
    latest = edits;
    clearTimeout(timer);
    timer = setTimeout(flush, KEEPING);
  };
}

/** The edits stored in this browser. @param before what drafts are for that say nothing of it, of a time with one editor */
export function readSavedEdits(before?: OwnInput): Edits {
  const withInput = (draft: Partial<TextDraft>) => ({ input: before, ...draft }) as TextDraft;
  const kept = readStoredJson(EDITS_KEY);
  const { draft, aside } = (kept ?? {}) as Partial<Edits>;
  return {
    draft: isDraft(draft) ? withInput(draft) : null,
    aside: Array.isArray(aside) ? aside.filter(isDraft).map(withInput).slice(0, MAX_EDITS_ASIDE) : [],
    applied: null,
  };
}

function isDraft(value: unknown): value is TextDraft {
  const { name, text, base } = (value ?? {}) as Partial<TextDraft>;
  return typeof name === 'string' && typeof text === 'string' && typeof base === 'number';
}
