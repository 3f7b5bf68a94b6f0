import { expect, it } from 'vitest';
import { Journal } from '../../../src/engine/oracle/journal.ts';
import type { Answer } from '../../../src/engine/oracle/oracle.ts';
import { countAskedQuestions } from '../../../src/oracles/worlds/countAskedQuestions.ts';
import { chosen, unusable } from '../world.ts';

const journalOf = (...ticks: readonly (readonly Answer[])[]): Journal => {
  const journal = new Journal();
  for (const [i, answers] of ticks.entries()) journal.add(i + 1, { answers, record: undefined });
  return journal;
};
const cached: Answer = { ...chosen(1), kind: 'chosen', option: 1, source: 'cache' };

it('the count of questions has sent ones and their tokens, up to the last round', () => {
  const journal = journalOf(
    [chosen(0, 30), cached],
    [],
    [unusable('no letter'), chosen(1, 12)],
    [chosen(2, 99)],
  );
  expect(countAskedQuestions({ rounds: 3, journal }, 0)).toEqual({
    ...{ rounds: 3, questions: 4, calls: 3, tokens: 42 },
    perSecond: 300,
  });
  expect(countAskedQuestions({ rounds: 3, journal }, 2.5).perSecond).toBe(2.5);
});

it('the count takes the time that a recorded answer took, and counts late ones as questions only', () => {
  const recorded: Answer = {
    kind: 'chosen',
    option: 0,
    source: 'openai',
    evidence: { tokensIn: 3, tokensOut: 1, took: 250 },
  };
  expect(countAskedQuestions({ rounds: 1, journal: journalOf([recorded, { kind: 'late' }]) }, 0)).toEqual({
    ...{ rounds: 1, questions: 2, calls: 1, tokens: 4, perSecond: 4 },
  });
  expect(countAskedQuestions({ rounds: 5, journal: new Journal() }, 0)).toEqual({
    ...{ rounds: 5, questions: 0, calls: 0, tokens: 0, perSecond: null },
  });
});
