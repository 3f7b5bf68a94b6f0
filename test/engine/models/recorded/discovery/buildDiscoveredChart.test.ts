import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../../../src/engine/models/recorded/conformance/checkConformance.ts';
import {
  buildDiscoveredChart,
  START,
} from '../../../../../src/engine/models/recorded/discovery/buildDiscoveredChart.ts';
import { filterFlowGraph } from '../../../../../src/engine/models/recorded/discovery/discoverChart.ts';
import {
  buildFlowGraph,
  type GraphLevel,
} from '../../../../../src/engine/models/recorded/discovery/graph.ts';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import type { ChartDefinition } from '../../../../../src/engine/statechart/definition.ts';
import { findChartMistakes } from '../../../../../src/engine/statechart/findChartMistakes.ts';
import { CHART_FORMATS, readJsonChart } from '../../../../../src/engine/statechart/formats/index.ts';
import { serializeChart } from '../../../../../src/engine/statechart/formats/parseChartJson.ts';
import { writeGraphviz } from '../../../../../src/engine/statechart/formats/writeGraphviz.ts';
import { writeMermaidChart } from '../../../../../src/engine/statechart/formats/writeMermaidChart.ts';
import { readScxml } from '../../../../../src/engine/statechart/scxml/readScxml.ts';
import { writeScxml } from '../../../../../src/engine/statechart/scxml/writeScxml.ts';
import { AS_THE_SOURCE_SAYS, EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import { aCase, recordedSet, SETS } from '../recordedRuns.ts';

const LEVELS: readonly GraphLevel[] = ['state', 'tool'];
const both = SETS.flatMap(set => LEVELS.map(level => [set, level] as const));
const some = both.filter(([, level], i) => level === 'state' || i % 3 === 0);
const chartOfWalks = (...walks: string[][]) => {
  const cases = walks.map(tools => aCase(tools.map(tool => ({ tool }))));
  return buildDiscoveredChart(buildFlowGraph(prepareCases(cases, EACH_TOOL), 'state'), 'found');
};

/** A chart with each state as an object and the first ones as a list: two spellings of the same. */
const spelled = ({ states, initial, ...others }: ChartDefinition) => ({
  ...others,
  states: states.map(state => (typeof state === 'string' ? { id: state } : state)),
  initial: typeof initial === 'string' ? [initial] : initial,
});

const told = (description: string) => ({ words: { description } });

describe('a discovered chart', () => {
  it('has a transition for each edge, also out of the only beginning and into the only end', () => {
    expect(chartOfWalks(['a', 'a', 'b'], ['a', 'b'])).toEqual({
      name: 'found',
      states: [START, 'a', 'b', { id: 'ended', kind: 'final' }],
      initial: START,
      transitions: [
        { ...{ trigger: 'a', on: ['a'], source: START, target: 'a', weight: 2 }, ...told('2 times') },
        { ...{ trigger: 'b', on: ['b'], source: 'a', target: 'b', weight: 2 }, ...told('2 times') },
        { ...{ trigger: 'again', on: ['again'], source: 'a', target: null, weight: 1 }, ...told('1 time') },
        { ...{ trigger: 'ends', on: ['ends'], source: 'b', target: 'ended', weight: 2 }, ...told('2 cases') },
      ],
    });
  });

  it('begins and ends where cases do, however many states that are', () => {
    const { states, initial, transitions } = chartOfWalks(['a', 'b'], ['b', 'a']);
    expect(states).toEqual([START, 'a', 'b', { id: 'ended', kind: 'final' }]);
    expect(initial).toBe(START);
    expect(transitions.filter(t => t.source === START).map(t => t.target)).toEqual(['a', 'b']);
    expect(transitions.filter(t => t.target === 'ended').map(t => t.source)).toEqual(['a', 'b']);
  });

  it('distinguishes how cases ended, each end with its cases', () => {
    const ended = (tools: string[], outcome: 'failed' | 'succeeded' | null, id: string) =>
      aCase(
        tools.map(tool => ({ tool })),
        { outcome, id },
      );
    const cases = prepareCases(
      [
        ended(['a', 'b'], 'failed', '1'),
        ended(['a', 'b'], 'succeeded', '2'),
        ended(['a', 'b'], 'succeeded', '3'),
        ended(['a'], null, '4'),
      ],
      EACH_TOOL,
    );
    const graph = buildFlowGraph(cases, 'state');
    const chart = buildDiscoveredChart(graph, 'found');
    expect(chart.states).toEqual([
      ...[START, 'a', 'b'],
      ...['succeeded', 'failed', 'ended'].map(id => ({ id, kind: 'final' })),
    ]);
    expect(chart.transitions.slice(-3)).toEqual([
      { ...{ trigger: 'ends', on: ['ends'], source: 'a', target: 'ended', weight: 1 }, ...told('1 case') },
      {
        ...{ trigger: 'ends_well', on: ['ends_well'], source: 'b', target: 'succeeded', weight: 2 },
        ...told('2 cases'),
      },
      {
        ...{ trigger: 'ends_badly', on: ['ends_badly'], source: 'b', target: 'failed', weight: 1 },
        ...told('1 case'),
      },
    ]);
    expect(checkConformance(cases, chart)).toMatchObject({ following: 4, endOutside: 0 });
  });

  it('distinguishes its ends from states of the agents with the same name', () => {
    const cases = prepareCases(
      [
        aCase([{ tool: 'failed' }, { tool: 'a' }], { outcome: 'failed' }),
        aCase([{ tool: 'a' }, { tool: 'failed' }], { outcome: 'succeeded' }),
      ],
      EACH_TOOL,
    );
    const chart = buildDiscoveredChart(buildFlowGraph(cases, 'state'), 'found');
    expect(findChartMistakes(chart)).toEqual([]);
    expect(chart.words?.states.failed_2?.label).toBe('failed');
    expect(checkConformance(cases, chart)).toMatchObject({ following: 2, endOutside: 0 });
    const walk = prepareCases([aCase([{ tool: 'failed' }, { tool: 'failed' }])], EACH_TOOL);
    expect(checkConformance(walk, chart)).toMatchObject({ deviating: 1, endOutside: 0 });
  });

  it('shows counts and median times next to the arrows of pictures', () => {
    const cases = prepareCases(recordedSet('tau2_sierra_gpt41'), AS_THE_SOURCE_SAYS);
    const graph = buildFlowGraph(cases, 'state');
    const edge = graph.edges.find(({ from, to }) => from === 'LOOKUP' && to === 'ACT')!;
    expect([edge.count, edge.ms! > 1000]).toEqual([166, true]);
    const chart = buildDiscoveredChart(graph, 'found');
    const label = new RegExp(`ACT: 166 times, median ${(edge.ms! / 1000).toFixed(1)} s in between`);
    expect(writeGraphviz(chart)).toMatch(label);
    expect(writeMermaidChart(chart).replaceAll('#58;', ':')).toMatch(label);
    expect(writeGraphviz(chart)).toMatch(/label="ends_well: 82 cases"/);
    expect(writeGraphviz(chart)).toMatch(/label="ends_badly: 58 cases"/);
  });

  it('names by a label what an id cannot hold', () => {
    const chart = chartOfWalks(['look it up', 'look-it-up', 'start', 'timeout', '7', '*']);
    expect(findChartMistakes(chart)).toEqual([]);
    expect(chart.words?.states.look_it_up.label).toBe('look it up');
    expect(chart.words?.states.start_2.label).toBe('start');
    expect(chart.transitions.map(t => t.trigger)).toContain('timeout_');
  });

  it.each(some)('survives every format unchanged: %s, %s', (set, level) => {
    const cases = prepareCases(recordedSet(set), AS_THE_SOURCE_SAYS);
    const chart = buildDiscoveredChart(
      filterFlowGraph(buildFlowGraph(cases, level), { states: 0, edges: 0.1 }),
      set,
    );
    expect(findChartMistakes(chart)).toEqual([]);
    expect(spelled(readScxml(writeScxml(chart).text).definition)).toEqual(spelled(chart));
    const json: unknown = JSON.parse(JSON.stringify(serializeChart(chart)));
    expect(spelled(readJsonChart(json).definition)).toEqual(spelled(chart));
    const mermaid = writeMermaidChart(chart);
    for (const { trigger } of chart.transitions) expect(mermaid).toContain(trigger);
    for (const format of CHART_FORMATS) expect(format.write(chart).text).not.toBe('');
  });

  it.each(both)('of the whole graph allows every case that it was made from: %s, %s', (set, level) => {
    const cases = prepareCases(recordedSet(set), AS_THE_SOURCE_SAYS);
    const { following, endOutside } = checkConformance(
      cases,
      buildDiscoveredChart(buildFlowGraph(cases, level), set),
      level,
    );
    expect([following, endOutside]).toEqual([cases.length, 0]);
  });

  it('without cases can be read', () => {
    for (const chart of [chartOfWalks(), chartOfWalks([])]) expect(findChartMistakes(chart)).toEqual([]);
  });
});
