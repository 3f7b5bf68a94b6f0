import { describe, expect, it } from 'vitest';
import {
  addTwoCosts,
  hasAnyCosts,
  normalizeUsage,
  readProviderUsage,
  sanitizeComputedUsd,
  subtractCosts,
  UNKNOWN_COSTS,
} from '../../../src/engine/traces/usage.ts';

describe('the normal form of usage', () => {
  it.each([
    ['includes its parts as they are', {}, 1000, 50],
    ['has cached input added where the source leaves it out', { cached: true }, 1400, 50],
    ['has reasoning added where the source leaves it out', { reasoning: true }, 1000, 60],
  ])('%s', (_, leftOut, tokensIn, tokensOut) => {
    const told = { input: 1000, output: 50, cachedRead: 300, cachedWrite: 100, reasoning: 10 };
    expect(normalizeUsage(told, leftOut)).toEqual({
      ...{ tokensIn, tokensOut, tokensCachedRead: 300, tokensCachedWrite: 100, tokensReasoning: 10 },
    });
  });

  it('takes parts above their total as proof that they were left out', () => {
    const usage = normalizeUsage({ input: 5, output: 2, cachedRead: 12_300, reasoning: 7 });
    expect(usage).toMatchObject({ tokensIn: 12_305, tokensOut: 9 });
  });

  it('keeps missing values unknown, and 0 as given', () => {
    expect(normalizeUsage({ input: 0 })).toEqual({ ...usageAlone(UNKNOWN_COSTS), tokensIn: 0 });
    expect(normalizeUsage({ cachedRead: 3 })).toMatchObject({ tokensIn: null });
    expect(normalizeUsage({ cachedRead: 3 }, { cached: true })).toMatchObject({ tokensIn: 3 });
  });

  it.each([
    [
      'OpenAI’s chat, which includes both',
      {
        prompt_tokens: 100,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 60 },
        completion_tokens_details: { reasoning_tokens: 9 },
      },
      [100, 20, 60, null, 9],
    ],
    [
      'OpenAI’s responses',
      { input_tokens: 100, output_tokens: 20, input_tokens_details: { cached_tokens: 60 } },
      [100, 20, 60, null, null],
    ],
    [
      'Anthropic’s, which leaves cached input out',
      { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 500, cache_creation_input_tokens: 0 },
      [510, 20, 500, 0, null],
    ],
    [
      'a relay’s, which adds Anthropic’s keys to OpenAI’s',
      { prompt_tokens: 510, completion_tokens: 20, cache_read_input_tokens: 500 },
      [510, 20, 500, null, null],
    ],
    [
      'Gemini’s, which leaves thoughts out of candidates',
      { promptTokenCount: 100, candidatesTokenCount: 20, thoughtsTokenCount: 9, cachedContentTokenCount: 60 },
      [100, 29, 60, null, 9],
    ],
    [
      'LangChain’s',
      {
        input_tokens: 100,
        output_tokens: 20,
        input_token_details: { cache_read: 60, cache_creation: 5 },
        output_token_details: { reasoning: 9 },
      },
      [100, 20, 60, 5, 9],
    ],
    [
      'the AI SDK’s',
      { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60, reasoningTokens: 9 },
      [100, 20, 60, null, 9],
    ],
  ])(
    'is read from %s',
    (_, told, [tokensIn, tokensOut, tokensCachedRead, tokensCachedWrite, tokensReasoning]) => {
      expect(readProviderUsage(told)).toEqual({
        ...{ tokensIn, tokensOut, tokensCachedRead, tokensCachedWrite, tokensReasoning },
      });
    },
  );
});

const usageAlone = ({ usd: _, ...usage }: typeof UNKNOWN_COSTS) => usage;

describe('costs', () => {
  it('add up, and what neither states stays unknown', () => {
    const sum = addTwoCosts({ tokensIn: 1, usd: 0.5 }, { tokensIn: 2, tokensOut: 0 });
    expect(sum).toEqual({ ...UNKNOWN_COSTS, tokensIn: 3, tokensOut: 0, usd: 0.5 });
    expect(hasAnyCosts(sum)).toBe(true);
    expect(hasAnyCosts(UNKNOWN_COSTS)).toBe(false);
  });

  it('give what a whole has beyond its parts, and nothing where it has no more', () => {
    const whole = { ...UNKNOWN_COSTS, tokensIn: 10, tokensOut: 4 };
    expect(subtractCosts(whole, { ...UNKNOWN_COSTS, tokensIn: 7, tokensOut: 4 })).toMatchObject({
      ...{ tokensIn: 3, tokensOut: null, usd: null },
    });
    expect(subtractCosts(whole, whole)).toBeNull();
  });

  it('are unknown where an agent that computes them wrote 0 for used tokens', () => {
    const usage = { ...UNKNOWN_COSTS, tokensIn: 9, tokensOut: 1 };
    expect([
      sanitizeComputedUsd(0, usage),
      sanitizeComputedUsd(0.5, usage),
      sanitizeComputedUsd(0, UNKNOWN_COSTS),
    ]).toEqual([...[null, 0.5, 0]]);
  });
});
