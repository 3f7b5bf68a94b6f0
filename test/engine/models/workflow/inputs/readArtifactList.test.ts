import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../../../../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { renameWorkflowState } from '../../../../../src/engine/models/workflow/reports/answerWorkflowQuery.ts';
import { ASKING } from '../nestedText.ts';

const problemsOf = (text: string) =>
  readWorkflow(text).problems.map(
    ({ line, column, message, meant }) =>
      `${line}:${column} ${message}${meant === null ? '' : ` [${meant}]`}`,
  );

/** The workflow of the page, with one thing changed. */
function changed(from: string, to: string): string {
  expect(ASKING.split(from)).toHaveLength(2);
  return ASKING.replace(from, to);
}

describe('the artifacts of a text', () => {
  it('are read with their names, and so is the condition of a trait', () => {
    const { workflow, problems } = readWorkflow(ASKING);
    expect(problems).toEqual([]);
    expect([...workflow!.artifacts.keys()]).toEqual(['is_promising', 'can_spend']);
    expect(workflow!.traits[0].condition?.text).toBe("not invoke('can_spend', 60)");
  });

  it.each([
    ['no name', '- name: can_spend\n    code', '- code', ['7:5 an artifact needs “name”']],
    [
      'no code',
      "- name: can_spend\n    code: |\n      def run(scrip):\n          return balance - context.get('reserve', 0) >= scrip\n",
      '- name: can_spend\n',
      ['7:5 an artifact needs “code”'],
    ],
    [
      'a name twice',
      '- name: can_spend',
      '- name: is_promising',
      [
        '6:75 no artifact is called “can_spend”: the artifact will fail here',
        '7:11 two artifacts are called “is_promising”',
        '33:30 no artifact is called “can_spend”: the condition is false',
      ],
    ],
    [
      'a field',
      '- name: can_spend',
      '- name: can_spend\n    prompt: no',
      ['8:5 an artifact has no field “prompt”; known fields: name, code'],
    ],
    ['code that is not Python', 'def run(scrip):', 'def run(scrip:', ['10:11 return is not allowed here']],
    [
      'code that sets a variable',
      'return balance -',
      "context['x'] = balance -",
      ['10:11 an artifact sets no variable of the context; return a value from run()'],
    ],
    [
      'no run',
      'def run(scrip):',
      'def rum(scrip):',
      ['9:7 an artifact lacks “def run(…):”, which gives its answer'],
    ],
    [
      'a map',
      'artifacts:\n',
      'artifacts: {a: 1}\nothers:\n',
      [
        '1:12 “artifacts” is a list, but this is a map',
        '2:1 the text has a field “others”, which is not read here',
      ],
    ],
  ])('are refused with line and column: %s', (_, from, to, problems) => {
    const found = problemsOf(changed(from, to));
    expect(found).toEqual(problems);
  });

  it('are at most two hundred', () => {
    const many = Array.from({ length: 201 }, (_, i) => `  - {name: a${i}, code: "def run(): return 1"}`).join(
      '\n',
    );
    expect(problemsOf(`artifacts:\n${many}\n${ASKING.slice(ASKING.indexOf('workflow:'))}`)[0]).toBe(
      '2:3 201 artifacts; at most 200',
    );
  });
});

describe('a question in the text', () => {
  it.each([
    [
      'an edge',
      "invoke('is_promising', idea",
      "invoke('is_promissing', idea",
      ['no artifact is called “is_promissing”: the condition is false [is_promising]'],
    ],
    [
      'an artifact',
      "invoke('can_spend', price)",
      "invoke('can_spent', price)",
      ['no artifact is called “can_spent”: the artifact will fail here [can_spend]'],
    ],
    [
      'a trait',
      "invoke('can_spend', 60)",
      "invoke('can_spend')",
      ['artifact “can_spend” cannot be asked like this: run is not given scrip; the condition is false'],
    ],
    [
      'by an unknown name',
      'idea=last_action_result',
      'ide=last_action_result',
      ['artifact “is_promising” cannot be asked like this: run has no parameter ide; the condition is false'],
    ],
    [
      'of an unset variable',
      'return balance -',
      'return balanse -',
      ['nothing sets “balanse”: the artifact will fail here [balance]'],
    ],
    [
      'of an unset variable, in a trait',
      "not invoke('can_spend', 60)",
      "not invoke('can_spend', lair)",
      ['nothing sets “lair”: the condition is false'],
    ],
  ])('is warned of where it stands, if it must fail: in %s', (_, from, to, messages) => {
    const text = changed(from, to);
    const found = problemsOf(text);
    expect(found.map(problem => problem.replace(/^\S+ /, ''))).toEqual(messages);
    const [line, column] = found[0].split(' ')[0].split(':').map(Number);
    const there = text.split('\n')[line - 1].slice(column - 1);
    expect(there).toMatch(/^(?:is_promissing|can_spent|can_spend|is_promising|balanse|lair)\b/);
  });

  it('of a code step is refused, and says where one may ask', () => {
    const [problem] = problemsOf(
      changed("code: context['reserve'] = 20", "code: context['reserve'] = invoke('can_spend', 1)"),
    );
    expect(problem).toMatch(/^\d+:\d+ invoke at this place is not part of the language/);
  });

  it('of a name that is computed is left to the run', () => {
    expect(problemsOf(changed("invoke('can_spend', price)", "invoke('can' + '_spent', price)"))).toEqual([]);
  });
});

it('a state that an artifact compares with is renamed with the others', () => {
  const text = changed('return balance -', "return state == 'making' and balance -");
  const renaming = renameWorkflowState(text, 'making', 'building');
  expect(renaming.kind === 'renamed' && renaming.changes.length).toBe(5);
});
