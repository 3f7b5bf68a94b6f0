import { expect, it } from 'vitest';
import { parseProgressPart } from '../../../src/cli/output/progressPrinters.ts';

it.each([
  ['\rround 5 of 100, 1234 transitions', { done: 5, total: 100 }],
  ['\rround 6 of 6: waiting 34 s for NAME', { done: 6, total: 6 }],
  ['\rworld 3 of 200', { done: 3, total: 200 }],
  ['\rwriting run.json: 12 %', { done: 12, total: 100 }],
  ['\rround 5, 1234 transitions', null],
  ['\rwarm-up, 12 more to play', null],
])('%j names a part of a whole, or none', (line, part) => {
  expect(parseProgressPart(line)).toEqual(part);
});
