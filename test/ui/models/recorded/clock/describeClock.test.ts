import { expect, it } from 'vitest';
import {
  buildClockTable,
  describeClockSpan,
} from '../../../../../src/ui/models/recorded/clock/describeClock.ts';
import { aCase, step } from '../../../../engine/models/recorded/cases.ts';
import { clockOf, TWO_PM } from './clockReports.ts';

it('a call of the model names the step that it led to, and does not count as a step', async () => {
  const report = await clockOf([
    aCase('a', [
      step('look', {
        ...{ at: TWO_PM + 4000, until: TWO_PM + 5000, failed: true, tokensIn: 7 },
        modelCalls: [[TWO_PM, TWO_PM + 3000]],
      }),
      step('read'),
      step('say', { at: TWO_PM + 6000, until: TWO_PM + 8000 }),
    ]),
  ]);
  const states = Array.from({ length: 9 }, () => 'busy');
  const words = [0, 1, 2].map(span => describeClockSpan(report, span, states, null));
  expect(words.map(({ title, lines }) => [title, lines[0]])).toEqual([
    ['model', 'led to step 1, busy'],
    ['look', 'step 1, busy, failed'],
    ['model', 'step 3, busy'],
  ]);
  // Of a call after the step it is not known yet what it leads to; tokens are those of the step.
  const asked = step('look', {
    at: TWO_PM,
    until: TWO_PM + 10,
    tokensIn: 7,
    modelCalls: [[TWO_PM + 20, TWO_PM + 90]],
  });
  const later = await clockOf([aCase('a', [asked])]);
  expect([0, 1].map(span => describeClockSpan(later, span, states, null).lines)).toEqual([
    ['step 1, busy', expect.any(String), '7 tokens'],
    ['after step 1, busy', expect.any(String)],
  ]);
  const { head, rows } = buildClockTable({ report, names: ['a'] }, [0]);
  const cell = (name: string) => rows[0]?.[head.indexOf(name)];
  expect(['Model, s', 'Tools, s', 'Steps with times', 'Steps without'].map(cell)).toEqual([5, 1, 2, 1]);
});
