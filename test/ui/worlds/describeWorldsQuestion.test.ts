import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import { describeWorldsQuestion } from '../../../src/ui/worlds/describeWorldsQuestion.ts';

const arm = { label: '', values: {}, setup: DEFAULT_SETUP };
const INFO = { subject: { noun: 'post' } as never };

const worldsOf = (plan: Partial<Worlds['plan']>, change: string | null = null) =>
  ({
    plan: { arms: [arm], worlds: 200, rounds: 50, from: 12, subject: null, files: null, ...plan },
    ...{ sweep: [], change },
  }) as unknown as Worlds;

describe('the question to worlds, in words', () => {
  it('has quotation marks within quotation marks as single ones', () => {
    const pair = worldsOf({ arms: [arm, arm] }, 'Leila Sato answers “ignore”');
    expect(describeWorldsQuestion(pair, 'Round', INFO)).toBe(
      'worlds with the same past and new chance, with and without “Leila Sato answers ‘ignore’”: new draws from Round 12',
    );
  });

  it('states that a changed answer is open in the worlds without the change', () => {
    const answer = { kind: 'answer', tick: 12, agent: 'agent_001', answer: 'ignore' } as const;
    const changed = { ...arm, setup: { ...DEFAULT_SETUP, changes: [answer] } };
    const pair = worldsOf({ arms: [arm, changed] }, 'Leila Sato answers “ignore”');
    expect(describeWorldsQuestion(pair, 'Round', INFO)).toBe(
      'worlds with the same past and new chance, with and without “Leila Sato answers ‘ignore’”: new draws from Round 12; without it that answer is drawn again as well',
    );
  });

  it('calls worlds by other seeds new societies', () => {
    const pair = worldsOf({ arms: [arm, arm], from: null }, 'Liking 3');
    expect(describeWorldsQuestion(pair, 'Round', INFO)).toBe(
      'new societies, with and without “Liking 3”: other seeds',
    );
  });

  it('does not mention an answer that both have', () => {
    const answer = { kind: 'answer', tick: 12, agent: 'agent_001', answer: 'ignore' } as const;
    const both = { ...arm, setup: { ...DEFAULT_SETUP, changes: [answer] } };
    expect(describeWorldsQuestion(worldsOf({ arms: [both, both] }, 'Liking 3'), 'Round', INFO)).toMatch(
      /new draws from Round 12$/,
    );
  });

  it('names a post by its kind', () => {
    const since = 'again, new draws from Round 12';
    expect(describeWorldsQuestion(worldsOf({ subject: 'post_248' }), 'Round', INFO)).toBe(
      `worlds with the same past and new chance: the post ${since}`,
    );
  });
});
