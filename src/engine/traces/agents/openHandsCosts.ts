import { addTwoCosts, type Costs, normalizeUsage, UNKNOWN_COSTS } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';

/** OpenHands counts as LiteLLM does: cached input and reasoning are within the totals. */
const readOpenHandsUsage = (usage: unknown): Costs => ({
  ...normalizeUsage({
    input: getNumberField(usage, 'prompt_tokens'),
    output: getNumberField(usage, 'completion_tokens'),
    cachedRead: getNumberField(usage, 'cache_read_tokens'),
    cachedWrite: getNumberField(usage, 'cache_write_tokens'),
    reasoning: getNumberField(usage, 'reasoning_tokens'),
  }),
  usd: null,
});

/** The metrics of a history: of the whole, else as its last event with any has them, which are running totals. */
function findHistoryMetrics(value: unknown): readonly unknown[] {
  const whole = getPathValue(value, 'metrics');
  if (isFieldsObject(whole)) return [whole];
  let found: readonly unknown[] = [];
  for (const event of getListField(value, 'history')) {
    const byUse =
      getPathValue(event, 'value', 'usage_to_metrics') ??
      getPathValue(event, 'value', 'stats', 'usage_to_metrics');
    if (isFieldsObject(byUse)) found = Object.values(byUse);
    else if (isFieldsObject(getPathValue(event, 'llm_metrics'))) found = [getPathValue(event, 'llm_metrics')];
  }
  return found;
}

/** What a history cost in all. */
export const readHistoryTotalCosts = (value: unknown): Costs =>
  findHistoryMetrics(value).reduce<Costs>((sum, metrics) => {
    const usage = readOpenHandsUsage(getPathValue(metrics, 'accumulated_token_usage'));
    return addTwoCosts(sum, { ...usage, usd: getNumberField(metrics, 'accumulated_cost') });
  }, UNKNOWN_COSTS);

/** What each response of the model cost, which is paid once though it may make several calls. */
export class Responses {
  private readonly usages: ReadonlyMap<string, unknown>;
  private readonly paid = new Set<string>();

  constructor(value: unknown) {
    const told = findHistoryMetrics(value).flatMap(metrics => getListField(metrics, 'token_usages'));
    this.usages = new Map(told.map(usage => [getTextField(usage, 'response_id') ?? '', usage]));
  }

  /** @param otherwise what the response itself tells */
  pay(response: string, otherwise: () => Costs = () => UNKNOWN_COSTS): Costs {
    if (this.paid.has(response)) return UNKNOWN_COSTS;
    this.paid.add(response);
    const usage = this.usages.get(response);
    return usage === undefined ? otherwise() : readOpenHandsUsage(usage);
  }
}
