import { describe, expect, it } from 'vitest';
import type { LeftOut } from '../../../../../src/engine/model/discovered.ts';
import { checkConformance } from '../../../../../src/engine/models/recorded/conformance/checkConformance.ts';
import {
  computeDefaultLeftOut,
  discoverChart,
  extractGraphPart,
} from '../../../../../src/engine/models/recorded/discovery/discoverChart.ts';
import {
  buildFlowGraph,
  type GraphLevel,
} from '../../../../../src/engine/models/recorded/discovery/graph.ts';
import {
  type PreparedCase,
  prepareCases,
} from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { readReferenceChart } from '../../../../../src/engine/models/recorded/loadRecorded.ts';
import { CHART_FORMATS } from '../../../../../src/engine/statechart/formats/index.ts';
import { AS_THE_SOURCE_SAYS, EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import { aCase, recordedSet, SETS } from '../recordedRuns.ts';

const WHOLE: LeftOut = { states: 0, edges: 0 };
const PARTS: readonly LeftOut[] = [
  { states: 0, edges: 0.2 },
  { states: 0, edges: 1 },
  { states: 0.5, edges: 0.5 },
  { states: 1, edges: 0 },
];
/** Formats that a chart is read from again. */
const READ = ['scxml', 'json', 'xstate'];
const LEVELS: readonly GraphLevel[] = ['state', 'tool'];
const both = SETS.flatMap(set => LEVELS.map(level => [set, level] as const));

/** Cases against their own chart, which was written and read between. */
function givenBack(cases: readonly PreparedCase[], leftOut: LeftOut, level: GraphLevel, format: string) {
  const { chart, ...shown } = discoverChart(buildFlowGraph(cases, level), leftOut);
  const text = CHART_FORMATS.find(({ name }) => name === format)!.write(chart).text;
  const { definition } = readReferenceChart('back', text);
  return { shown, found: checkConformance(cases, definition, level) };
}

describe('a discovered chart that is given back', () => {
  it.each(both)('has every move of its own cases, in each format that is read: %s, %s', (set, level) => {
    const cases = prepareCases(recordedSet(set), AS_THE_SOURCE_SAYS);
    for (const format of READ) {
      const { following, deviating, endOutside } = givenBack(cases, WHOLE, level, format).found;
      expect([following, deviating, endOutside]).toEqual([cases.length, 0, 0]);
    }
  });

  it.each(both)('without rare edges lacks exactly the moves and ends left out: %s, %s', (set, level) => {
    const cases = prepareCases(recordedSet(set), AS_THE_SOURCE_SAYS);
    for (const [i, leftOut] of PARTS.entries()) {
      const { shown, found } = givenBack(cases, leftOut, level, READ[i % READ.length]);
      const { moves, ends, edges } = shown;
      expect(found.moves).toBe(moves.all);
      expect(found.deviating).toBe(moves.all - moves.shown);
      expect(found.endOutside).toBe(ends.all - ends.shown);
      const lacking = edges.all - edges.shown;
      expect(discoverChart(buildFlowGraph(cases, level), leftOut).chart.transitions).toHaveLength(
        edges.shown,
      );
      if (leftOut.edges > 0) expect(lacking).toBeGreaterThan(0);
      expect(found.edges.length).toBeLessThanOrEqual(lacking);
    }
  });

  it('distinguishes names that no id can hold, also those that were left out', () => {
    const walks = [['a b', 'a_b', 'a b', 'a_b', 'start', 'a b'], ['a-b', 'a b', 'a_b'], ['a b']];
    const cases = prepareCases(
      walks.map((tools, i) =>
        aCase(
          tools.map(tool => ({ tool })),
          { id: String(i) },
        ),
      ),
      EACH_TOOL,
    );
    for (const leftOut of [WHOLE, ...PARTS, { states: 0.7, edges: 0 }])
      for (const format of READ) {
        const { shown, found } = givenBack(cases, leftOut, 'state', format);
        expect(found.deviating).toBe(shown.moves.all - shown.moves.shown);
        expect(found.endOutside).toBe(shown.ends.all - shown.ends.shown);
      }
  });
});

describe('a part of a graph', () => {
  const graph = buildFlowGraph(prepareCases(recordedSet('tau2_sierra_gpt41'), AS_THE_SOURCE_SAYS), 'tool');

  it('reports how much it shows', () => {
    const { states, edges, moves, ends } = extractGraphPart(graph, { states: 0.5, edges: 0 });
    expect(states.all).toBe(60);
    expect(states.shown).toBe(31);
    expect(moves.all).toBe(2202);
    expect(ends.all).toBe(140);
    expect(edges.shown).toBeLessThan(edges.all);
    expect(moves.shown / moves.all).toBeGreaterThan(0.8);
  });

  it('shows less, the more is left out', () => {
    const shown = [0, 0.25, 0.5, 0.75, 1].map(share => extractGraphPart(graph, { states: 0, edges: share }));
    const counts = shown.map(({ edges }) => edges.shown);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const ends = graph.edges.flatMap(({ ends: ways = [] }) => ways);
    expect(counts[0]).toBe(graph.edges.filter(({ to }) => to !== null).length + ends.length);
    for (const part of shown) expect(part.states.shown).toBe(60);
  });

  it('is the whole by default while a drawing can hold it, else its most frequent edges', () => {
    const small = buildFlowGraph(prepareCases(recordedSet('tau2_sierra_gpt41'), AS_THE_SOURCE_SAYS), 'state');
    expect(computeDefaultLeftOut(small)).toEqual(WHOLE);
    const { edges } = extractGraphPart(graph, computeDefaultLeftOut(graph));
    expect(graph.edges.length).toBeGreaterThan(200);
    expect(edges.shown).toBeLessThan(graph.edges.length / 2);
  });
});
