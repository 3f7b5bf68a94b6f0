import { yaml } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { insertYamlNewLine } from '../../../../src/ui/controls/editor/languageSupport.ts';

/** The text after Enter, with the cursor as |; null where the key means what it always does. */
function entered(marked: string): string | null {
  const at = marked.indexOf('|⟩');
  const doc = marked.replace('|⟩', '');
  let { state } = { state: EditorState.create({ doc, selection: { anchor: at }, extensions: yaml() }) };
  const did = insertYamlNewLine({
    state,
    dispatch: transaction => {
      state = transaction.state;
    },
  });
  const { head } = state.selection.main;
  return did ? `${state.sliceDoc(0, head)}|⟩${state.sliceDoc(head)}` : null;
}

describe('Enter in a workflow', () => {
  it.each<readonly [string, string, string]>([
    ['behind an item’s first field: its others', 't:\n  - from: a|⟩', 't:\n  - from: a\n    |⟩'],
    ['behind a quoted field', 't:\n  - "from": "a"|⟩', 't:\n  - "from": "a"\n    |⟩'],
    [
      'behind an item’s last field: one more',
      't:\n  - from: a\n    to: b|⟩',
      't:\n  - from: a\n    to: b\n    |⟩',
    ],
    [
      'on an item’s empty line: the next',
      't:\n  - from: a\n    to: b\n    |⟩',
      't:\n  - from: a\n    to: b\n  - |⟩',
    ],
    ['on an empty item: out of the list', 't:\n  - from: a\n  - |⟩', 't:\n  - from: a\n|⟩'],
    ['behind a plain item: the next', 's:\n  - a|⟩', 's:\n  - a\n  - |⟩'],
    [
      'behind an item in brackets: the next',
      's:\n  - {from: a, to: b}|⟩',
      's:\n  - {from: a, to: b}\n  - |⟩',
    ],
    ['behind a name without a value: deeper', 'a:\n  steps:|⟩', 'a:\n  steps:\n    |⟩'],
    ['behind the head of a text: deeper than its field', '- prompt: ||⟩', '- prompt: |\n    |⟩'],
    ['behind a field: the next one next to it', 'a:\n  b: c|⟩  \nd: e', 'a:\n  b: c\n  |⟩\nd: e'],
    ['on an empty line of no item: out by one', 'a:\n  b:\n    c: d\n    |⟩', 'a:\n  b:\n    c: d\n  |⟩'],
    [
      'behind a text, less indented than it: the next item',
      's:\n  - prompt: |\n      words\n    |⟩',
      's:\n  - prompt: |\n      words\n  - |⟩',
    ],
    [
      'on an empty line of an inner item: the next inner one',
      's:\n  - in:\n      - a: b\n        |⟩',
      's:\n  - in:\n      - a: b\n      - |⟩',
    ],
  ])('%s', (_, before, after) => {
    expect(entered(before)).toBe(after);
  });

  it.each([
    ['in a text', 'a: |\n  words|⟩'],
    ['on an empty line of a text', 'a: |\n  words\n  |⟩\n  more'],
    ['in brackets', 's: [a,|⟩\n  b]'],
    ['in quotation marks', 's: "a|⟩\n  b"'],
    ['in a comment', 'a: b # words|⟩'],
    ['before words', 'a: |⟩b'],
    ['on an empty line at the left', 'a: b\n|⟩'],
  ])('is left to the editor %s', (_, before) => {
    expect(entered(before)).toBeNull();
  });
});
