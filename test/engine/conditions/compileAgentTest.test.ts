import { expect, it } from 'vitest';
import { compileAgentTest } from '../../../src/engine/conditions/compileAgentTest.ts';
import { readExpression } from '../../../src/engine/conditions/readExpression.ts';
import { Population } from '../../../src/engine/statechart/population.ts';

it.each([
  ['w >= 0.7', true],
  ['w == 0.7', true],
  ['w != 0.7', false],
  ['w > 0.7', false],
  ['0.7 <= w', true],
  ['0.6 < w <= 0.7', true],
  ['not w >= 0.7', false],
  ['w == 0.7 and n == 3', true],
  ['w + 0.1 > 5', false],
])('%s is %s for an agent whose column of floats was set to 0.7', (text, holds) => {
  const population = new Population(1, 0);
  population.addFloat('w').fill(0.7);
  population.addInteger('n').fill(3);
  const expression = readExpression(text, 0, ['w', 'n']);
  const out = new Uint8Array(1);
  compileAgentTest({ population }, expression)(0, 1, out);
  expect(out[0]).toBe(holds ? 1 : 0);
  // Agent by agent, as where agents have variables of their own.
  const variables = { names: [], of: () => new Map() };
  compileAgentTest({ population, variables }, expression)(0, 1, out);
  expect(out[0]).toBe(holds ? 1 : 0);
});
