import type { TransitionDefinition } from '../../../statechart/definition.ts';
import { CAUSES, type Cause } from '../bundledCharts.ts';

/** Cause of an agent's transition. */
export function getTransitionCause({ per, rate, trigger, on }: TransitionDefinition): Cause {
  if (per !== undefined) return 'neighbours';
  if (rate !== undefined) return 'rates';
  return trigger === 'timeout' && on === undefined ? 'timeouts' : 'events';
}

/** A count of zero for each cause. */
export const createCauseCounts = (): number[] => CAUSES.map(() => 0);
