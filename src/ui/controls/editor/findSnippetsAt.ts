import { type Completion, snippet } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';

/** A piece of text with stops for Tab, as `${name}` and `${}`. */
export interface EditorSnippet {
  readonly label: string;
  /** Description in a few words. */
  readonly detail: string;
  /** Key of the list or map that it belongs in; '' for an empty text. */
  readonly under: string;
  /** An item begins with its dash. */
  readonly template: string;
}

/** The snippets that fit the beginning of a word. */
export function findSnippetsAt(
  state: EditorState,
  from: number,
  snippets: readonly EditorSnippet[],
): readonly Completion[] {
  const line = state.doc.lineAt(from);
  const [, indent, dash] = /^( *)(- +)?/.exec(line.text)!;
  // A snippet begins its line.
  if (line.from + indent.length + (dash?.length ?? 0) !== from) return [];
  const under = findEnclosingKey(state, line.number, indent.length, dash !== undefined);
  return snippets
    .filter(one => one.under === under && (dash === undefined || one.template.startsWith('-')))
    .map(({ label, detail, template }) => ({
      label,
      detail,
      boost: 2,
      apply: (view, completion, at, to) =>
        // A dash that is there already is part of the snippet.
        snippet(template)(view, completion, at - (dash?.length ?? 0), to),
    }));
}

/** Key of the list or map around a line that begins in a column; '' at the top of the text. */
function findEnclosingKey(
  state: EditorState,
  number: number,
  column: number,
  isItem: boolean,
): string | null {
  for (let before = number - 1; before > 0; before--) {
    const { text } = state.doc.line(before);
    const [, indent, dash = '', key] = /^( *)((?:- +)*)(?:([\w-]+):\s*(?:#.*)?$)?/.exec(text)!;
    if (text.trim() === '' || text.trimStart().startsWith('#')) continue;
    const there = indent.length + dash.length;
    // A list may stand right under its key.
    if (there < column || (isItem && there === column && key !== undefined)) return key ?? null;
    // A field of an item, or of the text.
    if (!isItem && there === column && (dash !== '' || column === 0)) return null;
  }
  return column === 0 && !isItem ? '' : null;
}
