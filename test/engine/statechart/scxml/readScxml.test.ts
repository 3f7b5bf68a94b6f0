import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/engine/core/errors.ts';
import { compile } from '../../../../src/engine/statechart/compile.ts';
import type { ChartDefinition } from '../../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../src/engine/statechart/population.ts';
import { readScxml } from '../../../../src/engine/statechart/scxml/readScxml.ts';
import { writeScxml } from '../../../../src/engine/statechart/scxml/writeScxml.ts';
import { cpuTime } from '../../../cpuTime.ts';

const scxml = (inner: string, attributes = '') =>
  `<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:sc="https://statescope.dev/scxml" version="1.0" ${attributes}>${inner}</scxml>`;

function refusal(text: string): string {
  try {
    readScxml(text);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return 'read';
}

const states = (n: number, each = (i: number) => `<state id="s${i}"/>`) =>
  Array.from({ length: n }, (_, i) => each(i)).join('');
const transition = (attributes: string, inner = '') =>
  `<state id="a"><transition ${attributes}>${inner}</transition></state>`;

/** Hostile or mistaken documents, and a part of what is said of each. */
const REFUSED: readonly (readonly [string, string, string])[] = [
  ['nothing at all', '', 'line 1, column 1: there is no element in it'],
  ['words', 'hello', 'line 1, column 7: text stands outside of the element that holds all others'],
  ['JSON', '{"states": []}', 'line 1, column 16: text stands outside'],
  ['HTML', '<html><body></body></html>', 'line 1, column 1: <html> is not SCXML'],
  ['an element left open', '<scxml><state id="a">', 'line 1, column 8: <state> is not closed'],
  [
    'a crossing of elements',
    '<scxml><state id="a"></scxml></state>',
    'line 1, column 8: <state> is not closed before </scxml>',
  ],
  ['two elements at the top', `${scxml('<state id="a"/>')}<scxml/>`, 'a second element follows the first'],
  ['an attribute twice', '<scxml><state id="a" id="b"/></scxml>', 'attribute “id” stands twice'],
  [
    'an attribute without a quote',
    '<scxml><state id=a/></scxml>',
    'the value of an attribute is not in quotation marks',
  ],
  ['an entity that nobody defined', scxml('<state id="&bomb;"/>'), '“&bomb;” is none of XML’s own'],
  [
    'a bomb of entities',
    `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${scxml('<state id="a"><onentry><log expr="\'&b;\'"/></onentry></state>')}`,
    'a document type is not read',
  ],
  [
    'a file from elsewhere',
    `<!DOCTYPE x SYSTEM "file:///etc/passwd">${scxml('<state id="a"/>')}`,
    'a document type is not read',
  ],
  ['another namespace', '<scxml xmlns="http://example.org/"><state id="a"/></scxml>', 'SCXML’s is'],
  ['a prefix that nobody bound', '<scxml><x:state id="a"/></scxml>', 'prefix “x” is not declared'],
  ['another data model', scxml('<state id="a"/>', 'datamodel="xpath"'), 'data model “xpath” is not read'],
  ['no states', scxml(''), 'it has no states'],
  [
    'an unknown initial state',
    scxml('<state id="a"/>', 'initial="z"'),
    'initial state "z" is not one of its states',
  ],
  [
    'an initial state elsewhere',
    scxml('<state id="a" initial="b"><state id="c"/></state><state id="b"/>'),
    'initial state "b" does not stand below it',
  ],
  [
    'an initial circle',
    scxml('<state id="a" initial="a"><state id="b"/></state>'),
    'initial state "a" does not stand below it',
  ],
  ['an unknown target', scxml(transition('event="e" target="z"')), 'column 117: unknown target "z"'],
  ['an id twice', scxml('<state id="a"/><state id="a"/>'), 'state "a" is defined twice'],
  ['a transition with nothing to it', scxml(transition('')), '<transition> needs an event, a cond, a target'],
  [
    'targets that are never active at once',
    scxml(
      `<state id="a"><transition event="e" target="b c"/></state>${states(0)}<state id="b"/><state id="c"/>`,
    ),
    'targets "b" and "c" are never active at once',
  ],
  [
    'a way out of a final state',
    scxml('<final id="f"><transition event="e" target="f"/></final>'),
    'leads out of "f", a final state',
  ],
  [
    'states in a final state',
    scxml('<final id="f"><state id="a"/></final>'),
    'a final state has no states of its own',
  ],
  ['a parallel state without states', scxml('<parallel id="p"/>'), 'a parallel state needs states'],
  [
    'a history at the top',
    scxml('<state id="a"/><history id="h"><transition target="a"/></history>'),
    'a history stands in a state',
  ],
  [
    'a history without a way',
    scxml('<state id="a"><history id="h"/><state id="b"/></state>'),
    '<history> needs one transition, and has 0',
  ],
  [
    'histories in a circle',
    scxml(
      '<state id="a"><history id="h"><transition target="i"/></history><history id="i"><transition target="h"/></history><state id="b"/></state>',
    ),
    'its histories lead in a circle',
  ],
  [
    'a script',
    scxml('<script>while(true){}</script><state id="a"/>'),
    '<script> is not read here: charts have no code of their own',
  ],
  [
    'a script of a state',
    scxml('<state id="a"><onentry><script src="https://example.org/x.js"/></onentry></state>'),
    '<script> is not read here',
  ],
  [
    'another machine',
    scxml('<state id="a"><invoke type="scxml" src="b.scxml"/></state>'),
    '<invoke> is not read here: no other machine',
  ],
  [
    'data from elsewhere',
    scxml('<datamodel><data id="x" src="file:x"/></datamodel><state id="a"/>'),
    'data is not loaded from elsewhere',
  ],
  [
    'an element of a page',
    scxml('<state id="a"><onentry><img src="x" onerror="alert(1)"/></onentry></state>'),
    '<img> is not read here',
  ],
  [
    'a state in a block',
    scxml('<state id="a"><onentry><state id="b"/></onentry></state>'),
    '<state> is not read here',
  ],
  ['a rate above one', scxml(transition('target="a" sc:rate="1.5"')), 'rate is 1.5, needs 0 to 1 a tick'],
  ['a rate and an event', scxml(transition('event="e" target="a" sc:rate="0.5"')), 'has a rate and an event'],
  [
    'a raise without an event',
    scxml('<state id="a"><onentry><raise/></onentry></state>'),
    '<raise> needs an event',
  ],
  ['a loop without a list', scxml('<state id="a"><onentry><foreach item="i"/></onentry></state>'), 'read'],
  ['a name of the language itself', scxml('<state id="__proto__"/><state id="constructor"/>'), 'read'],
  [
    'ten thousand nested states',
    `${'<state>'.repeat(10_000)}${'</state>'.repeat(10_000)}`,
    'nested more than 400 deep',
  ],
  [
    '300 nested states',
    scxml(`${'<state>'.repeat(300)}${'</state>'.repeat(300)}`),
    'nested 200 deep, at most 199',
  ],
  ['seventy thousand states', scxml(states(70_000)), '70000 states, at most 65520'],
  [
    'a million attributes',
    scxml(`<state id="a" ${Array.from({ length: 50_000 }, (_, i) => `a${i}=""`).join(' ')}/>`),
    'read',
  ],
  ['a megabyte of spaces', scxml(`<state id="a">${' '.repeat(1_000_000)}</state>`), 'read'],
];

describe('a document that cannot be read', () => {
  it.each(REFUSED)('%s is reported in one line, within seconds', (_, text, said) => {
    let told = '';
    const read = () => {
      told = refusal(text);
    };
    expect(cpuTime(read)).toBeLessThan(5000);
    expect(told).toContain(said);
    expect(told.split('\n').length).toBeLessThan(60);
  });

  it('has all of its mistakes reported, each with its place', () => {
    const text = [
      '<scxml xmlns="http://www.w3.org/2005/07/scxml">',
      '  <state id="a">',
      '    <transition event="e" target="x"/>',
      '    <transition event="f" target="y"/>',
      '  </state>',
      '  <state id="a"/>',
      '</scxml>',
    ].join('\n');
    expect(refusal(text).split('\n')).toEqual([
      '3 mistakes:',
      'line 6, column 3: state "a" is defined twice',
      'line 3, column 5: unknown target "x"',
      'line 4, column 5: unknown target "y"',
    ]);
  });
});

function play(definition: ChartDefinition, columns: readonly string[] = []) {
  const population = new Population(1, 0);
  for (const column of columns) population.addInteger(column);
  const machine = new Machine(compile(definition), population, 1, HIERARCHY);
  machine.beginTick();
  return machine;
}

describe('a document that is read', () => {
  it('warns of an expression that fails when it is reached, and answers it with error.execution', () => {
    const { definition, notes } = readScxml(
      scxml(
        '<state id="a"><onentry><assign location="x" expr="return"/></onentry><transition event="error" target="b"/></state><state id="b"/>',
      ),
    );
    expect(notes).toEqual(['line 1, column 126: “return” is not an expression: it cannot be read']);
    expect(play(definition).agent(0).states).toEqual(['b']);
  });

  it('that never rests is an error of the run, which names its states', () => {
    const circle = scxml(
      '<state id="a"><transition target="b"/></state><state id="b"><transition target="a"/></state>',
    );
    expect(() => play(readScxml(circle).definition)).toThrow(
      /never comes to rest: .* between "[ab]" and "[ab]"/,
    );
  });

  it('keeps rates, timeouts and columns in a namespace of its own, and is written the same', () => {
    const text = scxml(
      [
        '<state id="a" sc:timeout="3"><transition event="timeout" sc:after="timeout" target="b"/></state>',
        '<state id="b"><transition sc:rate="0.25" sc:per="a" sc:trigger="decays" target="a"/>',
        '<transition event="go" sc:cond="count &gt;= 2" target="a"><sc:add column="count" value="-2"/></transition></state>',
      ].join(''),
    );
    const { definition } = readScxml(text);
    expect(definition.thresholds).toEqual({ a: 3 });
    expect(definition.transitions).toEqual([
      { trigger: 'timeout', source: 'a', target: 'b' },
      { trigger: 'decays', source: 'b', target: 'a', rate: 0.25, per: 'a' },
      {
        trigger: 'go',
        on: ['go'],
        source: 'b',
        target: 'a',
        guard: { kind: 'compare', column: 'count', op: '>=', value: 2 },
        actions: [{ kind: 'add', column: 'count', value: -2 }],
      },
    ]);
    const written = writeScxml(definition);
    expect(written.notes).toEqual([]);
    expect(readScxml(written.text).definition).toEqual(definition);
  });

  it('has a timeout by its sc:after alone', () => {
    const { definition } = readScxml(
      scxml(
        '<state id="a" sc:timeout="3"><transition sc:after="timeout" target="b"/></state><state id="b"/>',
      ),
    );
    expect(definition.transitions).toEqual([{ trigger: 'timeout', source: 'a', target: 'b' }]);
    expect(definition.thresholds).toEqual({ a: 3 });
  });

  it('changes columns within if and foreach as well', () => {
    const add = '<sc:add column="count" value="1"/>';
    const { definition } = readScxml(
      scxml(
        `<state id="a"><onentry><if cond="true">${add}</if><foreach array="[1,2]" item="i">${add}</foreach></onentry></state>`,
      ),
    );
    expect(play(definition, ['count']).population.column('count')![0]).toBe(3);
  });

  it('of 500 states and 2,000 transitions is read at once', () => {
    const large = scxml(
      states(500, i => {
        const moves = [1, 7, 50, 200].map(by => `<transition event="e${by}" target="s${(i + by) % 500}"/>`);
        return `<state id="s${i}">${moves.join('')}</state>`;
      }),
    );
    readScxml(large);
    expect(cpuTime(() => compile(readScxml(large).definition))).toBeLessThan(800);
  });
});

it('a chart whose names have control characters is read again as it was written', () => {
  const definition = {
    name: 'odd',
    states: ['a\u0001', 'b\u001b[0m', 'c\u0003d'],
    initial: 'a\u0001',
    transitions: [{ trigger: 'go\u0002', source: 'a\u0001', target: 'b\u001b[0m' }],
  };
  const { text, notes } = writeScxml(definition);
  expect(text.startsWith('<?xml version="1.1"')).toBe(true);
  expect(notes).toEqual([]);
  const { definition: again } = readScxml(text);
  expect(again.states.map(state => (typeof state === 'string' ? state : state.id))).toEqual(
    definition.states,
  );
  expect(again.transitions[0]).toMatchObject(definition.transitions[0]);
  const plain = { ...definition, states: ['a', 'b'], initial: 'a', transitions: [] };
  expect(writeScxml(plain).text.startsWith('<?xml version="1.0"')).toBe(true);
  expect(writeScxml({ ...plain, name: 'x\u0000' })).toMatchObject({
    notes: ['characters that XML cannot hold are replaced'],
  });
});
