import { computeFnv1aDigest } from '../../engine/core/hashing/computeFnv1aDigest.ts';
import type { OwnInput } from '../../engine/setup/config.ts';
import { type Edits, MAX_EDITS_ASIDE, type TextDraft } from '../state/edits.ts';

/** Records the present text of the editor. @param over the text of the run */
export const recordTypedDraft = (edits: Edits, draft: Omit<TextDraft, 'base'>, over: string): Edits => ({
  ...edits,
  // While another text is being opened, going back to the old one is a change as well.
  draft: draft.text === over && edits.applied === null ? null : { ...draft, base: computeFnv1aDigest(over) },
});

/** A run of this text is being opened. @param over the text of the run before it */
export const beginApplyingText = (edits: Edits, text: string, over: string): Edits => ({
  ...edits,
  applied: { text: computeFnv1aDigest(text), over: computeFnv1aDigest(over) },
});

/** A run of this text is being opened, which is what the editor shows then, whatever was typed over it. */
export const beginOpeningText = (edits: Edits, text: string): Edits => ({
  ...edits,
  applied: { text: computeFnv1aDigest(text), over: null },
});

/** It was opened, or could not be: what is typed now is over the text of the run again. */
export function finishApplyingText(edits: Edits, over: string): Edits {
  if (edits.applied === null) return edits;
  return { ...edits, draft: edits.draft?.text === over ? null : edits.draft, applied: null };
}

/** The text of the run is in the editor again. */
export const revertDraft = (edits: Edits): Edits => ({ ...edits, draft: null });

/** Another text comes into the editor; what was typed there is set aside. */
export const replaceDraft = (edits: Edits, draft: TextDraft): Edits => ({
  ...edits,
  aside: addToAsideDrafts(edits),
  draft,
});

/**
 * A run of this text is there: a draft over it stays, and so does one that was typed on while it was being opened; one
 * that it is made from is done, another one is set aside.
 */
export function finishOpeningText(edits: Edits, text: string): Edits {
  const { draft, aside, applied } = edits;
  const base = computeFnv1aDigest(text);
  const rest = aside.filter(other => other.text !== text);
  const done = { draft: null, aside: rest, applied: null };
  if (draft?.text === text) return done;
  const isWanted = applied?.text === base && applied.over === null;
  if (isWanted) return { ...done, aside: addToAsideDrafts({ draft, aside: rest }) };
  if (draft === null || draft.base === base)
    return rest.length === aside.length && applied === null ? edits : { ...done, draft };
  if (applied?.text === base && applied.over === draft.base) return { ...done, draft: { ...draft, base } };
  const back = rest.find(other => other.base === base);
  const others = addToAsideDrafts({ draft, aside: rest.filter(other => other !== back) });
  return { draft: back ?? null, aside: others, applied: null };
}

/** Restores the last draft set aside for an input, over the text of the run; the present draft is set aside. */
export function restoreAsideDraft(edits: Edits, input: OwnInput, over: string): Edits {
  const latest = edits.aside.find(draft => draft.input === input);
  if (latest === undefined) return edits;
  return replaceDraft(discardAsideDraft(edits, input), { ...latest, base: computeFnv1aDigest(over) });
}

/** A text that a run was made from gives way to another run's. */
export const setDraftAside = (edits: Edits, draft: Omit<TextDraft, 'base'>): Edits => ({
  ...edits,
  aside: addToAsideDrafts({ draft: { ...draft, base: computeFnv1aDigest(draft.text) }, aside: edits.aside }),
});

/** Drops the text that was set aside last for an input. */
export function discardAsideDraft(edits: Edits, input: OwnInput): Edits {
  const latest = edits.aside.find(draft => draft.input === input);
  return { ...edits, aside: edits.aside.filter(draft => draft !== latest) };
}

function addToAsideDrafts({ draft, aside }: Pick<Edits, 'draft' | 'aside'>): readonly TextDraft[] {
  if (draft === null) return aside;
  return [draft, ...aside.filter(({ text }) => text !== draft.text)].slice(0, MAX_EDITS_ASIDE);
}
