import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../../../../../src/engine/models/workflow/inputs/readWorkflow.ts';

const TEXT = `workflow:
  state_machine:
    states:
      - observing
      - name: making
        states:
          - ideating
          - name: building
            states: [coding, testing]
            history: deep
        initial_state: building
      - shipping
    descriptions: {making: has an artifact in hand}
    initial_state: making
    transitions:
      - {from: observing, to: making}
      - {from: making, to: shipping}
      - {from: coding, to: testing}
      - {from: shipping, to: building}
      - {from: "*", to: observing, condition: tick > 9}
  steps:
    - name: work
      type: llm
      in_state: making
      prompt: Work.
      transition_to: shipping
    - name: sell
      type: transition
      in_state: shipping
      prompt: Where to?
      transition_map: {again: building}
`;
const problemsOf = (text: string): readonly string[] =>
  readWorkflow(text).problems.map(
    ({ severity, line, column, message, meant }) =>
      `${severity === 'error' ? '' : 'warning '}${line}:${column} ${message}${meant === null ? '' : ` [${meant}]`}`,
  );
/** The text with one piece of it in other words. */
const changed = (from: string, to: string): string => {
  expect(TEXT.split(from)).toHaveLength(2);
  return TEXT.replace(from, () => to);
};
const withStates = (states: string): string =>
  `workflow:\n  state_machine: {states: ${states}, initial_state: a}\n  steps: [{name: s, type: code, code: x = 1}]\n`;

describe('nested states', () => {
  it('are numbered in the order of the text, each before those in it', () => {
    const { workflow, problems } = readWorkflow(TEXT);
    expect(problems).toEqual([]);
    const { states, nesting, initial, descriptions } = workflow!;
    expect(states).toEqual([
      ...['observing', 'making', 'ideating', 'building', 'coding', 'testing', 'shipping'],
    ]);
    expect(nesting.parents).toEqual([-1, -1, 1, 1, 3, 3, -1]);
    expect([...nesting.compounds]).toEqual([
      [1, { initial: 3, history: null }],
      [3, { initial: 4, history: 'deep' }],
    ]);
    expect(states[initial]).toBe('coding');
    expect(descriptions).toEqual({ making: 'has an artifact in hand' });
  });

  it('of a name in a step are all of its leaves', () => {
    const { steps, states } = readWorkflow(TEXT).workflow!;
    expect(steps[0].inState?.map(state => states[state])).toEqual(['ideating', 'coding', 'testing']);
  });

  it('begin with the first one where nothing else is given', () => {
    const { nesting } = readWorkflow(changed('        initial_state: building\n', '')).workflow!;
    expect(nesting.compounds.get(1)).toEqual({ initial: 2, history: null });
  });

  it('may begin deeper than in the next level', () => {
    const { workflow } = readWorkflow(changed('initial_state: building', 'initial_state: testing'));
    expect(workflow!.states[workflow!.initial]).toBe('testing');
  });

  it('leave a list of names as it was', () => {
    const { nesting } = readWorkflow(withStates('[a, b]')).workflow!;
    expect([nesting.leaves, nesting.compounds.size]).toEqual([[0, 1], 0]);
  });
});

describe('a mistake in nested states is reported with line and column', () => {
  const known = 'known fields: name, states, initial_state, history';
  it.each<readonly [string, string, readonly string[]]>([
    [
      'a misspelled field',
      changed('history: deep', 'histroy: deep'),
      ['10:13 a state with states in it has no field “histroy” [history]'],
    ],
    [
      'a field like none',
      changed('history: deep', 'colour: red'),
      [`10:13 a state with states in it has no field “colour”; ${known}`],
    ],
    [
      'a history of unknown kind',
      changed('history: deep', 'history: shalow'),
      ['10:22 “history” is shallow or deep, not “shalow” [shallow]'],
    ],
    [
      'a name on two levels',
      changed('[coding, testing]', '[coding, testing, observing]'),
      ['9:39 state “observing” is listed twice; a name stands for one state at all levels'],
    ],
    [
      'a name twice on one level',
      changed('[coding, testing]', '[coding, coding, testing]'),
      ['9:30 state “coding” is listed twice'],
    ],
    [
      'a beginning outside',
      changed('initial_state: building', 'initial_state: shipping'),
      ['11:24 “shipping” does not stand in “making”: it cannot begin there'],
    ],
    [
      'a beginning that is the state itself',
      changed('initial_state: building', 'initial_state: making'),
      ['11:24 “making” is the state itself: it cannot begin there'],
    ],
    [
      'a misspelled beginning',
      changed('initial_state: building', 'initial_state: bilding'),
      ['11:24 no state in “making” is called “bilding” [building]'],
    ],
    [
      'no name',
      changed('- name: making\n        states:', '- states:'),
      [
        '5:9 a state with states in it needs “name”',
        '12:20 no state is called “making”',
        '13:20 no state is called “making”',
        '15:31 no state is called “making”',
        '16:16 no state is called “making”',
        '23:17 no state is called “making”',
      ],
    ],
    [
      'no states',
      changed('            states: [coding, testing]\n', ''),
      [
        '8:13 a state with states in it needs “states”; one without is its name alone',
        '17:16 no state is called “coding”',
        '17:28 no state is called “testing”',
      ],
    ],
    ['an empty list', withStates('[a, {name: b, states: []}]'), ['2:49 there is no state in “b”']],
    [
      'a name for the list as a key',
      withStates('[a, making: [b, c]]'),
      [
        "2:31 a state's name is text, but this is a map; a state with states in it has “name: making” and states, initial_state, history",
      ],
    ],
    [
      'a misspelled name far within',
      changed('from: coding, to: testing', 'from: coding, to: tesing'),
      ['18:28 no state is called “tesing” [testing]'],
    ],
    [
      'a misspelled declaration far within',
      changed('[coding, testing]', '[codng, testing]').replace(
        'to: testing',
        'to: testing}\n      - {from: testing, to: coding',
      ),
      ['9:22 no edge and no step uses “codng”; “coding” is used in lines 18 and 19 [coding]'],
    ],
  ])('%s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it('for more than ten nested lists', () => {
    const nested = (levels: number): string =>
      levels === 0 ? 'leaf' : `{name: s${levels}, states: [${nested(levels - 1)}]}`;
    expect(problemsOf(withStates(`[a, ${nested(9)}]`))).toEqual([]);
    expect(problemsOf(withStates(`[a, ${nested(10)}]`))).toEqual([
      '2:231 states stand more than 10 deep in one another',
    ]);
  });

  it('for more than two hundred states at all levels together', () => {
    const of = (letter: string) => Array.from({ length: 120 }, (_, i) => `${letter}${i}`).join(', ');
    const text = withStates(`[a, {name: b, states: [${of('b')}]}, {name: c, states: [${of('c')}]}]`);
    expect(problemsOf(text)).toEqual(['2:27 243 states; at most 200']);
  });

  it('for histories with more memory than can be distinguished', () => {
    const group = (name: string) =>
      `{name: ${name}, states: [${Array.from({ length: 9 }, (_, i) => `${name}${i}`).join(', ')}], history: deep}`;
    expect(problemsOf(withStates(`[a, ${['b', 'c'].map(group).join(', ')}]`))).toEqual([]);
    expect(problemsOf(withStates(`[a, ${['b', 'c', 'd'].map(group).join(', ')}]`))).toEqual([
      '2:27 the histories remember too much: agents could be in 28000 situations; at most 10000',
    ]);
  });

  it('for an alias to its own list', () => {
    expect(problemsOf(withStates('[a, &b {name: b, states: [*b]}]')).length).toBeGreaterThan(0);
  });
});

describe('moves between nested states', () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      'an edge to a state with history is none to the one in which it begins',
      changed('transition_map: {again: building}', 'transition_map: {again: coding}'),
      ['31:31 no edge leads from “shipping” to “coding”'],
    ],
    [
      'an edge to another state is one to the one in which it begins',
      changed('transition_map: {again: building}', 'transition_map: {again: coding}').replace(
        'history: deep',
        '',
      ),
      [],
    ],
    [
      'an edge from a state is one from each in it',
      changed('from: making, to: shipping', 'from: building, to: shipping'),
      ['26:22 no edge leads from “ideating” to “shipping”'],
    ],
    [
      'who is where a state begins need not move to get there',
      changed('in_state: making', 'in_state: coding').replace(
        'transition_to: shipping',
        'transition_to: making',
      ),
      [],
    ],
    [
      'nobody goes back to where they are',
      changed('from: coding, to: testing', 'from: testing, to: building'),
      [
        'warning 18:29 this edge leads nowhere: “building” goes back to where the agent was, and from “testing” it is there',
      ],
    ],
    [
      'a state that no edge leads to is not reached by its history',
      changed('from: coding, to: testing', 'from: testing, to: coding').replace(
        'in_state: making',
        'in_state: testing',
      ),
      ['warning 22:13 step “work” never runs: no edge leads to “testing”'],
    ],
    [
      'an agent is never in a state by itself',
      changed('tick > 9', '\'state == "making" and tick > 9\''),
      ['warning 20:58 “state” is never “making”, but one of those in it: “ideating”, “coding”, “testing”'],
    ],
  ])('%s', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });
});
