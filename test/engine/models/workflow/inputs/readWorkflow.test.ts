import { describe, expect, it } from 'vitest';
import type { TextProblem } from '../../../../../src/engine/core/textProblem.ts';
import { readWorkflow } from '../../../../../src/engine/models/workflow/inputs/readWorkflow.ts';

import { cpuTime } from '../../../../cpuTime.ts';
import { IS_LONG } from '../../../../runs.ts';
import { ACTING, exampleText, openAgents, stateOf } from '../playing.ts';

const line = ({ severity, line, column, message, meant }: TextProblem): string =>
  `${severity === 'error' ? '' : 'warning '}${line}:${column} ${message}${meant === null ? '' : ` [${meant}]`}`;
const problemsOf = (text: string): readonly string[] => readWorkflow(text).problems.map(line);
const errorsOf = (text: string): readonly string[] =>
  readWorkflow(text)
    .problems.filter(({ severity }) => severity === 'error')
    .map(line);

const MACHINE = `workflow:
  state_machine: {states: [a, b], initial_state: a, transitions: [{from: a, to: b}, {from: b, to: a}]}
`;
const withSteps = (steps: string): string => `${MACHINE}  steps:\n${steps}`;
const WHOLE = `workflow:
  default_on_failure: retry
  default_max_retries: 2
  state_machine:
    states: [sowing, growing, reaping]
    initial_state: sowing
    transitions:
      - {from: sowing, to: growing, condition: is_warm}
      - {from: growing, to: reaping}
      - {from: reaping, to: sowing}
      - {from: "*", to: sowing, condition: tick > 100}
  steps:
    - name: weather
      type: code
      code: |
        context['is_warm'] = tick > 2
    - name: work
      type: llm
      in_state: [sowing, growing]
      run_if: balance > 0
      on_failure: skip
      prompt: |
        You are {agent_id}.
        Work.
    - name: decide
      type: transition
      in_state: reaping
      max_retries: 1
      prompt: Again or not?
      transition_map:
        again: sowing
components:
  traits:
    - name: care
      inject_into: [work, decide]
      prompt: Take care.
`;
/** The whole workflow, with one piece of it in other words. */
const changed = (from: string, to: string): string => {
  expect(WHOLE.split(from)).toHaveLength(2);
  return WHOLE.replace(from, () => to);
};

describe('a workflow', () => {
  it.each(ACTING)('of the bundled ones has no problems: %s', name => {
    expect(problemsOf(exampleText(name))).toEqual([]);
  });

  it('is read completely', () => {
    const { workflow, problems } = readWorkflow(WHOLE);
    expect(problems).toEqual([]);
    expect(workflow).toMatchObject({
      states: ['sowing', 'growing', 'reaping'],
      initial: 0,
      edges: [
        { from: 0, to: 1, condition: { text: 'is_warm', line: 8, column: 48 }, line: 8, column: 9 },
        { from: 1, to: 2, condition: null },
        { from: 2, to: 0 },
        { from: null, to: 0, condition: { text: 'tick > 100' } },
      ],
      steps: [
        { name: 'weather', type: 'code', inState: null, onFailure: 'retry', maxRetries: 2, line: 13 },
        { name: 'work', inState: [0, 1], runIf: { text: 'balance > 0' }, onFailure: 'skip' },
        { name: 'decide', type: 'transition', maxRetries: 1, map: [{ key: 'again', to: 0 }] },
      ],
      traits: [{ name: 'care', injectInto: ['work', 'decide'] }],
    });
  });

  it('is the same with other line ends and a byte-order mark, and as JSON', async () => {
    for (const text of [WHOLE.replaceAll('\n', '\r\n'), WHOLE.replaceAll('\n', '\r'), `\ufeff${WHOLE}`])
      expect(stateOf(await openAgents({ text })).inputs.text).toBe(WHOLE);
    const json = '{"workflow": {"state_machine": {"states": ["a", "b"], "initial_state": "b"}}}';
    expect(readWorkflow(json).workflow).toMatchObject({ states: ['a', 'b'], initial: 1 });
  });

  it('may explain its states', () => {
    const told = (entry: string) =>
      changed('    initial_state:', `    descriptions: {${entry}}\n    initial_state:`);
    expect(readWorkflow(told('growing: waits for the sun')).workflow?.descriptions).toEqual({
      growing: 'waits for the sun',
    });
    expect(problemsOf(told('growin: waits'))).toEqual(['6:20 no state is called “growin” [growing]']);
    expect(problemsOf(told('growing: [1]'))).toEqual([
      '6:29 the description of “growing” is text, but this is a list',
    ]);
  });

  it('may have `true` as a condition, which always holds', () => {
    const { workflow } = readWorkflow(changed('condition: is_warm', 'condition: true'));
    expect(workflow?.edges[0].condition).toBeNull();
  });

  it('may have its text in anchors and a few aliases', () => {
    const text = WHOLE.replace('prompt: Again or not?', 'prompt: &again Again or not?').replace(
      'prompt: Take care.',
      'prompt: *again',
    );
    expect(errorsOf(text)).toEqual([]);
    expect(readWorkflow(text).workflow?.traits[0].prompt.parts).toEqual([
      { kind: 'text', text: 'Again or not?' },
    ]);
  });
});

describe('a mistake is reported with line and column', () => {
  const fields = 'from, to, condition, label, description';
  it.each<readonly [string, string, readonly string[]]>([
    [
      'an unknown field',
      changed('in_state: reaping', 'in_sate: reaping'),
      ['27:7 a step has no field “in_sate” [in_state]'],
    ],
    [
      'an unknown field like none',
      changed('max_retries: 1', 'colour: red'),
      [
        '28:7 a step has no field “colour”; known fields: name, type, in_state, run_if, on_failure, max_retries, prompt, code, transition_to, transition_map',
      ],
    ],
    [
      'an unknown field of a transition',
      changed('condition: tick', 'when: tick'),
      [`11:33 a transition has no field “when”; known fields: ${fields}`],
    ],
    [
      'an unknown field of a trait',
      changed('inject_into', 'inject'),
      [
        '34:7 a trait needs “inject_into”',
        '35:7 a trait has no field “inject”; known fields: name, prompt, inject_into, condition',
      ],
    ],
    ['a field twice', changed('max_retries: 1', 'type: llm'), ['28:7 a step has “type” twice']],
    [
      'a state twice',
      changed('[sowing, growing, reaping]', '[sowing, growing, reaping, sowing]'),
      ['5:40 state “sowing” is listed twice'],
    ],
    [
      'a step’s name twice',
      changed('name: decide', 'name: work'),
      ['25:13 two steps are called “work”', '35:27 no step is called “decide”'],
    ],
    [
      'a key twice',
      changed('again: sowing', 'again: sowing\n        Again: sowing'),
      ['32:9 key “Again” is already there, in upper or lower case'],
    ],
    [
      'a key twice in the same letters',
      changed('again: sowing', 'again: sowing\n        again: growing'),
      ['32:9 “transition_map” has “again” twice'],
    ],
    [
      'a trait twice',
      WHOLE + WHOLE.slice(WHOLE.indexOf('    - name: care')),
      ['37:13 two traits are called “care”'],
    ],
    [
      'an initial state that is none',
      changed('initial_state: sowing', 'initial_state: sewing'),
      ['6:20 no state is called “sewing” [sowing]'],
    ],
    [
      'an edge from nowhere',
      changed('from: growing', 'from: groing'),
      ['9:16 no state is called “groing” [growing]'],
    ],
    [
      'an edge to nowhere',
      changed('to: reaping}', 'to: raping}'),
      ['9:29 no state is called “raping” [reaping]'],
    ],
    ['an edge to *', changed('to: reaping}', 'to: "*"}'), ['9:30 no state is called “*”']],
    [
      'a state that is called *',
      changed('reaping]', 'reaping, "*"]'),
      ['5:41 “*” stands for any state, and cannot be the name of one'],
    ],
    [
      'a step in no such state',
      changed('[sowing, growing]', '[sowing, flying]'),
      ['19:26 no state is called “flying”'],
    ],
    [
      'a step in no state',
      changed('[sowing, growing]', '[]'),
      ['19:17 “in_state” names no state: the step would never run'],
    ],
    [
      'a map to nowhere',
      changed('again: sowing', 'again: sown'),
      ['31:16 no state is called “sown” [sowing]'],
    ],
    [
      'an empty map',
      changed('transition_map:\n        again: sowing', 'transition_map: {}'),
      ['30:23 the transition map is empty'],
    ],
    [
      'a key of two lines',
      changed('again: sowing', '"a\\nb": sowing'),
      ['31:10 a key of “transition_map” is one line of plain text'],
    ],
    [
      'a key of 101 letters',
      changed('again: sowing', `${'x'.repeat(101)}: sowing`),
      ['31:9 a key of “transition_map” has 101 characters; at most 100'],
    ],
    [
      'a map without a word',
      changed('again: sowing', '"": sowing'),
      ['31:9 “transition_map”: a key is a word'],
    ],
    [
      'a transition_to nowhere',
      changed('on_failure: skip', 'transition_to: weeding'),
      ['21:22 no state is called “weeding”'],
    ],
    ['a transition without a source', changed('from: growing, ', ''), ['9:9 a transition needs “from”']],
    ['a transition without a target', changed(', to: reaping}', '}'), ['9:9 a transition needs “to”']],
    ['no states', changed('    states: [sowing, growing, reaping]\n', ''), ['5:5 “states” is missing']],
    ['no initial state', changed('    initial_state: sowing\n', ''), ['5:5 “initial_state” is missing']],
    [
      'an empty list of states',
      changed('[sowing, growing, reaping]', '[]'),
      ['5:13 there is no state in the list'],
    ],
    ['a step without a name', changed('- name: weather\n      type', '- type'), ['13:7 a step needs “name”']],
    [
      'a step without a type',
      changed('      type: code\n', ''),
      ['13:7 a step needs “type”: llm, code or transition'],
    ],
    [
      'a step of another type',
      changed('type: code', 'type: cod'),
      ["14:13 a step's “type” is llm, code or transition, not “cod” [code]"],
    ],
    [
      'an llm step without a prompt',
      withSteps('    - {name: x, type: llm}'),
      ['4:7 an llm step needs “prompt”'],
    ],
    ['a code step without code', withSteps('    - {name: x, type: code}'), ['4:7 a code step needs “code”']],
    [
      'a transition step without anything',
      withSteps('    - {name: x, type: transition}'),
      ['4:7 a transition step needs “prompt”', '4:7 a transition step needs “transition_map”'],
    ],
    [
      'an empty prompt',
      withSteps('    - {name: x, type: llm, prompt: " "}'),
      ['4:37 the prompt of this llm step is empty'],
    ],
    [
      'an llm step with code',
      withSteps('    - {name: x, type: llm, prompt: p, code: y}'),
      ['4:45 an llm step has no “code”'],
    ],
    [
      'an llm step with a map',
      withSteps('    - {name: x, type: llm, prompt: p, transition_map: {go: b}}'),
      ['4:55 an llm step has no “transition_map”'],
    ],
    [
      'a code step with a prompt',
      withSteps('    - {name: x, type: code, code: y = 1, prompt: p}'),
      ['4:50 a code step has no “prompt”'],
    ],
    [
      'a transition step with transition_to',
      withSteps(
        '    - {name: x, type: transition, prompt: p, transition_map: {go: b}, transition_to: b, in_state: a}',
      ),
      ['4:86 a transition step has no “transition_to”'],
    ],
    [
      'an unknown policy',
      changed('on_failure: skip', 'on_failure: ignore'),
      ['21:19 “on_failure” is retry, skip or fail, not “ignore”'],
    ],
    [
      'a policy in capitals',
      changed('default_on_failure: retry', 'default_on_failure: Retry'),
      ['2:23 “default_on_failure” is retry, skip or fail, not “Retry” [retry]'],
    ],
    ...['-1', '1001', '1.5', '"3"', 'many', '[1]', 'true'].map(
      value =>
        [
          `max_retries that are ${value}`,
          changed('max_retries: 1', `max_retries: ${value}`),
          [
            `28:${value === '"3"' ? 21 : 20} “max_retries” is a whole number from 0 to 1000, not ${value === '[1]' ? 'a list' : `“${value.replaceAll('"', '')}”`}`,
          ],
        ] as const,
    ),
    [
      'default_max_retries out of range',
      changed('default_max_retries: 2', 'default_max_retries: 1e9'),
      ['3:24 “default_max_retries” is a whole number from 0 to 1000, not “1000000000”'],
    ],
    [
      'a trait for a code step',
      changed('[work, decide]', '[weather]'),
      ['35:21 step “weather” is code: it has no prompt'],
    ],
    [
      'a trait for no such step',
      changed('[work, decide]', '[wrok]'),
      ['35:21 no step is called “wrok” [work]'],
    ],
    [
      'a map to a state without an edge',
      changed('again: sowing', 'again: growing'),
      ['31:16 no edge leads from “reaping” to “growing”'],
    ],
    [
      'a transition_to without an edge',
      changed('on_failure: skip', 'transition_to: reaping'),
      ['21:22 no edge leads from “sowing” to “reaping”'],
    ],
    [
      'a transition_to without an edge from anywhere',
      withSteps('    - {name: x, type: llm, prompt: p, transition_to: b}').replace('{from: a, to: b}, ', ''),
      ['4:54 no edge leads from “a” to “b”; give the step an “in_state”, or declare the edge'],
    ],
  ])('%s', (_, text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });

  it('together with all others at once', () => {
    const text = WHOLE.replace('initial_state: sowing', 'initial_state: sewing')
      .replace('type: llm', 'type: lm')
      .replace('inject_into', 'inject_in')
      .replace('tick > 2', 'tick >');
    expect(errorsOf(text).map(error => error.split(' ')[0])).toEqual(['6:20', '16:36', '18:13', '35:7']);
  });

  it.each<readonly [string, string, string]>([
    ['initial_state', 'iniial_state', '6:5 “state_machine” has no field “iniial_state” [initial_state]'],
    ['    states:', '    stats:', '5:5 “state_machine” has no field “stats” [states]'],
    ['state_machine', 'state_machin', '4:3 “workflow” has no field “state_machin” [state_machine]'],
    ['workflow:', 'workflw:', '1:1 the text has no field “workflw” [workflow]'],
    ['name: weather', 'nmae: weather', '13:7 a step has no field “nmae” [name]'],
    ['type: llm', 'tpye: llm', '18:7 a step has no field “tpye” [type]'],
    ['transition_map', 'transiton_map', '30:7 a step has no field “transiton_map” [transition_map]'],
    ['steps:', 'stpes:', '12:3 “workflow” has no field “stpes” [steps]'],
    ['from: growing', 'form: growing', '9:10 a transition has no field “form” [from]'],
    ['inject_into', 'injct_into', '35:7 a trait has no field “injct_into” [inject_into]'],
  ])('once, at the misspelled key, and not again as %s that is missing', (key, misspelled, error) => {
    expect(errorsOf(changed(key, misspelled))[0]).toBe(error);
    expect(problemsOf(changed(key, misspelled)).join()).not.toMatch(/missing|needs|no steps/);
  });

  it('in a message of at most twenty lines, with the number of further ones', async () => {
    const states = Array.from({ length: 30 }, (_, i) => `{from: x${i}, to: a}`).join(', ');
    const text = `workflow: {state_machine: {states: [a], initial_state: a, transitions: [${states}]}}`;
    const error = await openAgents({ text }).catch((error: Error) => error.message);
    const lines = String(error).split('\n');
    expect([lines.length, lines[0], lines[21]]).toEqual([22, 'own.yaml has 30 mistakes:', 'and 10 more']);
    expect(lines[1]).toBe('line 1, column 80: no state is called “x0”');
  });

  it('up to a hundred mistakes', () => {
    expect(problemsOf(withSteps('    - {x: 1}\n'.repeat(200)))).toHaveLength(100);
  });

  it('and covers the word concerned, without quotation marks', () => {
    const [problem] = readWorkflow(changed('from: growing', 'from: "groing"')).problems;
    expect(problem).toMatchObject({ line: 9, column: 17, length: 6, meant: 'growing' });
  });
});

describe('a misspelled name in the list of states', () => {
  it('is reported once, where it is declared, with the lines that use the correct name', () => {
    expect(problemsOf(changed('[sowing, growing, reaping]', '[sowing, growing, raping]'))).toEqual([
      '5:31 no edge and no step uses “raping”; “reaping” is used in lines 9, 10 and 27 [reaping]',
    ]);
    const quoted = changed('[sowing, growing, reaping]', '[sowing, growing, "raping"]');
    expect(readWorkflow(quoted).problems).toMatchObject([{ column: 32, length: 6, meant: 'reaping' }]);
  });

  it('is reported once where code compares with it as well, or where many lines use it', () => {
    const compared = changed('reaping]', 'raping]').replace('balance > 0', "state == 'reaping'");
    expect(problemsOf(compared)).toHaveLength(1);
    const edge = '      - {from: reaping, to: sowing}\n';
    const lines = changed('reaping]', 'raping]').replace(edge, edge.repeat(5));
    expect(problemsOf(lines)[0]).toContain('is used in lines 9, 10, 11, 12, 13 and 2 more [reaping]');
  });

  const ALL = '[sowing, growing, reaping]';
  it.each([
    ['something uses it', '[sowing, growing, raping]', 'raping', ['9:29', '10:16', '27:17']],
    ['the other name is used once', '[sowing, growing, reaping, withering]', 'witherin', ['31:16']],
    ['an alias uses it', '[sowing, growing, &r raping]', '*r', ['9:29', '10:16', '27:17']],
    ['the names are not alike', '[sowing, growing, harvesting]', 'sowing', ['9:29', '10:16', '27:17']],
  ])('is not the mistake where %s', (_, states, target, places) => {
    const text = changed(ALL, states).replace('again: sowing', `again: ${target}`);
    expect(errorsOf(text).map(error => error.split(' ')[0])).toEqual(places);
  });
});

describe('a wrong type', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['a text', 'hello', ['1:1 the text has fields (workflow, artifacts, components), but this is text']],
    ['a list', '- 1', ['1:1 the text has fields (workflow, artifacts, components), but this is a list']],
    [
      'a number',
      '42',
      ['1:1 the text has fields (workflow, artifacts, components), but this is the number 42'],
    ],
    ['nothing', '', ['1:1 the text is empty; a workflow begins with “workflow:”']],
    ['blanks', ' \n \n', ['1:1 the text is empty; a workflow begins with “workflow:”']],
    ['a comment', '# workflow:', ['1:1 the text is empty; a workflow begins with “workflow:”']],
    ['null', '~', ['1:1 the text is empty; a workflow begins with “workflow:”']],
    ['no workflow', 'components: {}', ['1:1 “workflow” is missing']],
    [
      'a workflow of text',
      'workflow: x',
      [
        '1:11 “workflow” has fields (state_machine, steps, default_on_failure, default_max_retries), but this is text',
      ],
    ],
    [
      'states of text',
      changed('[sowing, growing, reaping]', 'sowing'),
      ['5:13 “states” is a list, but this is text'],
    ],
    [
      'a state that is a number',
      changed('reaping]', 'reaping, 7]'),
      ["5:40 a state's name is text, but this is the number 7; put it in quotes"],
    ],
    [
      'a state that is a word of YAML',
      changed('reaping]', 'reaping, true]'),
      ["5:40 a state's name is text, but this is the value true; put it in quotes"],
    ],
    [
      'a state that is a map',
      changed('reaping]', 'reaping, {a: b}]'),
      [
        "5:40 a state's name is text, but this is a map; a state with states in it has name, states, initial_state, history",
      ],
    ],
    [
      'a state of two lines',
      changed('reaping]', 'reaping, "a\\nb"]'),
      ["5:41 a state's name is one line of plain text"],
    ],
    [
      'a state without a letter',
      changed('reaping]', 'reaping, " "]'),
      ["5:41 a state's name must not be empty"],
    ],
    [
      'a state of 101 letters',
      changed('reaping]', `reaping, ${'x'.repeat(101)}]`),
      ["5:40 a state's name has 101 characters; at most 100"],
    ],
    [
      'transitions that are a map',
      changed('    transitions:\n', '    transitions: {}\n    xs:\n'),
      [
        '7:18 “transitions” is a list, but this is a map',
        '8:5 “state_machine” has no field “xs”; known fields: states, descriptions, initial_state, transitions',
      ],
    ],
    [
      'a transition that is text',
      changed('- {from: reaping, to: sowing}', '- sowing'),
      ['10:9 a transition has fields (from, to, condition, label, description), but this is text'],
    ],
    [
      'a condition that is a number',
      changed('condition: is_warm', 'condition: 1'),
      ['8:48 “condition” is text, but this is the number 1; put it in quotes'],
    ],
    [
      'a condition that is false',
      changed('condition: is_warm', 'condition: false'),
      ['8:48 “condition” is text, but this is the value false; put it in quotes'],
    ],
    [
      'a prompt that is a list',
      changed('prompt: Again or not?', 'prompt: [x]'),
      ['29:15 “prompt” is text, but this is a list'],
    ],
    [
      'a map that is a list',
      changed('transition_map:\n        again: sowing', 'transition_map: [again]'),
      ['30:23 “transition_map” is a map from words to words, but this is a list'],
    ],
    [
      'a field that has no value',
      changed('in_state: reaping', 'in_state:'),
      ['27:16 “in_state” is text, but this is nothing'],
    ],
    ['steps that are a map', withSteps('    x: 1'), ['4:5 “steps” is a list, but this is a map']],
  ])('%s', (_, text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });
});

describe('code that stands after a question', () => {
  const late = (state: string): string =>
    withSteps(`    - {name: ask, type: llm, in_state: a, prompt: what}
    - {name: count, type: code, in_state: ${state}, code: "context['n'] = 1"}
`);

  it('causes a warning where both run in one state', () => {
    expect(readWorkflow(late('[a, b]')).problems.map(({ severity, message }) => [severity, message])).toEqual(
      [['warning', 'the code of “count” runs before “ask” asks: all code of a state comes first']],
    );
    expect(readWorkflow(late('b')).problems).toEqual([]);
  });
});

describe('a field of another program', () => {
  it('causes a warning at the top of the text, and the rest is read', () => {
    const { workflow, problems } = readWorkflow(`id: a\nllm_model: b\n${WHOLE}`);
    expect(workflow).not.toBeNull();
    expect(problems.map(line)).toEqual([
      'warning 1:1 the text has a field “id”, which is not read here',
      'warning 2:1 the text has a field “llm_model”, which is not read here',
    ]);
    expect(readWorkflow(changed('components:', 'component:')).problems.map(line)).toEqual([
      'warning 32:1 the text has a field “component”, which is not read here [components]',
    ]);
  });
});

describe('Python in a workflow', () => {
  const codeAs = (lines: string): string => withSteps(`    - name: x\n      type: code\n${lines}`);

  it.each<readonly [string, string, string]>([
    ['a block', codeAs('      code: |\n        a = 1\n        b = = 2'), '8:13'],
    ['an indented block', codeAs('      code: |2\n        a = 1\n        b = = 2'), '8:13'],
    [
      'a block behind its key and an empty line',
      codeAs('      code: |\n\n        if True:\n          b = = 2'),
      '9:15',
    ],
    ['a block with keeping', codeAs('      code: |+\n        import os\n\n'), '7:9'],
    [
      'a block with CRLF',
      codeAs('      code: |\n        a = 1\n        b = = 2').replaceAll('\n', '\r\n'),
      '8:13',
    ],
    ['a block that is far in', codeAs('      code: |\n              a = 1\n              b = = 2'), '8:19'],
    ['a plain line', codeAs('      code: b = = 2'), '6:17'],
    ['a quoted line', codeAs('      code: "b = = 2"'), '6:18'],
    ['a line in single quotes', codeAs("      code: 'b = = 2'"), '6:18'],
    ['a line with escapes, at its start', codeAs('      code: "b = \\t= 2"'), '6:13'],
    ['a folded block, at its start', codeAs('      code: >\n        a = 1\n\n        b = = 2'), '6:13'],
  ])('is marked where it is wrong: %s', (_, text, place) => {
    const errors = errorsOf(text);
    expect(errors).toHaveLength(1);
    expect(errors[0].split(' ')[0]).toBe(place);
  });

  it.each([
    ['a class', 'class A:\n          x = 1', 'class'],
    ['an import', 'import os', 'import'],
    ['an attribute', "x = ''.__class__", '__class__'],
    ['a decorator', '@f\n        def f():\n          return 1', 'decorator'],
    ['a call of what there is not', 'x = open(1)', 'open'],
  ])('is refused where it could do harm: %s', (_, python, word) => {
    const [error] = errorsOf(codeAs(`      code: |\n        ${python}`));
    expect(error).toContain('7:');
    expect(error).toContain(word);
  });

  it('in a condition is marked where it is wrong', () => {
    expect(errorsOf(changed('condition: tick > 100', 'condition: "tick >"'))[0]).toMatch(/^11:\d+ /);
    expect(errorsOf(changed('run_if: balance > 0', 'run_if: balance = 0'))[0]).toMatch(/^20:23 /);
    expect(errorsOf(changed('condition: is_warm', 'condition: ""'))).toEqual(['8:49 a condition is missing']);
  });

  it('causes a warning where it reads what nothing sets, with a suggestion', () => {
    const conditions = changed('condition: is_warm', 'condition: is_wram and tick > 0');
    expect(problemsOf(conditions)).toEqual([
      'warning 8:48 nothing sets “is_wram”: the condition is false [is_warm]',
    ]);
    const code = changed("context['is_warm'] = tick > 2", "context['is_warm'] = tik > 2");
    expect(problemsOf(code)).toEqual(['warning 16:30 nothing sets “tik”: the step will fail here [tick]']);
    const prompt = changed('You are {agent_id}.\n        Work.', 'You are\n        {agent_di}, {sums}.');
    expect(problemsOf(prompt)).toEqual([
      'warning 24:9 nothing sets “agent_di”: the prompt keeps it as written [{agent_id}]',
      'warning 24:21 nothing sets “sums”: the prompt keeps it as written',
    ]);
  });
});

describe('an unknown state in a condition', () => {
  it('causes a warning, with a suggestion', () => {
    const text = changed('condition: is_warm', `condition: "is_warm or state in ['sewing', 'growing']"`);
    expect(problemsOf(text)).toEqual([
      'warning 8:71 no state is called “sewing”: “state” is never that [sowing]',
    ]);
    expect(
      problemsOf(text.replace("context['is_warm'] =", "context['state'] = context['is_warm'] =")),
    ).toEqual(['warning 16:18 “state” is set by the world; from here on agents see what this step sets']);
    expect(problemsOf(changed('condition: is_warm', "condition: is_warm and hand == 'x'"))).toEqual([]);
  });
});

describe('steps that never run', () => {
  it('behind one that always asks cause a warning', () => {
    const text = withSteps(
      '    - {name: x, type: llm, prompt: p}\n    - {name: y, type: llm, prompt: p, in_state: a}',
    );
    expect(problemsOf(text)).toEqual([
      'warning 5:14 step “y” never runs: “x” comes before it, and a turn asks only once',
    ]);
    expect(problemsOf(text.replace('prompt: p}', 'prompt: p, run_if: tick > 3}'))).toEqual([]);
    expect(problemsOf(text.replace('prompt: p}', 'prompt: p, in_state: b}'))).toEqual([]);
  });

  it('in a state without an incoming edge cause a warning', () => {
    const text = withSteps('    - {name: x, type: llm, prompt: p, in_state: b}').replace(
      '{from: a, to: b}, ',
      '',
    );
    expect(problemsOf(text)).toEqual(['warning 4:14 step “x” never runs: no edge leads to “b”']);
  });
});

describe('warnings next to errors', () => {
  const wrong = (text: string) => text.replace('initial_state: sowing', 'initial_state: sewing');
  const places = (text: string) => problemsOf(text).map(problem => problem.replace(/ [^ ]*$/, ''));

  it('name variables that nothing sets, as long as all code could be read', () => {
    const text = changed('condition: is_warm', 'condition: is_wram');
    const warning = problemsOf(text);
    expect(problemsOf(wrong(text))).toEqual(['6:20 no state is called “sewing” [sowing]', ...warning]);
    const unread = wrong(text).replace('tick > 2', 'tick >');
    expect(problemsOf(unread).filter(problem => problem.startsWith('warning'))).toEqual([]);
    const asking = text.replace('type: llm', 'type: llm\n      code: x');
    expect(places(asking)).toHaveLength(2);
  });

  it('name variables where the states are unknown', () => {
    const text = changed('condition: is_warm', 'condition: "true"').replace(
      '  states: [sowing',
      '  state: [sowing',
    );
    expect(errorsOf(text)).toHaveLength(1);
    expect(problemsOf(text.replace('{agent_id}', '{agent_di}'))).toContain(
      'warning 23:17 nothing sets “agent_di”: the prompt keeps it as written [{agent_id}]',
    );
  });

  it('name steps that never run, but not those with a mistake in them', () => {
    const steps = '    - {name: x, type: llm, prompt: p}\n    - {name: y, type: llm, prompt: p, in_state: a}';
    const text = withSteps(steps).replace('initial_state: a', 'initial_state: aa');
    expect(problemsOf(text).at(-1)).toMatch(/^warning 5:14 step “y” never runs/);
    expect(problemsOf(text.replace('in_state: a}', 'in_state: aa}')).join()).not.toContain('never runs');
  });
});

describe('invalid YAML', () => {
  it.each<readonly [string, string, RegExp]>([
    ['a tab as indent', 'workflow:\n\tsteps: []', /^2:1 YAML indents with spaces, but this is a tab$/],
    ['a quote that is left open', 'workflow: "x\n\n\n', /^1:11 this quotation mark is not closed$/],
    ['a bracket that is left open', 'workflow: [x\nsteps: y', /^1:11 this bracket is not closed$/],
    ['a colon too many', 'workflow: a: b', /^1:1[01] /],
    [
      'wrong indents',
      'workflow:\n   a: 1\n  b: 2',
      /^3:3 wrong indent: this field begins in column 3; those next to it begin in column 4$/,
    ],
    [
      'a second document',
      `${MACHINE}---\n${MACHINE}`,
      /^3:1 a second document begins here; only one is read$/,
    ],
    ['a tag', 'workflow: !!python/object:os.system ls', /^1:11 tags are not used here$/],
    ['a tag of one’s own', 'workflow: !include other.yaml', /^1:11 tags are not used here$/],
    ['an alias to nothing', 'workflow: *x', /^1:11 no anchor is called “x” before this place$/],
    ['an alias to itself', 'workflow: &x {state_machine: *x}', /./],
    ['a NUL', 'workflow: "\\0"', /./],
  ])('is reported with line and column: %s', (_, text, first) => {
    const { workflow, problems } = readWorkflow(text);
    expect(workflow).toBeNull();
    expect(line(problems[0])).toMatch(first);
  });

  /** The whole workflow with one line moved; all problems of it. */
  const moved = (line: number, by: number): readonly string[] => {
    const lines = WHOLE.split('\n');
    const words = lines[line - 1].trimStart();
    const indent = lines[line - 1].length - words.length + by;
    return problemsOf(
      [...lines.slice(0, line - 1), ' '.repeat(indent) + words, ...lines.slice(line)].join('\n'),
    );
  };

  it.each<readonly [string, number, number, string]>([
    [
      'a field',
      14,
      1,
      '14:8 wrong indent: this field begins in column 8; those next to it begin in column 7',
    ],
    [
      'a field that is out',
      20,
      -1,
      '20:6 wrong indent: this field begins in column 6; those next to it begin in column 7',
    ],
    [
      'a field under its dash',
      21,
      -2,
      '21:5 wrong indent: this field begins in column 5; those next to it begin in column 7',
    ],
    ['an item', 17, 1, '17:6 wrong indent: this list item begins in column 6; the others begin in column 5'],
    [
      'an item that is out',
      9,
      -2,
      '9:5 wrong indent: this list item begins in column 5; the others begin in column 7',
    ],
    [
      'a list’s name',
      7,
      1,
      '7:6 wrong indent: this field begins in column 6; those next to it begin in column 5',
    ],
    [
      'a text',
      24,
      -2,
      '24:7 wrong indent: this line begins in column 7; the text before it begins in column 9',
    ],
  ])(
    'has a wrong indent reported once, in its line, with the column it should have: of %s',
    (_, line, by, told) => {
      expect(moved(line, by)).toEqual([told]);
    },
  );

  it('has only a wrong indent reported, in any line, there or after it', () => {
    const lines = WHOLE.split('\n');
    let count = 0;
    for (const [at, words] of lines.entries())
      for (const by of [-1, 1]) {
        if (!/^ +(- |\w+:)/.test(words)) continue;
        const told = moved(at + 1, by);
        if (!told.some(problem => problem.includes('wrong indent'))) continue;
        expect(told).toHaveLength(1);
        expect(Number.parseInt(told[0], 10)).toBeGreaterThan(at);
        count++;
      }
    expect(count).toBeGreaterThan(40);
  });

  it.each(['<<: {workflow: 1}', '? [a, b]\n: c', '1: 2', '? {a: b}\n: c'])('has unknown fields: %s', text => {
    expect(readWorkflow(text).workflow).toBeNull();
  });
});

/** 200 states, 999 edges, and steps that name states again and again. */
function manyMoves(): string {
  const states = Array.from({ length: 200 }, (_, i) => `s${i}`);
  const edges = Array.from({ length: 999 }, (_, i) => `{from: s${i % 200}, to: s${(i * 7) % 200}}`);
  const map = Array.from({ length: 12 }, (_, i) => `k${i}: s${i}`).join(', ');
  const steps = Array.from(
    { length: 490 },
    (_, i) => `{name: n${i}, type: transition, prompt: p, transition_map: {${map}}}`,
  );
  return `workflow: {state_machine: {states: [${states}], initial_state: s0, transitions: [${edges}]}, steps: [${steps}]}`;
}

/** The words of a text that a problem underlines. */
const underlined = (text: string, { line, column, length }: TextProblem) =>
  text.split('\n')[line - 1].slice(column - 1, column - 1 + length);

describe('the suggestion for a misspelling', () => {
  it.each([
    ['a folded prompt', 'prompt: >\n          Hello {balanc}'],
    ['escapes', 'prompt: "a \\" {balanc}"'],
    ['doubled quotes', "prompt: 'it''s {balanc}'"],
    ['two lines in quotes', 'prompt: "x\\n {balanc}"'],
  ])('has the place of the word where the text is written with %s', (_, prompt) => {
    const text = `workflow:\n  state_machine: {states: [a], initial_state: a}\n  steps:\n    - name: x\n      type: llm\n      ${prompt}\n`;
    const { problems } = readWorkflow(text);
    expect(problems).toMatchObject([{ severity: 'warning', meant: '{balance}' }]);
    expect(underlined(text, problems[0])).toBe('{balanc}');
  });

  it.each([
    ['a name in a condition with escapes', String.raw`"last_action == \"sow\" and balanc > 3"`, 'balanc'],
    ['a name in a folded condition', '>\n        tick > 3\n        and balanc > 3', 'balanc'],
    ['a name in a condition of two lines', '"tick > 3\n        and balanc > 3"', 'balanc'],
    ['a call that is not allowed', 'tick > 3 and open(balance)', 'open'],
    ['such a call in a folded condition', '>\n        tick > 3\n        and open(balance)', 'open'],
    ['a word too many', 'tick > 3 balance', 'balance'],
  ])('is under the word that the message names: %s', (_, condition, word) => {
    const text = changed('run_if: balance > 0', `run_if: ${condition}`);
    const { problems } = readWorkflow(text);
    expect(problems.map(problem => underlined(text, problem))).toEqual([word]);
  });

  it('has the place of the word in a block, behind empty lines', () => {
    const text =
      'workflow:\n  state_machine: {states: [a], initial_state: a}\n  steps:\n    - name: x\n      type: llm\n      prompt: |\n\n        Hello\n        {balanc}\n';
    const { problems } = readWorkflow(text);
    expect(problems).toMatchObject([{ line: 9, column: 9, length: 8, meant: '{balance}' }]);
  });
});

describe('a hostile text', () => {
  const BOMB = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...[...'bcdefghi'].map((name, i) => {
      const before = 'abcdefgh'[i];
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`;
    }),
  ].join('\n');
  const machineOf = (states: string) =>
    `workflow:\n  state_machine:\n    states: ${states}\n    initial_state: a`;
  const prompt = (text: string) => withSteps(`    - {name: x, type: llm, prompt: ${JSON.stringify(text)}}`);
  const code = (text: string) => withSteps(`    - {name: x, type: code, code: ${JSON.stringify(text)}}`);
  const condition = (text: string) =>
    `workflow: {state_machine: {states: [a], initial_state: a, transitions: [{from: "*", to: a, condition: ${JSON.stringify(text)}}]}}`;
  const MANY = IS_LONG ? 99_000 : 30_000;

  it.each<readonly [string, string]>([
    ['a bomb of aliases', `${BOMB}\n${MACHINE}`],
    ['a bomb of aliases as states', `x: [&a [x, x], ${'&b [*a, *a], '.repeat(99)}]\n${machineOf('*b')}`],
    ['a bomb of aliases in its place', machineOf(`[${'&a [x], '}${'*a, '.repeat(9_000)}x]`)],
    ['an alias of a list of aliases', machineOf(`&a [${'*a, '.repeat(9_000)}x]`)],
    ['brackets', '['.repeat(MANY)],
    ['braces', '{'.repeat(MANY)],
    ['brackets in a field', `workflow: ${'['.repeat(40_000)}${']'.repeat(40_000)}`],
    ['dashes', '- '.repeat(MANY / 2)],
    ['question marks', '? '.repeat(MANY / 2)],
    ['colons', 'a: '.repeat(MANY / 3)],
    ['dashes and brackets', '- ['.repeat(MANY / 3)],
    ['indents', Array.from({ length: 440 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    ['indents of lists', Array.from({ length: 310 }, (_, i) => `${' '.repeat(i)}-`).join('\n')],
    ['unknown fields', `workflow: {${Array.from({ length: 9_000 }, (_, i) => `k${i}: 1`).join(', ')}}`],
    ['the same field', `workflow: {${'a: 1, '.repeat(15_000)}}`],
    ['states', machineOf(`[${Array.from({ length: 15_000 }, (_, i) => `s${i}`).join(', ')}]`)],
    ['one long word', 'x'.repeat(MANY)],
    ['a long unknown field', `workflow: {${'x'.repeat(MANY - 20)}: 1}`],
    ['long near words', `workflow: {${`${'x'.repeat(90)}: 1, `.repeat(900)}}`],
    ['a prompt of braces', prompt('{'.repeat(MANY - 200))],
    ['a prompt of variables', prompt('{abc}'.repeat(MANY / 5 - 200))],
    ['a prompt of different variables', prompt(Array.from({ length: 12_000 }, (_, i) => `{v${i}}`).join(''))],
    ['long code', code('a = 1\n'.repeat(3_300))],
    ['deep code', code(`a = ${'('.repeat(9_000)}${')'.repeat(9_000)}`)],
    ['code of minuses', code(`a = ${'-'.repeat(19_000)}1`)],
    ['code of names', code(Array.from({ length: 2_500 }, (_, i) => `a${i} = b${i}`).join('\n'))],
    ['a long condition', condition('a and '.repeat(15_000))],
    ['a deep condition', condition(`${'not '.repeat(240)}a`)],
    ['quotes', '"'.repeat(MANY)],
    ['comments', '#\n'.repeat(MANY / 2)],
    ['line ends', '\n'.repeat(MANY)],
    ['carriage returns', '\r'.repeat(MANY)],
    ['blanks', ' '.repeat(MANY)],
    ['tabs', '\t'.repeat(MANY)],
    ['documents', '---\n'.repeat(MANY / 4)],
    ['anchors', 'a: &x 1\n'.repeat(MANY / 8)],
    ['tags', '- !x 1\n'.repeat(MANY / 7)],
    ['directives', '%YAML 1.2\n'.repeat(MANY / 10)],
    ['folded lines', `workflow: >\n${'  x\n'.repeat(MANY / 4 - 10)}`],
    ['escapes', `workflow: "${'\\u0041'.repeat(MANY / 6 - 10)}"`],
    ['control characters', '\u0000\u0007\u001b'.repeat(MANY / 3)],
    ['halves of characters', '\ud800'.repeat(MANY)],
    ['a megabyte', WHOLE.repeat(900)],
    ['steps', withSteps('    - {name: x, type: llm, prompt: p}\n'.repeat(2_500))],
    [
      'transitions',
      `workflow: {state_machine: {states: [a], initial_state: a, transitions: [${'{from: a, to: a}, '.repeat(5_000)}]}}`,
    ],
    ['brackets, a line each', '[\n'.repeat(30_000)],
    ['lists with wide dashes', '-  '.repeat(30_000)],
    ['lists and keys by turns', '- ?  '.repeat(20_000)],
    ['maps, a line each', '{\n"a":'.repeat(10_000)],
    ['many moves from many states', manyMoves()],
    [
      'traits',
      `${WHOLE.slice(0, WHOLE.indexOf('components'))}components: {traits: [${'{name: x, prompt: p, inject_into: []}, '.repeat(2_400)}]}`,
    ],
    [
      'a trait for a thousand steps',
      `${WHOLE.slice(0, WHOLE.indexOf('components'))}components: {traits: [{name: x, prompt: p, inject_into: [${'wrok, '.repeat(15_000)}]}]}`,
    ],
  ])('is read or refused at once, in a few words: %s', (_, text) => {
    const reads: ReturnType<typeof readWorkflow>[] = [];
    expect(cpuTime(() => reads.push(readWorkflow(text)))).toBeLessThan(4_000);
    const [{ problems }] = reads;
    expect(problems.length).toBeLessThanOrEqual(100);
    for (const { message, line, column } of problems) {
      expect(message.length).toBeLessThan(400);
      expect(message).not.toMatch(/[\n\r]|Maximum call stack/);
      expect([line >= 1, column >= 1]).toEqual([true, true]);
    }
  });

  it.each<readonly [string, string, string]>([
    [
      'aliases',
      machineOf(`[${'&a x, '}${'*a, '.repeat(101)}x]`),
      'more than 100 aliases are followed here; that is the limit',
    ],
    [
      '200 states',
      machineOf(`[${Array.from({ length: 201 }, (_, i) => `s${i}`).join(', ')}]`),
      '201 states; at most 200',
    ],
    [
      '1,000 transitions',
      `workflow: {state_machine: {states: [a], initial_state: a, transitions: [${'{from: a, to: a}, '.repeat(1_001)}]}}`,
      '1001 transitions; at most 1000',
    ],
    ['500 steps', withSteps('    - {name: x, type: llm, prompt: p}\n'.repeat(501)), '501 steps; at most 500'],
    [
      '100,000 characters',
      `# ${'x'.repeat(100_000)}`,
      'the text has 100002 characters; at most 100000 are read',
    ],
    ['64 brackets', '['.repeat(65), 'brackets or indents are more than 64 deep'],
    ['64 dashes', '- '.repeat(65), 'brackets or indents are more than 64 deep'],
    [
      '20,000 characters of code',
      code('#'.repeat(20_001)),
      '20001 characters of source; at most 20000 are read',
    ],
    [
      '1,000 characters of a condition',
      condition('a'.repeat(1_001)),
      '1001 characters of source; at most 1000 are read',
    ],
  ])('has its limits: %s', (_, text, message) => {
    expect(readWorkflow(text).problems.map(problem => problem.message)).toContain(message);
  });

  it('of more than a megabyte is refused unread', async () => {
    await expect(openAgents({ text: ' '.repeat(1_000_001) })).rejects.toThrow(
      'own.yaml is 1.0 MB; at most 1.0 MB are read',
    );
  });
});

describe('a word of the text in a message', () => {
  const ODD = '"a\\u001b[31m\\nb\\u202e"';
  it.each([
    ['a field', `workflow: {${ODD}: 1, ${ODD}: 2}`],
    ['a policy', changed('on_failure: skip', `on_failure: ${ODD}`)],
    ['a type', changed('type: code', `type: ${ODD}`)],
    ['a key', changed('again: sowing', `${ODD}: sowing\n        ${ODD}: sowing`)],
    ['a number', changed('max_retries: 1', `max_retries: ${ODD}`)],
    ['a state', changed('in_state: reaping', `in_state: ${ODD}`)],
    ['a state’s name', changed('reaping]', `reaping, ${ODD}]`)],
    ['Python', changed('tick > 2', 'tick > \u001b[31m\u202e')],
    ['a condition', changed('run_if: balance > 0', `run_if: ${ODD}`)],
    ['YAML', 'workflow: *a\u001b[31m\u202e'],
  ])('is shown plainly: of %s', (_, text) => {
    const { problems } = readWorkflow(text);
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(message).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
