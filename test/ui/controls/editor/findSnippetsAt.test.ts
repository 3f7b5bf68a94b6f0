import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { checkWorkflowText } from '../../../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { findSnippetsAt } from '../../../../src/ui/controls/editor/findSnippetsAt.ts';
import { MINIMAL, SNIPPETS } from '../../../../src/ui/models/workflow/workflowText.ts';

function offered(marked: string): readonly string[] {
  const from = marked.indexOf('⟨');
  const state = EditorState.create({ doc: marked.replace('⟨', '') });
  return findSnippetsAt(state, from, SNIPPETS).map(({ label }) => label);
}

const STEPS = ['llm step', 'transition step', 'code step'];
const STATES = ['state', 'state with states'];
const EDGES = ['transition', 'transition if', 'transition from any'];

describe('snippets', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['in an empty text', '⟨wo', ['workflow']],
    ['under steps', 'w:\n  steps:\n    ⟨ll', STEPS],
    ['behind a dash', 'w:\n  steps:\n    - ⟨ll', STEPS],
    ['behind other steps', 'w:\n  steps: # ours\n    - name: x\n      type: llm\n\n    ⟨', STEPS],
    ['behind a dash right under its list', 'w:\n  steps:\n  - ⟨ll', STEPS],
    ['under transitions', 'w:\n  transitions:\n    - from: a\n      to: b\n    - ⟨tr', EDGES],
    ['under states', 'w:\n  states:\n    - ⟨s', STATES],
    ['under the states of a state', 'w:\n  states:\n    - name: x\n      states:\n        - ⟨s', STATES],
    ['under traits', 'c:\n  traits:\n    ⟨', ['trait', 'trait if']],
    ['under artifacts', 'artifacts:\n  ⟨', ['artifact']],
    ['in a step', 'w:\n  steps:\n    - name: x\n      ⟨ty', []],
    ['behind a field', 'w:\n  steps:\n    - name: ⟨x', []],
    ['at the top of a text with fields', 'a: b\n⟨', []],
  ])('are offered where they belong: %s', (_, text, labels) => {
    expect(offered(text)).toEqual(labels);
  });

  it('make a workflow that can be run, once their stops are filled in', () => {
    const filled = (under: string, indent: string) =>
      SNIPPETS.filter(one => one.under === under)
        .map(({ template }) => template.replaceAll(/#\{(\w+)[^}]*\}/g, '$1'))
        .map(text => `${indent}${text.replaceAll('\n', `\n${indent}`)}\n`);
    const named = (under: string, indent: string) =>
      filled(under, indent)
        .map((text, i) => text.replace('name: name', `name: name${i}`))
        .join('');
    const [first] = filled('transitions', '      ');
    const text = `workflow:
  state_machine:
    states:
${filled('states', '      ').join('')}      - source
      - target
    initial_state: source
    transitions:
${first}      - from: state
        to: target
  steps:
${named('steps', '    ')}components:
  traits:
${named('traits', '    ').replaceAll('[step]', '[name0]')}artifacts:
${named('artifacts', '  ')}`;
    expect(checkWorkflowText(text).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(checkWorkflowText(MINIMAL).problems).toEqual([]);
  });
});
