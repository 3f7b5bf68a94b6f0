import { autocompletion } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { yaml } from '@codemirror/lang-yaml';
import { type Extension, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { insertYamlNewLine } from './insertYamlNewLine.ts';
import { createNameSupport, type EditorNames } from './names.ts';
import { SCXML } from './scxml.ts';

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
