import { describe, expect, it } from 'vitest';
import { linksOf } from '../linksOf.ts';

/** Edges of a text, each once, as `0-1`. */
function edgesOf(name: string, text: string): string[] {
  const { network } = linksOf(name, text);
  const edges: string[] = [];
  for (let node = 0; node < network.nodes; node++)
    for (let at = network.offsets[node]!; at < network.offsets[node + 1]!; at++)
      if (network.targets[at]! > node) edges.push(`${node}-${network.targets[at]}`);
  return edges;
}

/** Petersen's graph, as NetworkX 3.6.1 writes and tells it. */
const PETERSEN = '>>graph6<<IheA@GUAo\n';
const PETERSEN_EDGES = '0-1 0-4 0-5 1-2 1-6 2-3 2-7 3-4 3-8 4-9 5-7 5-8 6-8 6-9 7-9'.split(' ');
/** The karate club, as NetworkX 3.6.1 writes it both ways. */
const KARATE6 =
  '>>graph6<<a~aC^a_GCWO?c?{??????@_B?????E??????o?????????????????@_???@???KG???????Ca@???C???EO__qkF?K[zNw\n';
const KARATES =
  '>>sparse6<<:a_O?K?AA_OG?OJ??__[?DA_@?kA?B_?OOM_DBO?LK?@i_?LcmWl_axaDVLOPC?oXMO`?w]QIDaxs{^cAPgw]QHdAp[sZMFRp|@\n';

describe('graph6', () => {
  it('is read as nauty defines it', () => {
    expect(edgesOf('f.g6', 'DQc\n')).toEqual(['0-2', '0-4', '1-3', '3-4']);
    expect(edgesOf('f.s6', ':Fa@x^\n')).toEqual(['0-1', '0-2', '1-2', '5-6']);
    expect(linksOf('f.s6', ':Fa@x^\n').nodes).toBe(7);
    const directed = linksOf('f.d6', '&DI?AO?\n');
    expect(directed.links).toBe('0>2 0>4 3>1 3>4');
    expect([directed.nodes, directed.direction]).toEqual([5, 'followed']);
    expect(directed.notice).toContain('it is written as digraph6');
  });

  it('is read as NetworkX writes it', () => {
    expect(edgesOf('f', PETERSEN)).toEqual(PETERSEN_EDGES);
    const [club, same] = [linksOf('f', KARATE6), linksOf('f', KARATES)];
    expect([club.nodes, club.network.targets.length, club.direction]).toEqual([34, 2 * 78, 'both']);
    expect(same.network.sha256).toBe(club.network.sha256);
  });

  it.each([
    ['A_', ':An', 2],
    ['Ch', ':Cdv', 4],
    ['GhCGGC', ':GaYnLz', 8],
    ['OhCGGC@?G?_@?@??_?G?@', ':O`ESyTl^E\\Zxvv', 16],
  ])('is a path in both ways where the padding is a special case: %s, %s', (dense, sparse, nodes) => {
    const path = Array.from({ length: nodes - 1 }, (_, node) => `${node}-${node + 1}`);
    expect(edgesOf('f.g6', dense)).toEqual(path);
    expect(edgesOf('f.s6', sparse)).toEqual(path);
  });

  it('may have more than 62 nodes', () => {
    const { nodes, links } = linksOf('f.g6', `~??~${'_'.padEnd(326, '?')}`);
    expect([nodes, links]).toEqual([63, '0>1 1>0']);
  });

  it('is recognised by its header, by the name of its file, or where its length leaves no doubt', () => {
    expect(linksOf('f.txt', PETERSEN).format).toBe('graph6');
    expect(linksOf('f.txt', 'IheA@GUAo\nDQc\n').notice).toContain('only the first graph of the file is read');
    expect(() => linksOf('f.txt', 'hello\nworld\n')).toThrow('only one account in "hello"');
    expect(linksOf('f.txt', 'D|W\n').format).not.toBe('graph6');
  });

  it.each([
    [
      'f.g6',
      'IheA@GUA\n',
      'f.g6, line 1: graph6 of 10 nodes has 8 characters after their number, and 7 are there',
    ],
    ['f.g6', '\nI e\n', 'f.g6, line 2: "I e" is not a graph in graph6, digraph6 or sparse6'],
    ['f.s6', ';An\n', 'f.s6, line 1: incremental sparse6'],
    ['f.g6', '~~??~???\n', 'f.g6 has more than 1,000,000 nodes'],
    ['f.g6', 'C?\n', 'f.g6 has no edges'],
  ])('that is broken is reported with its line: %s %j', (name, text, message) => {
    expect(() => linksOf(name, text)).toThrow(message);
  });
});
