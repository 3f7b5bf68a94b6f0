import { getOutcomeRange, type OutcomeDefinition } from '../model/outcomeDefinition.ts';
import type { World } from './worldCourse.ts';
import { getJobSeed, type Plan } from './worldPlan.ts';

type PlayedFacts = Pick<World, 'arm' | 'world' | 'seed' | 'rounds' | 'outcomes' | 'growing'>;

/**
 * Why a world from a file or a queue cannot be one of a plan; null if nothing is wrong with it. Its hash is checked by who plays
 * it again.
 */
export function findWorldMistake(
  plan: Plan,
  definitions: readonly OutcomeDefinition[],
  { arm, world, seed, rounds, outcomes, growing }: PlayedFacts,
): string | null {
  if (!Number.isInteger(arm) || plan.arms[arm] === undefined)
    return `there is not an arm ${arm}: the plan has ${plan.arms.length}, from 0`;
  if (!Number.isInteger(world) || world < 1) return `world ${world} is not a whole number from 1`;
  const own = getJobSeed(plan, { arm, world });
  if (seed !== own) return `its seed is ${seed}, and world ${world} has ${own}`;
  if (!Number.isInteger(rounds) || rounds < 0 || rounds > plan.rounds)
    return `its rounds are ${rounds}, and the plan has ${plan.rounds}`;
  if (outcomes.length !== definitions.length || growing.length !== definitions.length)
    return `it has ${outcomes.length} outcomes, and ${definitions.length} are measured`;
  const agents = plan.arms[arm].setup.agents ?? Number.POSITIVE_INFINITY;
  const at = outcomes.findIndex(
    (value, i) => value !== null && !isPossibleValue(definitions[i], value, agents),
  );
  return at < 0 ? null : `its ${definitions[at].name} is ${outcomes[at]}, which cannot be`;
}

function isPossibleValue(definition: OutcomeDefinition, value: number, agents: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (definition.isYesOrNo) return value === 0 || value === 1;
  const [least, most] = getOutcomeRange(definition, agents);
  return value >= least && value <= most;
}
