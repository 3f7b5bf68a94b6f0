import type { Worlds } from '../state/worldsState.ts';
import { isDeciderComparison, isPairPlan } from './courses.ts';

type Designed = Pick<Worlds, 'plan' | 'sweep'>;

/** "new societies", or "worlds with the same past": what the worlds of a plan have in common. */
export const describeWorldKind = ({ plan }: Designed): string =>
  plan.from === null ? 'new societies' : 'worlds with the same past';

/** The question that a plan answers: "new societies: does it happen elsewhere?" */
export function describeDesignQuestion(worlds: Designed): string {
  const isAgain = worlds.plan.from !== null;
  if (isPairPlan(worlds) && !isDeciderComparison(worlds))
    return isAgain
      ? 'same past, new chance: what does the change do after this past alone?'
      : 'new societies: what does the change do in any society of this kind?';
  if (worlds.sweep.length > 0) return 'new societies: what do the values do in any society of this kind?';
  return isAgain ? 'same past, new chance: would it go on so?' : 'new societies: does it happen elsewhere?';
}
