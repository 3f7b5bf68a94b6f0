import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import {
  getNodeDegree,
  getNodeLinks,
  reverseLinks,
  selectLinksAmongNodes,
} from '../../../src/engine/network/networkLinks.ts';

const edgeLists = fc.integer({ min: 1, max: 20 }).chain(nodes =>
  fc.record({
    nodes: fc.constant(nodes),
    pairs: fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1)), { maxLength: 80 }),
  }),
);
type Pairs = readonly (readonly [number, number])[];
const build = (nodes: number, pairs: Pairs) =>
  buildNetwork('n', nodes, {
    sources: pairs.map(pair => pair[0]),
    targets: pairs.map(pair => pair[1]),
    weights: null,
  }).network;
/** The ends of all edges from a node, looked for one by one. */
const bruteForce = (pairs: Pairs, node: number): number[] =>
  [...new Set(pairs.filter(([a, b]) => a === node && b !== node).map(([, b]) => b))].sort((a, b) => a - b);

describe('the links of a network', () => {
  it('are those of the edge list, from either end', () => {
    fc.assert(
      fc.property(edgeLists, ({ nodes, pairs }) => {
        const followers = build(nodes, pairs);
        const followed = reverseLinks(followers);
        const back = pairs.map(([a, b]) => [b, a] as const);
        for (let node = 0; node < nodes; node++) {
          expect([...getNodeLinks(followers, node)]).toEqual(bruteForce(pairs, node));
          expect([...getNodeLinks(followed, node)]).toEqual(bruteForce(back, node));
          expect(getNodeDegree(followed, node)).toBe(bruteForce(back, node).length);
        }
      }),
    );
  });

  it('among some are those of the edge list that have both ends there', () => {
    fc.assert(
      fc.property(edgeLists, fc.infiniteStream(fc.boolean()), ({ nodes, pairs }, stream) => {
        const members = Uint32Array.from(
          Array.from({ length: nodes }, (_, node) => node).filter(() => stream.next().value),
        );
        const links = selectLinksAmongNodes(build(nodes, pairs), members);
        for (const [place, node] of members.entries())
          expect(Array.from(getNodeLinks(links, place), there => members[there])).toEqual(
            bruteForce(pairs, node).filter(other => members.includes(other)),
          );
      }),
    );
  });
});
