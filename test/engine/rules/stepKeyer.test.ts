import { expect, it } from 'vitest';
import { StepKeyer } from '../../../src/engine/rules/stepKeyer.ts';
import { step } from '../models/recorded/cases.ts';

const call = (argsHash: string) => step('Bash', { argsHash, resultHash: 'r' });

it('a keyer gives equal calls one number, and calls without arguments each their own', () => {
  const keyer = new StepKeyer();
  expect(keyer.of(call('a'), 's').call).toBe(keyer.of(call('a'), 's').call);
  expect(keyer.of(step('Bash'), 's').call).not.toBe(keyer.of(step('Bash'), 's').call);
});

it('a keyer forgets the oldest beyond its limit, and never gives a number twice', () => {
  const keyer = new StepKeyer(10);
  const first = keyer.of(call('0'), 's').call;
  const others = Array.from({ length: 30 }, (_, i) => keyer.of(call(`${i + 1}`), 's').call);
  const again = keyer.of(call('0'), 's').call;
  expect(new Set([first, ...others, again]).size).toBe(32);
});
