import { completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintKeymap, setDiagnostics, setDiagnosticsEffect } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Prec,
  RangeSetBuilder,
  StateField,
  type Text,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { styleNonce } from '../../policy/styleNonce.ts';
import type { EditorNames } from './createNameSupport.ts';
import { inkTheme } from './inkTheme.ts';
import { createLanguageSupport, type EditorLanguage } from './languageSupport.ts';
import { type LineMark, lineMarks, markLines } from './lineMarks.ts';
import { openRenameDialog, type Renamer } from './openRenameDialog.ts';
import { buildDiagnostics, type EditorProblem, findEditorPosition } from './problem.ts';
import { createEditorState, resetUndoHistory, serializeUndoHistory } from './undoHistory.ts';

/** Deeper lines wrap as these do, so that some room is left for their words. */
const MAX_WRAP_INDENT = 32;
/** Columns that a continuation is indented beyond its line. */
const HANG = 2;

const WRAPPING_LINES = Array.from({ length: MAX_WRAP_INDENT + 1 }, (_, columns) =>
  Decoration.line({ class: `cm-indent-${columns}` }),
);

/** A class for each indent: the page's security policy allows no style of a line's own. */
const indents = EditorView.theme(
  Object.fromEntries(
    WRAPPING_LINES.map((_, columns) => [
      `.cm-line.cm-indent-${columns}`,
      { paddingLeft: `calc(4px + ${columns + HANG}ch)`, textIndent: `-${columns + HANG}ch` },
    ]),
  ),
);

const hanging = ViewPlugin.fromClass(
  class {
    lines: DecorationSet;
    constructor(view: EditorView) {
      this.lines = buildWrappedLines(view);
    }
    update({ view, docChanged, viewportChanged }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.lines = buildWrappedLines(view);
    }
  },
  { decorations: ({ lines }) => lines },
);

function buildWrappedLines({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      const columns = /^[ -]*/.exec(line.text)![0].length;
      builder.add(line.from, line.from, WRAPPING_LINES[Math.min(columns, MAX_WRAP_INDENT)]);
      at = line.to + 1;
    }
  return builder.finish();
}

/** Wraps long lines; what goes on in the next row is indented with its line. */
const wrapping: Extension = [EditorView.lineWrapping, hanging, indents];

const LINES = {
  error: Decoration.line({ class: 'cm-problemLine cm-problemLine-error' }),
  warning: Decoration.line({ class: 'cm-problemLine' }),
};

/** Highlights the lines of the problems that are shown; they move with the text. */
const problemLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setDiagnosticsEffect)) return buildProblemLines(transaction.newDoc, effect.value);
    return lines.map(transaction.changes);
  },
  provide: field => EditorView.decorations.from(field),
});

function buildProblemLines(
  doc: Text,
  problems: readonly { from: number; severity: string }[],
): DecorationSet {
  const severities = new Map<number, 'error' | 'warning'>();
  for (const { from, severity } of problems) {
    const line = doc.lineAt(from).from;
    if (severity === 'error' || !severities.has(line))
      severities.set(line, severity === 'error' ? 'error' : 'warning');
  }
  const builder = new RangeSetBuilder<Decoration>();
  for (const [line, severity] of [...severities].sort(([a], [b]) => a - b))
    builder.add(line, line, LINES[severity]);
  return builder.finish();
}

/**
 * Text typed over a selection goes into the text at once. Left to itself a browser first takes the selection out of the
 * page and styles the new text by a style of its own, which the page's security policy forbids.
 */
const overwriting = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data, isComposing } = event;
    const { selection, readOnly } = view.state;
    if (inputType !== 'insertText' || data === null || isComposing || view.composing) return false;
    if (readOnly || selection.main.empty) return false;
    const { from, to } = selection.main;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const isDone = view.state
      .facet(EditorView.inputHandler)
      .some(handle => handle(view, from, to, data, insert));
    if (!isDone) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

interface PaneListener {
  onChange(text: string): void;
  onApply(): void;
  onRename(): void;
}

/** Marks changes made by the page, which are not reported to it. */
const fromPage = Annotation.define<boolean>();
/** Most reported texts that have not come back yet. */
const ECHOES = 32;

/** A text in an element of the page, with its problems. */
export class TextPane {
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private readonly attributes = new Compartment();
  /** Texts reported to the page lately: when one of them comes back late, what was typed since stays. */
  private reported: string[] = [];
  private readonly sizes =
    typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => this.keepCaret());

  constructor(
    parent: HTMLElement,
    text: string,
    /** Origin of the edited text. */
    private origin: string,
    /** Its undo history, as `past` gave it. */
    past: string | null,
    private readonly listener: PaneListener,
  ) {
    const state = createEditorState(text, past, [
      this.keys(),
      this.language.of([]),
      basics,
      this.attributes.of([]),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (docChanged && !transactions.some(change => change.annotation(fromPage))) this.tell(state);
      }),
      passing,
    ]);
    this.view = new EditorView({ parent, state });
    this.sizes?.observe(parent);
  }

  /** The present undo history, to be saved with the text; null for nothing. */
  get past(): string | null {
    return serializeUndoHistory(this.view.state);
  }

  /** Asks for a new name of what is named at the cursor. */
  rename(renamer: Renamer): void {
    void openRenameDialog(this.view, renamer);
  }

  destroy(): void {
    this.sizes?.disconnect();
    this.view.destroy();
  }

  /** Keeps the caret's line in sight when messages below the text take space from it. */
  private keepCaret(): void {
    const { hasFocus, state } = this.view;
    if (hasFocus) this.view.dispatch({ effects: EditorView.scrollIntoView(state.selection.main.head) });
  }

  /**
   * Takes a text from outside in one undoable step, unless it only echoes the typed text. A text of another origin
   * starts a new history.
   */
  setText(text: string, origin: string): void {
    const { doc, selection } = this.view.state;
    const now = doc.toString();
    const isNew = origin !== this.origin;
    this.origin = origin;
    if (text === now) {
      this.reported = [];
      return;
    }
    if (!isNew && this.reported.includes(text)) return;
    this.reported = [];
    const change = computeTextChange(now, text);
    // A different text is shown from its beginning.
    const isOther = isNew || change.to - change.from > now.length / 2;
    const anchor = isOther ? 0 : Math.min(selection.main.head, text.length);
    this.view.dispatch({
      changes: change,
      selection: { anchor },
      annotations: [fromPage.of(true), isolateHistory.of('full')],
      ...(isOther && { effects: EditorView.scrollIntoView(0, { y: 'start', x: 'start' }) }),
    });
    if (isNew) resetUndoHistory(this.view);
  }

  setProblems(problems: readonly EditorProblem[]): void {
    const { state } = this.view;
    this.view.dispatch(setDiagnostics(state, buildDiagnostics(state.doc, problems)));
  }

  setMarks(marks: readonly LineMark[]): void {
    this.view.dispatch({ effects: markLines.of(marks) });
  }

  setLanguage(language: EditorLanguage, names: EditorNames): void {
    this.view.dispatch({ effects: this.language.reconfigure(createLanguageSupport(language, names)) });
  }

  /** @param attributes of the element that is typed into. */
  setAttributes(attributes: Readonly<Record<string, string>>): void {
    this.view.dispatch({ effects: this.attributes.reconfigure(EditorView.contentAttributes.of(attributes)) });
  }

  /** Moves the cursor to a place, centres it, and focuses the text. */
  reveal(line: number, column: number): void {
    const anchor = findEditorPosition(this.view.state.doc, line, column);
    this.view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center', x: 'nearest', xMargin: 24 }),
    });
    this.view.focus();
  }

  private tell(state: EditorState): void {
    const text = state.doc.toString();
    this.reported = [...this.reported.slice(1 - ECHOES), text];
    this.listener.onChange(text);
  }

  private keys(): Extension {
    const run = () => {
      this.listener.onApply();
      return true;
    };
    return Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run },
        { key: 'Ctrl-Enter', run },
        {
          key: 'F2',
          run: () => {
            this.listener.onRename();
            return true;
          },
        },
      ]),
    );
  }
}

/** The difference between two texts: everything but their common beginning and end. */
function computeTextChange(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/**
 * Users who pass through by Tab leave the text by Tab; once something is typed or clicked there, Tab indents
 * and Escape releases it.
 */
const passing: Extension = EditorView.domEventHandlers({
  focus(_, view) {
    view.setTabFocusMode(true);
  },
  pointerdown(_, view) {
    // Deferred until after the focus that this event brings.
    setTimeout(() => view.setTabFocusMode(false));
  },
  beforeinput(_, view) {
    view.setTabFocusMode(false);
  },
});

/** Basic keys: Tab indents; after Escape it leaves the text, as everywhere in the editor's keymap. */
const basics: Extension = [
  EditorView.cspNonce.of(styleNonce),
  lineMarks,
  lineNumbers(),
  highlightSpecialChars(),
  // The same stop of a snippet is typed in all its places at once.
  EditorState.allowMultipleSelections.of(true),
  drawSelection(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  bracketMatching(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  search({ top: true }),
  problemLines,
  overwriting,
  wrapping,
  inkTheme,
  keymap.of([
    ...completionKeymap,
    ...searchKeymap,
    ...lintKeymap,
    ...historyKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
];
