import type { Run } from '../run/run.ts';
import { computePlanId, type Plan } from './worldPlan.ts';

const MAX_NAME_LENGTH = 40;

/** Beginning of the names of a plan's tables: network or model, seed, plan, part: `congress-seed341-0123456789ab`. */
export function buildTablePrefix(
  { config, model }: Pick<Run, 'config' | 'model'>,
  plan: Plan,
  part?: string,
): string {
  const source = config.networkInfo?.name ?? model.name;
  const name = source.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, MAX_NAME_LENGTH);
  const { seed } = plan.arms[0].setup;
  return [name, `seed${seed}`, computePlanId(plan), ...(part === undefined ? [] : [part])].join('-');
}
