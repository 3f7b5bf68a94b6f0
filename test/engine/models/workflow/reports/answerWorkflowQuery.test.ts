import { describe, expect, it } from 'vitest';
import { checkWorkflowText } from '../../../../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { renameWorkflowState } from '../../../../../src/engine/models/workflow/reports/answerWorkflowQuery.ts';
import { exampleText } from '../playing.ts';

const TEXT = `workflow:
  state_machine:
    states: [sowing, &g "growing", 'reaping']
    descriptions: {sowing: sowing is work}
    initial_state: sowing # sowing
    transitions:
      - {from: sowing, to: *g, condition: "state == 'sowing' and 'sowing' != hand"}
      - from: "*"
        to: sowing
        condition: state in ["reaping", "growing"]
  steps:
    - name: sowing
      type: code
      in_state: [sowing, reaping]
      code: |
        if state == "sowing":
            context['sowing'] = 'sowing'
    - name: decide
      type: transition
      in_state: reaping
      prompt: sowing or {sowing}?
      transition_map:
        sowing: sowing
    - name: work
      type: llm
      in_state: reaping
      run_if: tick > 3
      prompt: p
      transition_to: sowing
`;

function renamed(text: string, from: string, to: string): string {
  const renaming = renameWorkflowState(text, from, to);
  if (renaming.kind === 'refused') return renaming.why;
  return renaming.changes.reduceRight(
    (all, change) => all.slice(0, change.from) + change.insert + all.slice(change.to),
    text,
  );
}

describe('renaming a state', () => {
  it('changes every place that names it, and leaves equal words elsewhere', () => {
    const lines = TEXT.split('\n');
    for (const line of [3, 4, 5, 9, 14, 16, 29])
      lines[line - 1] = lines[line - 1].replace('sowing', 'tilling');
    lines[6] = lines[6].replace('from: sowing', 'from: tilling').replace("== 'sowing'", "== 'tilling'");
    lines[22] = lines[22].replace(': sowing', ': tilling');
    expect(renamed(TEXT, 'sowing', 'tilling').split('\n')).toEqual(lines);
    expect(checkWorkflowText(renamed(TEXT, 'sowing', 'tilling')).problems).toEqual(
      checkWorkflowText(TEXT).problems,
    );
  });

  it('writes the name in the form that each place takes', () => {
    const odd = renamed(TEXT, 'reaping', "it's, done");
    expect(odd).toContain(`'it''s, done']`);
    expect(odd).toContain('in_state: "it\'s, done"');
    expect(odd).toContain(`state in ["it's, done", "growing"]`);
    expect(renamed(TEXT, 'growing', 'true')).toContain('&g "true"');
    expect(renamed(TEXT, 'reaping', 'a: b')).toMatch(/^“a: b” cannot be written in every place/);
  });

  it('and renaming it back gives the same text', () => {
    const text = exampleText('pivoting');
    for (const state of new Set(checkWorkflowText(text).mentions.map(mention => mention.state)))
      expect(renamed(renamed(text, state, 'elsewhere'), 'elsewhere', state)).toBe(text);
  });

  it.each([
    ['growing', 'a state is called “growing” already'],
    [' ', 'a state’s name must not be empty'],
    ['*', '“*” stands for any state, and cannot be the name of one'],
    ['a\nb', 'a state’s name is one line of plain text'],
    ['x'.repeat(101), 'a state’s name has 101 characters; at most 100'],
  ])('to %j is refused', (to, why) => {
    expect(renamed(TEXT, 'sowing', to)).toBe(why);
  });

  it('works where an undeclared state is named, or an edge is missing', () => {
    const text = TEXT.replace('transition_to: sowing', 'transition_to: growing').replace(
      'to: *g',
      'to: grow',
    );
    expect(checkWorkflowText(text).problems.length).toBeGreaterThan(1);
    expect(renamed(text, 'sowing', 'tilling')).toContain('states: [tilling,');
  });

  it.each([
    [
      'the text is not YAML',
      TEXT.replace('[sowing, &g', '[sowing, &g ['),
      /^not every place can be read; mend line 3/,
    ],
    [
      'a field is unknown',
      TEXT.replace('in_state: [', 'in_sate: ['),
      /; mend line 14 first: a step has no field/,
    ],
    [
      'its place in Python is not known',
      TEXT.replace('run_if: tick > 3', 'run_if: "state == \\"sowing\\""'),
      /^the code in line 27 names “sowing” in a way that only you can change$/,
    ],
    ['no state has the name', TEXT, /^no state is called “mowing”$/],
  ])('is refused where %s', (_, text, why) => {
    expect(renamed(text, text === TEXT ? 'mowing' : 'sowing', 'tilling')).toMatch(why);
  });
});

describe('renaming among nested states', () => {
  const NESTED = `workflow:
  state_machine:
    states:
      - resting
      - name: working
        initial_state: digging
        history: shallow
        states: [sowing, "digging"]
    descriptions: {working: on the field, digging: with a spade}
    initial_state: resting
    transitions:
      - {from: resting, to: working, condition: "state in ['digging', 'resting']"}
      - {from: working, to: resting}
      - {from: sowing, to: digging}
  steps:
    - {name: work, type: llm, in_state: working, prompt: Work., transition_to: resting}
    - {name: rest, type: llm, in_state: [resting, digging], prompt: Rest.}
`;

  it('finds a state with states in it in every place', () => {
    const after = NESTED.replaceAll(/\bworking\b/g, 'toiling');
    expect(renamed(NESTED, 'working', 'toiling')).toBe(after);
    expect(checkWorkflowText(after).problems).toEqual(checkWorkflowText(NESTED).problems);
  });

  it('finds a state in another one in every place', () => {
    const after = NESTED.replaceAll(/\bdigging\b/g, 'weeding');
    expect(renamed(NESTED, 'digging', 'weeding')).toBe(after);
    expect(renamed(after, 'weeding', 'digging')).toBe(NESTED);
  });

  it('to the name of one on another level is refused', () => {
    expect(renamed(NESTED, 'resting', 'sowing')).toBe('a state is called “sowing” already');
  });

  it('works where an undeclared initial state is named', () => {
    const text = NESTED.replace('initial_state: digging', 'initial_state: diging');
    expect(renamed(text, 'sowing', 'tilling')).toContain('[tilling, "digging"]');
  });
});
