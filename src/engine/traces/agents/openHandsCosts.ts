import { type Costs, normalUsage, sumOfCosts, UNKNOWN_COSTS } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';

/** OpenHands counts as LiteLLM does: cached input and reasoning are within the totals. */
export const usageOf = (usage: unknown): Costs => ({
  ...normalUsage({
    input: numberAt(usage, 'prompt_tokens'),
    output: numberAt(usage, 'completion_tokens'),
    cachedRead: numberAt(usage, 'cache_read_tokens'),
    cachedWrite: numberAt(usage, 'cache_write_tokens'),
    reasoning: numberAt(usage, 'reasoning_tokens'),
  }),
  usd: null,
});

/** The metrics of a history: of the whole, else as its last event with any has them, which are running totals. */
function metricsOf(value: unknown): readonly unknown[] {
  const whole = at(value, 'metrics');
  if (isFields(whole)) return [whole];
  let found: readonly unknown[] = [];
  for (const event of listAt(value, 'history')) {
    const byUse = at(event, 'value', 'usage_to_metrics') ?? at(event, 'value', 'stats', 'usage_to_metrics');
    if (isFields(byUse)) found = Object.values(byUse);
    else if (isFields(at(event, 'llm_metrics'))) found = [at(event, 'llm_metrics')];
  }
  return found;
}

/** What a history cost in all. */
export const wholeOf = (value: unknown): Costs =>
  metricsOf(value).reduce<Costs>((sum, metrics) => {
    const usage = usageOf(at(metrics, 'accumulated_token_usage'));
    return sumOfCosts(sum, { ...usage, usd: numberAt(metrics, 'accumulated_cost') });
  }, UNKNOWN_COSTS);

/** What each response of the model cost, which is paid once though it may make several calls. */
export class Responses {
  private readonly usages: ReadonlyMap<string, unknown>;
  private readonly paid = new Set<string>();

  constructor(value: unknown) {
    const told = metricsOf(value).flatMap(metrics => listAt(metrics, 'token_usages'));
    this.usages = new Map(told.map(usage => [textAt(usage, 'response_id') ?? '', usage]));
  }

  /** @param otherwise what the response itself tells */
  pay(response: string, otherwise: () => Costs = () => UNKNOWN_COSTS): Costs {
    if (this.paid.has(response)) return UNKNOWN_COSTS;
    this.paid.add(response);
    const usage = this.usages.get(response);
    return usage === undefined ? otherwise() : usageOf(usage);
  }
}
