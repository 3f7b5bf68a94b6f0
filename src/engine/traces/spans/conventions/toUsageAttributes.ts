import type { Usage } from '../../usage.ts';

/** Usage in its normal form as attributes of the conventions for GenAI, whose totals include their parts as well. */
export const toUsageAttributes = (usage: Usage): Readonly<Record<string, unknown>> => ({
  'gen_ai.usage.input_tokens': usage.tokensIn,
  'gen_ai.usage.output_tokens': usage.tokensOut,
  'gen_ai.usage.cache_read.input_tokens': usage.tokensCachedRead,
  'gen_ai.usage.cache_creation.input_tokens': usage.tokensCachedWrite,
  'gen_ai.usage.reasoning.output_tokens': usage.tokensReasoning,
});
