import {
  type EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import { EditorView, GutterMarker, gutter } from '@codemirror/view';

/** A remark on a line of the text, from 1, that is not a problem of the text itself. */
export interface LineMark {
  readonly line: number;
  readonly words: string;
  /** A number that stands behind the line, with its share of the greatest, 0 to 1; absent: a dot stands before it. */
  readonly figure?: { readonly text: string; readonly share: number };
}

class Dot extends GutterMarker {
  constructor(readonly words: string) {
    super();
  }

  override eq(other: Dot): boolean {
    return other.words === this.words;
  }

  override toDOM(): HTMLElement {
    const dot = document.createElement('span');
    dot.className = 'cm-lineMark';
    dot.title = this.words;
    return dot;
  }
}

/** The longest bar below a figure, CSS pixels. */
const BAR = 36;

class Figure extends GutterMarker {
  constructor(readonly mark: LineMark) {
    super();
  }

  override eq({ mark }: Figure): boolean {
    const { figure } = this.mark;
    return (
      mark.words === this.mark.words &&
      mark.figure?.text === figure?.text &&
      mark.figure?.share === figure?.share
    );
  }

  override toDOM(): HTMLElement {
    const { words, figure } = this.mark;
    const all = document.createElement('span');
    all.className = 'cm-figure';
    all.title = words;
    if (figure?.share === 0) all.dataset.none = '';
    const bar = document.createElement('i');
    bar.style.width = `${(figure?.share ?? 0) * BAR}px`;
    all.append(figure?.text ?? '', bar);
    return all;
  }
}

/** Puts other marks in the place of those that are there. */
export const markLines = StateEffect.define<readonly LineMark[]>();

const marks = StateField.define<RangeSet<Dot>>({
  create: () => RangeSet.empty,
  update(present, { effects, changes, newDoc }) {
    for (const effect of effects)
      if (effect.is(markLines))
        return buildDotMarks(
          newDoc,
          effect.value.filter(({ figure }) => !figure),
        );
    return present.map(changes);
  },
});

const figures = StateField.define<RangeSet<Figure>>({
  create: () => RangeSet.empty,
  update(present, { effects, changes, newDoc }) {
    for (const effect of effects) if (effect.is(markLines)) return buildFigureMarks(newDoc, effect.value);
    return present.map(changes);
  },
});

/** The first figure of a line counts. */
function buildFigureMarks(doc: Text, all: readonly LineMark[]): RangeSet<Figure> {
  const byLine = new Map<number, LineMark>();
  for (const mark of all)
    if (mark.figure && mark.line >= 1 && mark.line <= doc.lines && !byLine.has(mark.line))
      byLine.set(mark.line, mark);
  return RangeSet.of(
    [...byLine].map(([line, mark]) => new Figure(mark).range(doc.line(line).from)),
    true,
  );
}

function buildDotMarks(doc: Text, all: readonly LineMark[]): RangeSet<Dot> {
  const words = new Map<number, string>();
  for (const { line, words: more } of all)
    if (line >= 1 && line <= doc.lines) words.set(line, [words.get(line) ?? [], more].flat().join('\n'));
  return RangeSet.of(
    [...words].map(([line, text]) => new Dot(text).range(doc.line(line).from)),
    true,
  );
}

/** The marks at the present places of their lines. */
export function getLineMarks(state: EditorState): readonly LineMark[] {
  const all: LineMark[] = [];
  state.field(marks).between(0, state.doc.length, (from, _, { words }) => {
    all.push({ line: state.doc.lineAt(from).number, words });
  });
  return all;
}

/** Over the room left of the lines' numbers, so that nothing moves when they come. */
const look = EditorView.theme({
  '& .cm-lineMarks': { overflow: 'visible' },
  '.cm-lineMarks .cm-gutterElement': { position: 'relative', width: '0' },
  '.cm-lineMark': {
    position: 'absolute',
    left: '4px',
    top: '4px',
    width: '7px',
    height: '7px',
    backgroundColor: 'var(--ink)',
  },
  '& .cm-gutters-after': { border: 'none', backgroundColor: 'transparent' },
  '.cm-figure': {
    display: 'block',
    minWidth: '40px',
    paddingRight: '4px',
    textAlign: 'right',
    color: 'var(--ink)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-figure[data-none]': { fontWeight: '700' },
  '.cm-figure i': { display: 'block', height: '2px', marginLeft: 'auto', backgroundColor: 'var(--ink-3)' },
});

/** Marks next to the lines, which move with the text. */
export const lineMarks: Extension = [
  marks,
  figures,
  gutter({ class: 'cm-lineMarks', markers: ({ state }) => state.field(marks) }),
  gutter({ class: 'cm-figures', side: 'after', markers: ({ state }) => state.field(figures) }),
  look,
];
