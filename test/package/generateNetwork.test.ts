import { expect, it } from 'vitest';
import { generateNetwork as generate } from '../../src/engine/network/generated/generateNetwork.ts';
import { generateNetwork } from '../../src/package/generateNetwork.ts';

it('generates the network of the engine, and says what it does not know', () => {
  expect(generateNetwork('small-world', 60, 3, { neighbours: 4 })).toEqual(
    generate('small-world', 60, 3, { neighbours: 4 }),
  );
  const any = (value: unknown) => value as never;
  expect(() => generateNetwork('small-world', 60, 3, { neighbors: 4 })).toThrow(
    'a small-world network has no option "neighbors"; did you mean "neighbours"?',
  );
  expect(() => generateNetwork('scale-free', 60, 3, { rewiring: 1 })).toThrow('no option "rewiring"');
  expect(() => generateNetwork(any('smallworld'), 60, 3)).toThrow('did you mean "small-world"?');
  expect(() => generateNetwork('random', 60, 1.5)).toThrow('the seed of a network is 1.5');
  expect(() => generateNetwork('random', any('60'), 1)).toThrow('agents must be a whole number');
});

it('refuses more links than there are others', () => {
  expect(() => generateNetwork('small-world', 10, 1, { neighbours: 40 })).toThrow(
    'neighbours is 40, and 10 agents have room for 9',
  );
  expect(() => generateNetwork('random', 10, 1, { edges_per_agent: 5 })).toThrow('have room for 4.5');
  expect(generateNetwork('random', 10, 1, { edges_per_agent: 4.5 }).edges).toBe(45);
});
