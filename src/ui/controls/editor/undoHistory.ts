import { history, historyField } from '@codemirror/commands';
import { Compartment, EditorState, type EditorStateConfig, type Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { computeFnv1aDigest } from '../../../engine/core/hashing/computeFnv1aDigest.ts';

/** Most UTF-16 units of a history that is kept; the oldest steps give way. */
const MAX_HISTORY_LENGTH = 150_000;
const HISTORY_FIELDS = { history: historyField };
const steps = new Compartment();

/** A history as JSON has it. */
interface StoredHistory {
  /** Digest of the text that it belongs to. */
  readonly text: number;
  readonly selection: unknown;
  readonly history: { readonly done: readonly unknown[]; readonly undone: readonly unknown[] };
}

/** The undo history of a text, to be saved with it; null if it is empty. */
export function serializeUndoHistory(state: EditorState): string | null {
  const { selection, history: all } = state.toJSON(HISTORY_FIELDS) as StoredHistory;
  if (all.done.length + all.undone.length === 0) return null;
  const text = computeFnv1aDigest(state.doc.toString());
  for (let done = all.done; ; done = done.slice(Math.ceil(done.length / 2))) {
    const json = JSON.stringify({
      text,
      selection,
      history: { done, undone: all.undone },
    } satisfies StoredHistory);
    if (json.length <= MAX_HISTORY_LENGTH) return json;
    if (done.length === 0) return null;
  }
}

/** A text with its undo history; without it if that belongs to another text. */
export function createEditorState(text: string, kept: string | null, extensions: Extension): EditorState {
  const config: EditorStateConfig = { doc: text, extensions: [steps.of(history()), extensions] };
  try {
    const { text: digest, ...parts } = JSON.parse(kept ?? '{}') as Partial<StoredHistory>;
    if (digest === computeFnv1aDigest(text))
      return EditorState.fromJSON({ doc: text, ...parts }, config, HISTORY_FIELDS);
  } catch {
    // Saved data may be of an earlier version.
  }
  return EditorState.create(config);
}

/** From now on nothing that was done before can be undone. */
export function resetUndoHistory(view: EditorView): void {
  // An extension that is removed from a state loses its data.
  for (const extension of [[], history()]) view.dispatch({ effects: steps.reconfigure(extension) });
}
