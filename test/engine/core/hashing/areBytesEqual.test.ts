import { expect, it } from 'vitest';
import { areBytesEqual } from '../../../../src/engine/core/hashing/areBytesEqual.ts';

const bytes = (...values: number[]) => Uint8Array.of(...values);

it.each([
  [bytes(), bytes(), true],
  [bytes(1, 2), bytes(1, 2), true],
  [bytes(1, 2), bytes(1, 3), false],
  [bytes(1, 2), bytes(1, 2, 3), false],
  [bytes(1, 2, 3), bytes(1, 2), false],
])('%o and %o are the same content: %s', (a, b, are) => {
  expect(areBytesEqual(a, b)).toBe(are);
});
