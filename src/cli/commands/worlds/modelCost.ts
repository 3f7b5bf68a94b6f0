import { setImmediate } from 'node:timers/promises';
import { InputError } from '../../../engine/core/errors.ts';
import type { ModelSources } from '../../../engine/model/model.ts';
import { openRun } from '../../../engine/models/openRun.ts';
import type { RemoteSetup } from '../../../engine/oracle/oracleSetup.ts';
import { isRemoteOracle } from '../../../engine/oracle/oracleSetup.ts';
import { createWorldSetup, type Job, type Plan } from '../../../engine/worlds/worldPlan.ts';
import { estimateModelUsage } from '../../../oracles/client/estimateModelUsage.ts';

/** Calls and hours above which worlds of a language model want `--yes`. */
const MOST_CALLS = 1_000;
const MOST_HOURS = 0.5;

/** Estimated requests to a language model, if it decided like the policy and no answer could be reused. */
interface WorldsCost {
  readonly worlds: number;
  readonly calls: number;
  readonly tokens: number;
}

/** Worlds of a set-up by which the others are estimated. */
const SAMPLE = 3;

/** Estimates jobs by the first worlds of each set-up. */
export async function estimateModelWorldsCost(
  plan: Plan,
  jobs: readonly Job[],
  oracle: RemoteSetup,
  sources: ModelSources,
): Promise<WorldsCost> {
  const cost = { worlds: jobs.length, calls: 0, tokens: 0 };
  const { signal } = new AbortController();
  for (const [arm, { setup }] of plan.arms.entries()) {
    if (!isRemoteOracle(setup.oracle)) continue;
    const own = jobs.filter(job => job.arm === arm);
    const sample = own.slice(0, SAMPLE);
    for (const job of sample) {
      const { run } = await openRun(createWorldSetup(plan, job), sources);
      const options = { ...oracle, rounds: plan.rounds };
      const { calls, tokensIn, tokensOut } = await estimateModelUsage(run, options, setImmediate, signal);
      cost.calls += (calls * own.length) / sample.length;
      cost.tokens += ((tokensIn + tokensOut) * own.length) / sample.length;
    }
  }
  return { ...cost, calls: Math.round(cost.calls), tokens: Math.round(cost.tokens) };
}

/**
 * Describes the planned requests.
 * @param perSecond answers; null if there are no requests
 * @throws InputError with that description if they are many and unconfirmed
 */
export function describeModelWorldsCost(
  { worlds, calls, tokens }: WorldsCost,
  perSecond: number | null,
  { limits }: RemoteSetup,
  isAgreed: boolean,
): string {
  const hours = perSecond === null ? 0 : calls / perSecond / 3600;
  const rate = perSecond === null ? '' : ` at ${perSecond.toFixed(1)} answers a second`;
  const words = `${worlds} ${worlds === 1 ? 'world asks' : 'worlds ask'} about ${calls} times, ${tokens} tokens, ${hours.toFixed(2)} hours${rate}`;
  const { callsPerRun, tokensPerRun } = limits;
  const isOver = calls > (callsPerRun ?? calls) || tokens > (tokensPerRun ?? tokens);
  const told = isOver
    ? `${words}; the budget of ${callsPerRun ?? 'any number of'} calls and ${tokensPerRun ?? 'any number of'} tokens may end before`
    : words;
  if (!isAgreed && (calls > MOST_CALLS || hours > MOST_HOURS))
    throw new InputError(`${told}; --yes plays them`);
  return told;
}
