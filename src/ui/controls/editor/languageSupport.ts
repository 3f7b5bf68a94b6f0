import { autocompletion } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { type AttrSpec, type ElementSpec, xml } from '@codemirror/lang-xml';
import { yaml } from '@codemirror/lang-yaml';
import { type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { createNameSupport, type EditorNames } from './createNameSupport.ts';
import { insertYamlNewLine } from './insertYamlNewLine.ts';

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
