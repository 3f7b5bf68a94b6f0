import { expect, it } from 'vitest';
import { delayQuestions } from '../../../../src/engine/models/librarian/make.ts';
import { readTaskSource } from '../../../../src/engine/models/librarian/task/readTaskSource.ts';
import { bytes } from './own.ts';

const task = readTaskSource(
  'a.md',
  bytes('## A\none\nQ: x?\nA: a\nQ: y?\nA: a\n## B\ntwo\n## C\nthree\nQ: z?\nA: a'),
);
const order = (most: number, ...draws: readonly number[]) =>
  delayQuestions(task, most, number => draws[number - 1])
    .map(({ kind, index }) => `${kind[0]}${index + 1}`)
    .join(' ');

it.each([
  [0, [0.9, 0.9, 0.9], 'p1 q1 q2 p2 p3 q3'],
  [1, [0.9, 0.1, 0.9], 'p1 q2 p2 q1 p3 q3'],
  [2, [0.99, 0.4, 0], 'p1 p2 q2 p3 q1 q3'],
  [50, [0.99, 0.99, 0.99], 'p1 p2 p3 q1 q2 q3'],
  [3, [0, 0, 0], 'p1 q1 q2 p2 p3 q3'],
])('questions come up to %d passages later, by the draws %j', (most, draws, items) => {
  expect(order(most, ...draws)).toBe(items);
});
