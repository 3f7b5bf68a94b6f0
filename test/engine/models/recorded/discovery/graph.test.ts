import { describe, expect, it } from 'vitest';
import { filterFlowGraph } from '../../../../../src/engine/models/recorded/discovery/discoverChart.ts';
import {
  buildFlowGraph,
  type FlowGraph,
  type GraphLevel,
} from '../../../../../src/engine/models/recorded/discovery/graph.ts';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { AS_THE_SOURCE_SAYS } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import { aCase, recordedSet, SETS, traceFixture } from '../recordedRuns.ts';

const LEVELS: readonly GraphLevel[] = ['state', 'tool'];
const expected = JSON.parse(traceFixture('expected/dfg.json.gz')) as Record<string, unknown[]>;
const graphs = SETS.flatMap(set =>
  LEVELS.map(level => [
    `${set}.${level}`,
    () => buildFlowGraph(prepareCases(recordedSet(set), AS_THE_SOURCE_SAYS), level),
  ]),
) as [string, () => FlowGraph][];
const walk = (...states: string[]) => aCase(states.map(tool => ({ tool })));
const graphOfWalks = (...walks: ReturnType<typeof walk>[]) =>
  buildFlowGraph(prepareCases(walks, AS_THE_SOURCE_SAYS), 'state');
const edgesIn = ({ edges }: FlowGraph) =>
  edges.map(({ from, to, count }) => `${from ?? ''}→${to ?? ''} ${count}`);

/** Nodes that no way leads to, or from which none leads to the end. */
function stranded({ nodes, edges }: FlowGraph): string[] {
  const spread = (pairs: (readonly [string | null, string | null])[]) => {
    const found = new Set<string | null>([null]);
    for (let before = -1; before !== found.size; ) {
      before = found.size;
      for (const [from, to] of pairs) if (to !== null && found.has(from)) found.add(to);
    }
    return found;
  };
  const after = spread(edges.map(({ from, to }) => [from, to]));
  const before = spread(edges.map(({ from, to }) => [to, from]));
  return nodes.map(({ name }) => name).filter(name => !after.has(name) || !before.has(name));
}

describe('a directly-follows graph', () => {
  it.each(graphs)('counts as the reference does: %s', (key, make) => {
    const { edges } = make();
    expect(edges.map(({ from, to, count }) => [from ?? '', to ?? '', count])).toEqual(expected[key]);
  });

  it('has the visits of each node, the tools that lead to it, and the median time between two', () => {
    const steps = [
      { tool: 'get', state: 'LOOK', at: 0, until: 10 },
      { tool: 'say', state: 'TALK', at: 30 },
      { tool: 'list', state: 'LOOK', at: 31, until: 40 },
      { tool: 'say', state: 'TALK', at: 44 },
      { tool: 'list', state: 'LOOK', at: 40 },
    ];
    const { nodes, edges } = buildFlowGraph(prepareCases([aCase(steps)], AS_THE_SOURCE_SAYS), 'state');
    expect(nodes).toEqual([
      { name: 'LOOK', count: 3, tools: ['list', 'get'] },
      { name: 'TALK', count: 2, tools: ['say'] },
    ]);
    expect(edges.map(({ from, to, ms }) => [from, to, ms])).toEqual([
      ['LOOK', 'TALK', 12],
      ['TALK', 'LOOK', 0.5],
      [null, 'LOOK', null],
      ['LOOK', null, null],
    ]);
  });

  it('passes over the steps that the mapping ignores', () => {
    const mapping = {
      name: 'm',
      rules: [{ on: 'tool', match: 'b', state: null }],
      otherwise: 'tool',
    } as const;
    const graph = buildFlowGraph(prepareCases([walk('a', 'b', 'c')], mapping), 'tool');
    expect(edgesIn(graph)).toEqual(['→a 1', 'a→c 1', 'c→ 1']);
  });

  it('has an edge from beginning to end for a case without steps', () => {
    expect(edgesIn(graphOfWalks(walk()))).toEqual(['→ 1']);
  });
});

describe('a filtered graph', () => {
  const graph = graphOfWalks(walk('a', 'b', 'c'), walk('a', 'b', 'c'), walk('a', 'c'), walk('a', 'x', 'c'));

  it('is whole where nothing is left out', () => {
    expect(filterFlowGraph(graph, { states: 0, edges: 0 })).toEqual(graph);
  });

  it('drops the rarest first', () => {
    expect(filterFlowGraph(graph, { states: 0.4, edges: 0 }).nodes.map(({ name }) => name)).toEqual([
      'a',
      'c',
      'b',
    ]);
    expect(edgesIn(filterFlowGraph(graph, { states: 0.4, edges: 1 }))).toEqual([
      '→a 4',
      'c→ 4',
      'a→b 2',
      'b→c 2',
    ]);
  });

  it('keeps a rare node that another one needs', () => {
    const line = graphOfWalks(walk('r', 'a', 'a', 'b', 'b'));
    expect(filterFlowGraph(line, { states: 1, edges: 1 }).nodes.map(({ name }) => name)).toEqual([
      'a',
      'b',
      'r',
    ]);
  });

  it.each(graphs)('never strands a node: %s', (_, make) => {
    const whole = make();
    for (const share of [0, 0.3, 0.7]) {
      const part = filterFlowGraph(whole, { states: 1 - share, edges: 1 - share });
      expect(stranded(part)).toEqual([]);
      expect(part.nodes.length).toBeGreaterThanOrEqual(Math.ceil((whole.nodes.length - 1) * share) + 1);
    }
    const half = filterFlowGraph(whole, { states: 0, edges: 0.5 });
    expect(half.nodes).toEqual(whole.nodes);
    expect(half.edges.length).toBeLessThan(whole.edges.length);
    const frequent = whole.edges.slice(0, Math.ceil((whole.edges.length + 1) / 2));
    expect(frequent.filter(edge => !half.edges.includes(edge))).toEqual([]);
  });

  it.each([1.5, -0.1, Number.NaN])('needs shares: %s', share => {
    expect(() => filterFlowGraph(graph, { states: 0, edges: share })).toThrow(
      `edges that are left out are ${share}, needs a share`,
    );
  });
});
