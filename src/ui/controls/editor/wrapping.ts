import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

/** Deeper lines wrap as these do, so that some room is left for their words. */
const DEEPEST = 32;
/** Columns that a continuation is indented beyond its line. */
const HANG = 2;

const LINES = Array.from({ length: DEEPEST + 1 }, (_, columns) =>
  Decoration.line({ class: `cm-indent-${columns}` }),
);

/** A class for each indent: the page's security policy allows no style of a line's own. */
const indents = EditorView.theme(
  Object.fromEntries(
    LINES.map((_, columns) => [
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
      builder.add(line.from, line.from, LINES[Math.min(columns, DEEPEST)]);
      at = line.to + 1;
    }
  return builder.finish();
}

/** Wraps long lines; what goes on in the next row is indented with its line. */
export const wrapping: Extension = [EditorView.lineWrapping, hanging, indents];
