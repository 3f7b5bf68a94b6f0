import { autocompletion } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { type AttrSpec, type ElementSpec, xml } from '@codemirror/lang-xml';
import { yaml } from '@codemirror/lang-yaml';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, type Line, Prec, type StateCommand } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { createNameSupport, type EditorNames } from './createNameSupport.ts';

/** A language that the editor knows. */
export type EditorLanguage = 'yaml' | 'xml' | 'json';

/** The editor's help with a text: its colours, and completion of what is known. */
export function createLanguageSupport(language: EditorLanguage, names: EditorNames): Extension {
  if (language === 'json') return [json(), createNameSupport(names)];
  if (language === 'yaml')
    return [
      yaml(),
      createNameSupport(names),
      Prec.high(keymap.of([{ key: 'Enter', run: insertYamlNewLine }])),
    ];
  // Elements, their attributes and the states that these may name, by the place in the text.
  return [xml(SCXML(names.words)), autocompletion({ icons: false, selectOnOpen: false })];
}

const SCXML_STATE_ELEMENTS = ['state', 'parallel', 'final', 'history'];
const SCXML_ACTION_ELEMENTS = [
  'raise',
  'send',
  'cancel',
  'log',
  'assign',
  'if',
  'foreach',
  'sc:set',
  'sc:add',
];
const OWN_ATTRIBUTES = ['sc:trigger', 'sc:rate', 'sc:per', 'sc:after', 'sc:cond'];

/** Supported elements of SCXML, their places, and the names that they may use. */
function SCXML(states: readonly string[]): { elements: ElementSpec[]; attributes: AttrSpec[] } {
  const naming = (name: string): AttrSpec => ({ name, values: [...states] });
  return {
    elements: [
      {
        name: 'scxml',
        top: true,
        children: [...SCXML_STATE_ELEMENTS, 'datamodel'],
        attributes: ['xmlns', 'xmlns:sc', 'version', 'datamodel', 'name', 'initial'],
      },
      {
        name: 'state',
        children: [...SCXML_STATE_ELEMENTS, 'initial', 'onentry', 'onexit', 'transition', 'datamodel'],
        attributes: ['id', 'initial', 'sc:timeout'],
      },
      {
        name: 'parallel',
        children: [...SCXML_STATE_ELEMENTS, 'onentry', 'onexit', 'transition'],
        attributes: ['id', 'sc:timeout'],
      },
      { name: 'final', children: ['onentry', 'onexit', 'donedata'], attributes: ['id'] },
      { name: 'history', children: ['transition'], attributes: ['id', 'type'] },
      { name: 'initial', children: ['transition'] },
      {
        name: 'transition',
        children: SCXML_ACTION_ELEMENTS,
        attributes: ['event', 'target', 'cond', 'type', ...OWN_ATTRIBUTES],
      },
      { name: 'onentry', children: SCXML_ACTION_ELEMENTS },
      { name: 'onexit', children: SCXML_ACTION_ELEMENTS },
      { name: 'if', children: [...SCXML_ACTION_ELEMENTS, 'elseif', 'else'], attributes: ['cond'] },
      { name: 'raise', attributes: ['event'] },
      { name: 'send', attributes: ['event', 'delay', 'id'] },
      { name: 'cancel', attributes: ['sendid'] },
      { name: 'log', attributes: ['label', 'expr'] },
      { name: 'assign', attributes: ['location', 'expr'] },
      { name: 'datamodel', children: ['data'] },
      { name: 'data', attributes: ['id', 'expr'] },
      { name: 'sc:set', attributes: ['column', 'value'] },
      { name: 'sc:add', attributes: ['column', 'value'] },
    ],
    attributes: [
      naming('target'),
      naming('initial'),
      naming('sc:per'),
      { name: 'type', values: ['internal', 'external', 'shallow', 'deep'] },
      { name: 'sc:after', values: ['timeout'] },
      { name: 'datamodel', values: ['null', 'ecmascript'] },
    ],
  };
}

/** Milliseconds that a key may wait for the syntax tree. */
const SYNTAX_DEADLINE_MS = 50;
/** Nodes in which a line end means something else than in fields and lists. */
const INSIDE = new Set(['FlowMapping', 'FlowSequence', 'QuotedLiteral', 'Comment']);

/** A line in columns from 0: `    - from: a` has its dash in column 4 and its words in column 6. */
interface LineShape {
  /** Column of the last dash; null if there is none. */
  readonly dash: number | null;
  readonly column: number;
  readonly words: string;
}

function parseLineShape(text: string): LineShape {
  const [marks] = /^ *(?:-(?: +|$))*/.exec(text)!;
  const dash = marks.lastIndexOf('-');
  // A dash alone stands before words that are still to come.
  const column = marks.endsWith('-') ? marks.length + 1 : marks.length;
  return { dash: dash < 0 ? null : dash, column, words: text.slice(marks.length).trimEnd() };
}

/**
 * Enter at the end of a line of YAML: behind an item's first field come its others, behind a plain item the
 * next one. On an empty line of an item it begins the next item, on an empty item it leaves the list.
 */
export const insertYamlNewLine: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  if (ranges.length > 1 || !main.empty || state.readOnly) return false;
  const line = state.doc.lineAt(main.head);
  if (state.sliceDoc(main.head, line.to).trim() !== '' || isInsideYamlText(state, main.head, line))
    return false;
  const shape = parseLineShape(line.text.slice(0, main.head - line.from));
  const isEmpty = shape.words === '';
  if (isEmpty && shape.dash === null && shape.column === 0) return false;
  const insert = isEmpty ? replaceEmptyItem(state, line, shape) : `\n${getNextLinePrefix(shape)}`;
  const from = isEmpty ? line.from : main.head;
  dispatch(
    state.update({
      changes: { from, to: line.to, insert },
      selection: { anchor: from + insert.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};

/** The beginning of the line after one with words. */
function getNextLinePrefix({ dash, column, words }: LineShape): string {
  const isField = /^(?:"[^"]*"|'[^']*'|[^\s[{"'#][^#]*?):(?:\s|$)/.test(words);
  if (dash !== null && !isField) return `${' '.repeat(dash)}- `;
  const isOpen = /:(?:\s+[|>][-+\d]*)?(?:\s+#.*)?$/.test(words);
  return ' '.repeat(isOpen ? column + 2 : column);
}

/** Replacement of an empty line or item. */
function replaceEmptyItem(state: EditorState, line: Line, { dash, column }: LineShape): string {
  const own = dash ?? column;
  for (let number = line.number - 1; number > 0; number--) {
    const before = parseLineShape(state.doc.line(number).text);
    if (before.words === '' || before.words.startsWith('#')) continue;
    if (dash === null && before.dash !== null && before.column === own) return `${' '.repeat(before.dash)}- `;
    if (before.column < own) return ' '.repeat(before.column);
  }
  return '';
}

/** True if a line end there belongs to a text, to brackets or to a comment. */
function isInsideYamlText(state: EditorState, at: number, line: Line): boolean {
  const tree = ensureSyntaxTree(state, at, SYNTAX_DEADLINE_MS) ?? syntaxTree(state);
  for (let node = tree.resolveInner(at, -1); node.parent !== null; node = node.parent) {
    if (INSIDE.has(node.name) && (node.to > at || node.name === 'Comment')) return true;
    if (node.name !== 'BlockLiteral' || node.from >= line.from) continue;
    const first = /\n+( *)(?=\S)/.exec(state.sliceDoc(node.from, node.to));
    // An empty line that is less indented than the text ends the text.
    if (line.text.trim() !== '' || line.length >= (first?.[1].length ?? 0)) return true;
  }
  return false;
}
