import { isGeneratorName } from '../../engine/network/generated/generators.ts';
import type { Plan } from '../../engine/worlds/worldPlan.ts';
import type { Worlds } from '../state/worldsState.ts';
import { isDeciderComparison, isPairPlan } from './courses.ts';

type Designed = Pick<Worlds, 'plan' | 'sweep'>;

/** "new societies", or "worlds with the same past": what the worlds of a plan have in common. */
export const describeWorldKind = ({ plan }: Designed): string =>
  plan.from === null ? 'new societies' : 'worlds with the same past';

/** "in any society of this kind", or "with any people and chance on this network": what new societies are drawn from. */
export const describeNewSocieties = ({ arms }: Plan): string => {
  const { network } = arms[0].setup;
  // A generated network is another one in each of them.
  return network === 'none' || isGeneratorName(network)
    ? 'in any society of this kind'
    : 'with any people and chance on this network';
};

/** The question that a plan answers: "new societies: does it happen in any society of this kind?" */
export function describeDesignQuestion(worlds: Designed): string {
  const isAgain = worlds.plan.from !== null;
  const kind = describeNewSocieties(worlds.plan);
  if (isPairPlan(worlds) && !isDeciderComparison(worlds))
    return isAgain
      ? 'same past, new chance: what does the change do after this past alone?'
      : `new societies: what does the change do ${kind}?`;
  if (worlds.sweep.length > 0) return `new societies: what do the values do ${kind}?`;
  return isAgain ? 'same past, new chance: would it go on so?' : `new societies: does it happen ${kind}?`;
}
