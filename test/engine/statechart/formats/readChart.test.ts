import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../../src/engine/statechart/compile.ts';
import { decodeChartFile, readChart } from '../../../../src/engine/statechart/formats/readChart.ts';
import { HIERARCHY } from '../../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../src/engine/statechart/population.ts';
import { writeScxml } from '../../../../src/engine/statechart/scxml/writeScxml.ts';

const bytesOf = (name: string) => readFileSync(new URL(`../../../fixtures/charts/${name}`, import.meta.url));
const read = (name: string, options = {}) => readChart(name, decodeChartFile(name, bytesOf(name)), options);

/** The leaves that are active in each second in which they change, from the beginning on: `0 a`, `2 b+c`. */
function played(name: string, seconds = 6, options = {}): string[] {
  const chart = compile(read(name, options).definition);
  const machine = new Machine(
    chart,
    new Population(1, chart.isFlat ? chart.initial : 0),
    1,
    chart.isSimple ? null : HIERARCHY,
  );
  const leaves = () =>
    machine.table
      .leavesIn(machine.population.state[0])
      .map(state => chart.states[state])
      .join('+');
  const told = [`0 ${leaves()}`];
  for (let second = 1; second <= seconds; second++) {
    machine.beginTick();
    if (told.at(-1) !== told.at(-1)?.replace(/ .*/, ` ${leaves()}`)) told.push(`${second} ${leaves()}`);
    machine.log.seal();
  }
  return told;
}

/** Why a file is refused, in its first line. */
function refusal(name: string): string {
  try {
    read(name);
    return 'it is read';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a third-party chart, a tick of which is a second', () => {
  it.each<[file: string, ...timeline: string[]]>([
    // A parallel state within a parallel one ends it: https://github.com/statelyai/xstate/issues/2349
    ['x1_nested_parallel_done.json', ...['0 l1+p1+q1', '1 l2+p1+q1', '2 l2+p2+q1', '3 all_done']],
    // A region that is a final state ends with the others.
    ['x7b_final_region.json', '0 one+b', '2 out'],
    // A transition between regions begins both anew: the delay begins again, and 5 s never come.
    ['x2_cross_region.json', '0 waiting+normal', '2 waiting+demo'],
    ['x2b_cross_region_once.json', '0 waiting+t0+normal', '2 waiting+t0+demo'],
    ['x3a_self_no_reenter.json', '0 a', '3 b'],
    ['x3b_self_reenter.json', '0 a'],
    ['x5_same_tick.json', '0 a', '1 early'],
    ['x5b_regions_order.json', '0 a+x', '1 b+y'],
    ['x6_history_parallel_done.json', '0 steps.one.w+steps.two.w', '1 steps.one.d+steps.two.w', '2 over'],
    ['x7_final_leaves.json', '0 a+b', '1 f+b', '2 a+b', '3 f+b', '4 a+b', '5 f+b', '6 a+b'],
    ['x8_forbidden.json', '0 a', '3 b'],
    ['x8c_forbidden_empty.json', '0 a', '3 b'],
    ['x14_definition.json', '0 red', '2 green', '5 amber', '6 red'],
    ['x14c_config.json', '0 red', '2 green', '5 amber', '6 red'],
    ['x17_always_guardless.json', '0 a', '1 c', '2 d'],
    ['s4d_xstate_half.json', '0 a', '1 b', '2 c', '3 d', '4 f'],
    ['s1_qt_editorinfo.scxml', '0 shut'],
    ['s1b_qt_no_transition_info.scxml', '0 shut'],
    // A transition of one region to itself leaves the parallel state, and so goes before that of the other.
    ['s3_ticker.scxml', '0 ticker+even'],
    ['s4_delays.scxml', '0 a', '1 early'],
    ['s7_empty_log.scxml', '0 a'],
    ['s9_done_parallel.scxml', '0 r1a+r2a', '1 r1f+r2a', '3 out'],
    ['s11_203.scxml', '0 s11+s21', '1 s12+s22'],
    ['s12_cancel.scxml', '0 a', '1 b'],
    ['toy.mmd', '0 idle'],
  ])('behaves as it should: %s', (file, ...timeline) => {
    expect(played(file)).toEqual(timeline);
  });

  it('keeps a delay of two minutes, whatever a tick is', () => {
    expect(played('s4c_long.scxml', 130)).toEqual(['0 a', '120 b']);
    expect(played('s4c_long.scxml', 5, { tick: 60_000 })).toEqual(['0 a', '2 b']);
    expect(played('s4c_long.scxml', 5, { tick: 180_000 })).toEqual(['0 a', '1 b']);
  });

  it('plays unknown functions as noted where that is requested', () => {
    expect(played('x9_named_guard.json', 2, { isAsNoted: true })).toEqual(['0 a', '1 b']);
    expect(read('x9_named_guard.json', { isAsNoted: true }).notes).toEqual([
      'guard "isReady" is unknown here, and played as true',
    ]);
  });

  it('may have names that are words of other languages', () => {
    expect(read('m1_reserved.json').definition.transitions).toHaveLength(27);
    expect(read('m2_labels.json').definition.transitions).toHaveLength(14);
  });
});

describe('a note on a chart', () => {
  it.each<[file: string, ...notes: (string | RegExp)[]]>([
    [
      's4_delays.scxml',
      'line 3, column 14: “slow” comes after 1 s instead of 700 ms: a tick is 1 s',
      'line 3, column 48: “fast” comes after 1 s instead of 300 ms: a tick is 1 s',
    ],
    [
      'x5_same_tick.json',
      'states.a.after.300 comes after 1 s instead of 300 ms: a tick is 1 s',
      'states.a.after.700 comes after 1 s instead of 700 ms: a tick is 1 s',
    ],
    [
      's1_qt_editorinfo.scxml',
      'line 3, column 3: <editorinfo> of “http://www.qt.io/2015/02/scxml-ext” is left out, 4 times',
    ],
    [
      'x14_definition.json',
      expect.stringMatching(/^it is JSON\.stringify\(machine\), which leaves out “always”/),
    ],
    ['x14c_config.json'],
    ['x1_nested_parallel_done.json'],
  ])('is whatever differs from its text: %s', (file, ...notes) => {
    expect(read(file).notes).toEqual(notes);
  });
});

describe('a delay in SCXML', () => {
  const sending = (delay: string, tick?: number) =>
    readChart(
      'own.scxml',
      `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="a">\n<onentry><send event="go" delay="${delay}"/></onentry></state></scxml>`,
      tick === undefined ? {} : { tick },
    );
  const afterOf = (delay: string, tick?: number) => {
    const [state] = sending(delay, tick).definition.states;
    const action = typeof state === 'string' ? undefined : state.entry?.[0][0];
    return action?.kind === 'send' ? action.after : undefined;
  };

  it.each([
    ['1.1h', 1000, 3960],
    ['1.1h', 180_000, 22],
    ['4.1s', 100, 41],
    ['0.07s', 10, 7],
  ])('is not a tick late because of a multiplication’s rounding: %s', (delay, tick, ticks) => {
    expect(afterOf(delay, tick)).toBe(ticks);
    expect(sending(delay, tick).notes).toEqual([]);
  });

  it('is written again unchanged', () => {
    const { definition } = sending('70ms');
    expect(writeScxml(definition).text).toContain('delay="70ms"');
  });

  it('is noted in whole numbers where it does not fall on a tick', () => {
    expect(sending('1.1h', 7_000_000).notes).toEqual([
      'line 2, column 10: “go” comes after 7000 s instead of 66 min: a tick is 7000 s',
    ]);
  });

  it.each(['PT1S', '-1s', '', '1e3ms'])('is noted where it is invalid: %j', delay => {
    expect(sending(delay).notes).toEqual([
      `line 2, column 10: “go” is never sent, and its agent gets error.execution: “${delay}” is not a time, such as 2s or 500ms`,
    ]);
  });

  it('counts seconds without a unit, which is noted', () => {
    expect(sending('1000').notes).toEqual([
      'line 2, column 10: “go” has a delay without a unit, “1000”, which is read as 1000 s',
    ]);
    expect(sending('0').notes).toEqual([]);
  });
});

describe('a chart that is not read', () => {
  it.each([
    ['toy.puml', 'toy.puml looks like a diagram of PlantUML: write it as a stateDiagram-v2 of Mermaid'],
    ['toy_chart.dot', 'looks like a graph in DOT (Graphviz): it has no events'],
    ['bpmn.bpmn', 'looks like a process model (BPMN): its tasks are not states'],
    ['graphml_yed_state.graphml', 'looks like a drawing of a graph (GraphML, as yEd saves it)'],
    [
      'pytransitions.json',
      'looks like a machine of pytransitions: its GraphMachine with graph_engine="mermaid"',
    ],
    ['javascript_fsm.json', 'looks like a machine of javascript-state-machine: write it as'],
    ['langgraph.json', 'looks like a graph of LangGraph: its nodes are steps of a program'],
    ['n8n.json', 'looks like an automation of n8n'],
    ['step_functions.json', 'looks like a state machine of AWS Step Functions'],
    ['flowchart.mmd', 'looks like another diagram of Mermaid than a state diagram'],
    ['s10_jexl.scxml', 'data model “jexl” is not read'],
    ['x8b_forbidden_null.json', 'states.a.on.STOP is null, needs a transition'],
    [
      'x9_named_guard.json',
      'there is no function for guard "isReady"; with “Unknown functions: as noted” (--as_noted on) it plays as true',
    ],
    ['x11_v4.json', 'states.a.on[0].cond is of XState 4; XState 5 calls it guard'],
    ['x11b_v4_null.json', 'states.a.on answers "", which no chart has'],
    ['x12_invoke.json', 'states.loading.invoke: invoked actors are code, no part of a chart'],
    ['x15_named_delay.json', 'states.a.after.TIMEOUT: delay "TIMEOUT" is not a number of milliseconds'],
  ])('is named, with what can be read instead: %s', (file, words) => {
    expect(refusal(file)).toContain(words);
  });
});

describe('a chart with words of other formats in it', () => {
  it.each([
    [
      'an XState configuration with states called as n8n calls its parts',
      '{"id": "m", "initial": "nodes", "states": {"nodes": {"on": {"GO": "connections"}}, "connections": {}}}',
    ],
    [
      'one with the keys of javascript-state-machine in its notes',
      '{"id": "m", "initial": "a", "meta": {"from": 1, "to": 2, "transitions": 3}, "states": {"a": {}}}',
    ],
    [
      'one with the keys of a network in its notes',
      '{"id": "m", "initial": "a", "meta": {"nodes": [{"id": 1}], "edges": []}, "states": {"a": {}}}',
    ],
    ['a diagram with a comment on a graph', '%% a graph LR\n%% flowchart\nstateDiagram-v2\n[*] --> a\n'],
    [
      'SCXML with a comment on PlantUML',
      '<!--\n@startuml\n<graphml>\n-->\n<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="a"/></scxml>',
    ],
  ])('is read: %s', (_, text) => {
    const name = 'own.json';
    expect(
      readChart(name, decodeChartFile(name, new TextEncoder().encode(text))).definition.states.length,
    ).toBeGreaterThan(0);
  });

  it('is refused for its own mistakes, not as another format', () => {
    const text = '{"id": "m", "initial": "none", "states": {"nodes": {}, "connections": {}, "StartAt": {}}}';
    expect(() => readChart('m.json', decodeChartFile('m.json', new TextEncoder().encode(text)))).toThrow(
      'initial is "none", needs one of its states',
    );
  });

  it('does not hide the kind of another diagram', () => {
    expect(() => readChart('own', '%% states\nflowchart TD\nA --> B')).toThrow(
      'another diagram of Mermaid than a state diagram',
    );
  });
});

describe('a chart of XState that is written as SCXML', () => {
  it.each(['x1_nested_parallel_done.json', 'x6_history_parallel_done.json', 'x3b_self_reenter.json'])(
    'is complete, and states whose rules it is played by: %s',
    file => {
      const { definition } = read(file);
      const { text, notes } = writeScxml(definition);
      expect(notes).toEqual(['it was played as XState plays it; as SCXML it is played by SCXML’s rules']);
      expect(readChart('again.scxml', text).definition.transitions).toHaveLength(
        definition.transitions.length,
      );
    },
  );
});
