import { describe, expect, it } from 'vitest';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import { reverseLinks } from '../../../src/engine/network/networkLinks.ts';
import { createAgentCrowd, createFullCrowd, sortByFollowers } from '../../../src/ui/network/crowd.ts';

const followsOf = (nodes: number, pairs: readonly (readonly [number, number])[]) => {
  const { network } = buildNetwork('n', nodes, {
    sources: pairs.map(([a]) => a),
    targets: pairs.map(([, b]) => b),
    weights: null,
  });
  return { followers: network, followed: reverseLinks(network) };
};

describe('the drawn part of a network', () => {
  it('is everybody', () => {
    const { members, counts, pairs } = createFullCrowd(
      followsOf(4, [
        [0, 1],
        [0, 2],
        [3, 0],
      ]),
    );
    expect([...members]).toEqual([0, 1, 2, 3]);
    expect([...counts]).toEqual([2, 0, 0, 1]);
    expect(pairs).toHaveLength(6);
  });

  it('is somebody with followers and followed, and the links among them', () => {
    const crowd = createAgentCrowd(
      followsOf(6, [
        [2, 0],
        [4, 2],
        [4, 0],
        [5, 1],
        [1, 4],
      ]),
      2,
    );
    expect([...crowd.members]).toEqual([0, 2, 4]);
    expect([...crowd.pairs]).toEqual([0, 1, 0, 2, 1, 2]);
  });

  it('is at most 400 people around somebody, the most followed', () => {
    const fans = Array.from({ length: 500 }, (_, fan) => [0, fan + 1] as const);
    const follows = followsOf(502, [...fans, [500, 501], [499, 501]]);
    const crowd = createAgentCrowd(follows, 0);
    expect(crowd.members).toHaveLength(401);
    expect([...crowd.members].slice(-2)).toEqual([499, 500]);
    expect(sortByFollowers(follows.followers, [501, 499, 0])).toEqual([0, 499, 501]);
  });
});
