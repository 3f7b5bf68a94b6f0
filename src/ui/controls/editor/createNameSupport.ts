import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { type EditorSnippet, findSnippetsAt } from './findSnippetsAt.ts';

/** Names known to the text. */
export interface EditorNames {
  /** Variables, known in braces in prompts. */
  readonly variables: readonly string[];
  /** Keys and names of states. */
  readonly words: readonly string[];
  readonly snippets: readonly EditorSnippet[];
}

const BRACED = /\{([A-Za-z_]\w*)\}/g;

/** Highlights known variables in braces, and completes names and snippets while they are typed. */
export const createNameSupport = ({ variables, words, snippets }: EditorNames): Extension => [
  markVariables(new Set(variables)),
  autocompletion({
    override: [createCompletionSource(variables, words, snippets)],
    icons: false,
    selectOnOpen: false,
  }),
];

function markVariables(known: ReadonlySet<string>): Extension {
  const mark = Decoration.mark({ class: 'cm-variable' });
  const finder = new MatchDecorator({
    regexp: BRACED,
    decoration: match => (known.has(match[1]) ? mark : null),
  });
  return ViewPlugin.fromClass(
    class {
      marks: DecorationSet;
      constructor(view: EditorView) {
        this.marks = finder.createDeco(view);
      }
      update(update: ViewUpdate): void {
        this.marks = finder.updateDeco(update, this.marks);
      }
    },
    { decorations: ({ marks }) => marks },
  );
}

/** Completions: a variable after a brace; else, from the second letter on, a key, a state or a snippet. */
function createCompletionSource(
  variables: readonly string[],
  words: readonly string[],
  snippets: readonly EditorSnippet[],
) {
  const inBraces: readonly Completion[] = variables.map(name => ({
    label: name,
    apply: applyCompletion,
    detail: 'variable',
  }));
  const plain: readonly Completion[] = [...new Set(words)].map(label => ({ label }));
  return (context: CompletionContext): CompletionResult | null => {
    const braced = context.matchBefore(/\{\w*$/);
    if (braced && variables.length > 0)
      return { from: braced.from + 1, options: inBraces, validFor: /^\w*$/ };
    const word = context.matchBefore(/\w[\w-]*$/);
    if (!context.explicit && (word === null || word.to - word.from < 2)) return null;
    const from = word?.from ?? context.pos;
    const options = [...findSnippetsAt(context.state, from, snippets), ...plain];
    return { from, options, validFor: /^[\w-]*$/ };
  };
}

/** Closes the brace unless it is closed already. */
function applyCompletion(view: EditorView, { label }: Completion, from: number, to: number): void {
  const isClosed = view.state.sliceDoc(to, to + 1) === '}';
  view.dispatch({
    changes: { from, to, insert: isClosed ? label : `${label}}` },
    selection: { anchor: from + label.length + 1 },
    userEvent: 'input.complete',
  });
}
