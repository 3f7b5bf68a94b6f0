import { expect, it } from 'vitest';
import { readNetwork } from '../../src/package/readNetwork.ts';

const any = (value: unknown) => value as never;

it('reads a network, and names a choice that is not known', () => {
  const { network, reading } = readNetwork('edges.csv', 'a,b\nb,c\n', { direction: 'both' });
  expect([network.nodes, network.edges, reading.direction]).toEqual([3, 4, 'both']);
  const read = (choices: unknown) => () => readNetwork('edges.csv', 'a,b\nb,c\n', any(choices));
  expect(read({ directed: true })).toThrow('readNetwork has no option "directed"');
  expect(read({ direction: 'undirected' })).toThrow(
    'direction of readNetwork is "undirected"; it is "follows", "followed", "both"',
  );
  expect(read({ repeats: 'mean' })).toThrow('repeats of readNetwork is "mean"; it is "sum", "max", "first"');
  expect(() => readNetwork(any(undefined), 'a,b\n')).toThrow('the name of its file, not missing');
});
