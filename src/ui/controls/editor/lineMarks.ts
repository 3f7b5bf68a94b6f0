import {
  type EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import { EditorView, GutterMarker, gutter } from '@codemirror/view';

/** A remark on a line of the text, from 1, that is no problem of the text itself. */
export interface LineMark {
  readonly line: number;
  readonly words: string;
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

/** Puts other marks in the place of those that are there. */
export const markLines = StateEffect.define<readonly LineMark[]>();

const marks = StateField.define<RangeSet<Dot>>({
  create: () => RangeSet.empty,
  update(present, { effects, changes, newDoc }) {
    for (const effect of effects) if (effect.is(markLines)) return dotsOn(newDoc, effect.value);
    return present.map(changes);
  },
});

function dotsOn(doc: Text, all: readonly LineMark[]): RangeSet<Dot> {
  const words = new Map<number, string>();
  for (const { line, words: more } of all)
    if (line >= 1 && line <= doc.lines) words.set(line, [words.get(line) ?? [], more].flat().join('\n'));
  return RangeSet.of(
    [...words].map(([line, text]) => new Dot(text).range(doc.line(line).from)),
    true,
  );
}

/** The marks, where their lines are by now. */
export function marksIn(state: EditorState): readonly LineMark[] {
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
});

/** Marks beside the lines, which move with the text. */
export const lineMarks: Extension = [
  marks,
  gutter({ class: 'cm-lineMarks', markers: ({ state }) => state.field(marks) }),
  look,
];
