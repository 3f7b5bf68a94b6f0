import { digest32 } from '../engine/digest32.ts';
import { parsed, remember } from './storage.ts';

/** A text typed over another one and not applied yet. */
export interface Draft {
  readonly name: string;
  readonly text: string;
  /** Digest of the text that it was typed over. */
  readonly base: number;
}

/** Typed text is never lost: it is applied, reverted, or kept here. */
export interface Edits {
  /** Draft over the text of the run. */
  readonly draft: Draft | null;
  /** Drafts over other texts, latest first. */
  readonly aside: readonly Draft[];
  /** Text being opened while typing goes on; null for none. */
  readonly applied: Applied | null;
}

/** Digests of a text that was applied, and of the text of the run that it was typed over. */
interface Applied {
  readonly text: number;
  readonly over: number;
}

/** Nothing typed, nothing set aside. */
export const NO_EDITS: Edits = { draft: null, aside: [], applied: null };
/** Most drafts that are set aside; the oldest is dropped. */
const MOST_ASIDE = 10;
const KEY = 'statescope-edits';

/** The edits once a text has been typed. @param over the text of the run */
export const typed = (edits: Edits, name: string, text: string, over: string): Edits => ({
  ...edits,
  // While another text is being opened, returning to the old one is a change as well.
  draft: text === over && edits.applied === null ? null : { name, text, base: digest32(over) },
});

/** The edits while a run of this text is being opened. @param over the text of the run before it */
export const applying = (edits: Edits, text: string, over: string): Edits => ({
  ...edits,
  applied: { text: digest32(text), over: digest32(over) },
});

/** The edits after the opening, successful or not: the draft is over the text of the run again. */
export function afterApplying(edits: Edits, over: string): Edits {
  if (edits.applied === null) return edits;
  return { ...edits, draft: edits.draft?.text === over ? null : edits.draft, applied: null };
}

/** The edits with the run's text back in the editor. */
export const reverted = (edits: Edits): Edits => ({ ...edits, draft: null });

/** The edits with another text in the editor; what was typed there is set aside. */
export const replaced = (edits: Edits, draft: Draft): Edits => ({
  ...edits,
  aside: withAside(edits),
  draft,
});

/**
 * The edits once a run of this text is open: a draft over it stays, and so does one typed while it was being
 * opened; a draft that it was made from is done, another one is set aside.
 */
export function afterOpening(edits: Edits, text: string): Edits {
  const { draft, aside, applied } = edits;
  const base = digest32(text);
  const rest = aside.filter(other => other.text !== text);
  const done = { draft: null, aside: rest, applied: null };
  if (draft?.text === text) return done;
  if (draft === null || draft.base === base)
    return rest.length === aside.length && applied === null ? edits : { ...done, draft };
  if (applied?.text === base && applied.over === draft.base) return { ...done, draft: { ...draft, base } };
  const back = rest.find(other => other.base === base);
  const others = withAside({ draft, aside: rest.filter(other => other !== back) });
  return { draft: back ?? null, aside: others, applied: null };
}

/**
 * The edits with the last text set aside back in the editor, over the text of the run; the present draft is
 * set aside.
 */
export function restored(edits: Edits, over: string): Edits {
  const [latest, ...rest] = edits.aside;
  if (latest === undefined) return edits;
  return replaced({ ...edits, aside: rest }, { ...latest, base: digest32(over) });
}

/** Drops the text that was set aside last. */
export const discarded = (edits: Edits): Edits => ({ ...edits, aside: edits.aside.slice(1) });

function withAside({ draft, aside }: Pick<Edits, 'draft' | 'aside'>): readonly Draft[] {
  if (draft === null) return aside;
  return [draft, ...aside.filter(({ text }) => text !== draft.text)].slice(0, MOST_ASIDE);
}

/** Longest text that is kept in the browser, UTF-16 units. */
export const LONGEST_KEPT = 100_000;
/** Milliseconds after the last key before an edit is stored. */
const KEEPING = 300;

/** Fate of the text in the editor: kept in this browser, no room for it, or too long. */
export type Keeping = 'kept' | 'full' | 'long';

const isKeepable = ({ text }: Draft): boolean => text.length <= LONGEST_KEPT;

/** Stores edits in the browser. @returns what became of the text in the editor */
export function keepEdits({ draft, aside }: Edits): Keeping {
  const isLong = draft !== null && !isKeepable(draft);
  const kept = { draft: isLong ? null : draft, aside: aside.filter(isKeepable) };
  if (!remember(KEY, JSON.stringify(kept))) return 'full';
  return isLong ? 'long' : 'kept';
}

/** Stores edits shortly after typing, and before the page closes. */
export function editsKeeper(tell: (keeping: Keeping) => void): (edits: Edits) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: Edits | null = null;
  const flush = () => {
    clearTimeout(timer);
    if (latest === null) return;
    const edits = latest;
    latest = null;
    tell(keepEdits(edits));
  };
  globalThis.addEventListener?.('pagehide', flush);
  return edits => {
    latest = edits;
    clearTimeout(timer);
    timer = setTimeout(flush, KEEPING);
  };
}

/** The edits stored in this browser. */
export function keptEdits(): Edits {
  const kept = parsed(KEY);
  const { draft, aside } = (kept ?? {}) as Partial<Edits>;
  return {
    draft: isDraft(draft) ? draft : null,
    aside: Array.isArray(aside) ? aside.filter(isDraft).slice(0, MOST_ASIDE) : [],
    applied: null,
  };
}

function isDraft(value: unknown): value is Draft {
  const { name, text, base } = (value ?? {}) as Partial<Draft>;
  return typeof name === 'string' && typeof text === 'string' && typeof base === 'number';
}
