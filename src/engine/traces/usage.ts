import type { TraceStep } from './traces.ts';
import { getNumberField, getPathValue, isFieldsObject } from './values.ts';

/** Tokens of a turn, or of several: totals that include their parts. Values missing in the source are null. */
export type Usage = Pick<
  TraceStep,
  'tokensIn' | 'tokensOut' | 'tokensCachedRead' | 'tokensCachedWrite' | 'tokensReasoning'
>;

/** Cost of a turn: its tokens, and US dollars. */
export type Costs = Usage & Pick<TraceStep, 'usd'>;

/** Unknown costs. */
export const UNKNOWN_COSTS: Costs = {
  tokensIn: null,
  tokensOut: null,
  tokensCachedRead: null,
  tokensCachedWrite: null,
  tokensReasoning: null,
  usd: null,
};

/** Parts of costs. */
export const COST_NAMES = Object.keys(UNKNOWN_COSTS) as readonly (keyof Costs)[];

/** Parts that a source leaves out of its totals. Anthropic leaves cached input out, Gemini the reasoning. */
interface LeftOut {
  /** Input that was read from a cache or written to one is not in the total of input. */
  readonly cached?: boolean;
  /** Reasoning is not in the total of output. */
  readonly reasoning?: boolean;
}

/** Tokens in a source; null or absent if they are missing. */
interface StatedUsage {
  readonly input?: number | null;
  readonly output?: number | null;
  readonly cachedRead?: number | null;
  readonly cachedWrite?: number | null;
  readonly reasoning?: number | null;
}

/**
 * The one normal form: totals that include their parts. Cached input above the total proves that it was left out,
 * whatever the source declares; reasoning above output likewise.
 */
export function normalizeUsage(report: StatedUsage, leftOut: LeftOut = {}): Usage {
  const { input = null, output = null, cachedRead = null, cachedWrite = null, reasoning = null } = report;
  const cached = (cachedRead ?? 0) + (cachedWrite ?? 0);
  return {
    tokensIn: addMissingParts(input, cached, leftOut.cached === true),
    tokensOut: addMissingParts(output, reasoning ?? 0, leftOut.reasoning === true),
    tokensCachedRead: cachedRead,
    tokensCachedWrite: cachedWrite,
    tokensReasoning: reasoning,
  };
}

/** A total with the parts that it leaves out. A source that leaves them out may have them alone. */
function addMissingParts(total: number | null, parts: number, leavesOut: boolean): number | null {
  if (total === null) return leavesOut && parts > 0 ? parts : null;
  return leavesOut || parts > total ? total + parts : total;
}

/**
 * The usage that a provider's answer carries, in any of the usual forms: OpenAI (chat, responses), Anthropic, Gemini,
 * LangChain's `usage_metadata`, the AI SDK. Those that leave parts out of their totals are known by their keys.
 */
export function readProviderUsage(usage: unknown): Usage {
  if (!isFieldsObject(usage)) return UNKNOWN_COSTS;
  if (
    getPathValue(usage, 'promptTokenCount') !== undefined ||
    getPathValue(usage, 'candidatesTokenCount') !== undefined
  )
    return readGeminiUsage(usage);
  const isAnthropic =
    getPathValue(usage, 'prompt_tokens') === undefined &&
    ANTHROPIC.some(key => getPathValue(usage, key) !== undefined);
  const inputs = DETAILS_IN.map(key => getPathValue(usage, key)).find(isFieldsObject);
  const outputs = DETAILS_OUT.map(key => getPathValue(usage, key)).find(isFieldsObject);
  return normalizeUsage(
    {
      input: getNumberField(usage, 'prompt_tokens', 'input_tokens', 'inputTokens', 'promptTokens'),
      output: getNumberField(usage, 'completion_tokens', 'output_tokens', 'outputTokens', 'completionTokens'),
      cachedRead:
        getNumberField(inputs, 'cached_tokens', 'cache_read', 'cacheReadTokens', 'cachedTokens') ??
        getNumberField(
          usage,
          'cache_read_input_tokens',
          'cachedInputTokens',
          'cached_input_tokens',
          'cacheReadInputTokens',
        ),
      cachedWrite:
        getNumberField(inputs, 'cache_creation', 'cache_write_tokens', 'cacheWriteTokens') ??
        getNumberField(usage, 'cache_creation_input_tokens', 'cacheWriteInputTokens'),
      reasoning:
        getNumberField(outputs, 'reasoning_tokens', 'reasoning', 'reasoningTokens') ??
        getNumberField(usage, 'reasoningTokens', 'reasoning_output_tokens', 'reasoning_tokens'),
    },
    { cached: isAnthropic },
  );
}

const ANTHROPIC = ['cache_read_input_tokens', 'cache_creation_input_tokens'] as const;
const DETAILS_IN = [
  ...['prompt_tokens_details', 'input_tokens_details', 'input_token_details', 'inputTokenDetails'],
  ...['inputTokensDetails'],
] as const;
const DETAILS_OUT = [
  ...['completion_tokens_details', 'output_tokens_details', 'output_token_details', 'outputTokenDetails'],
  ...['outputTokensDetails'],
] as const;

/**
 * Gemini counts thoughts separately from candidates, and tools' additions separately from the prompt; cached input is
 * in it.
 */
function readGeminiUsage(usage: unknown): Usage {
  const prompt = getNumberField(usage, 'promptTokenCount');
  const ofTools = getNumberField(usage, 'toolUsePromptTokenCount') ?? 0;
  return normalizeUsage(
    {
      input: prompt === null ? null : prompt + ofTools,
      output: getNumberField(usage, 'candidatesTokenCount'),
      cachedRead: getNumberField(usage, 'cachedContentTokenCount'),
      reasoning: getNumberField(usage, 'thoughtsTokenCount'),
    },
    { reasoning: true },
  );
}

/** US dollars that an agent computes itself: 0 with tokens is its value for a model whose price it does not know. */
export const sanitizeComputedUsd = (usd: number | null, { tokensIn, tokensOut }: Usage): number | null =>
  usd === 0 && (tokensIn ?? 0) + (tokensOut ?? 0) > 0 ? null : usd;

/** Sum of costs; a value missing in both stays unknown. */
export const addTwoCosts = (one: Partial<Costs>, other: Partial<Costs>): Costs => ({
  tokensIn: addKnownNumbers(one.tokensIn, other.tokensIn),
  tokensOut: addKnownNumbers(one.tokensOut, other.tokensOut),
  tokensCachedRead: addKnownNumbers(one.tokensCachedRead, other.tokensCachedRead),
  tokensCachedWrite: addKnownNumbers(one.tokensCachedWrite, other.tokensCachedWrite),
  tokensReasoning: addKnownNumbers(one.tokensReasoning, other.tokensReasoning),
  usd: addKnownNumbers(one.usd, other.usd),
});

/** Sum of several costs. */
export const sumCostList = (parts: readonly Partial<Costs>[]): Costs =>
  parts.reduce<Costs>((sum, part) => addTwoCosts(sum, part), UNKNOWN_COSTS);

const addKnownNumbers = (one: number | null = null, other: number | null = null): number | null =>
  one === null || other === null ? (one ?? other) : one + other;

/**
 * Surplus of a whole over the sum of its parts, null for values that all of them have; null if nothing is left, or
 * nothing is known.
 */
export function subtractCosts(whole: Costs, parts: Costs): Costs | null {
  const left = Object.fromEntries(
    COST_NAMES.map(name => {
      const [all, told] = [whole[name], parts[name]];
      return [name, all === null || (told !== null && told >= all) ? null : all - (told ?? 0)];
    }),
  ) as unknown as Costs;
  return COST_NAMES.some(name => (left[name] ?? 0) > 0) ? left : null;
}

/** True if any part of costs is known. */
export const hasAnyCosts = (costs: Costs): boolean =>
  costs.tokensIn !== null ||
  costs.tokensOut !== null ||
  costs.tokensCachedRead !== null ||
  costs.tokensCachedWrite !== null ||
  costs.tokensReasoning !== null ||
  costs.usd !== null;
