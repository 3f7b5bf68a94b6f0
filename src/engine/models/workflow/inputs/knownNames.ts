import { WORLD_NAMES } from '../market/marketView.ts';
import type { WorkflowStep } from './workflow.ts';

/** Names of the variables that the world or a code step sets. */
export const listKnownNames = (steps: readonly WorkflowStep[]): ReadonlySet<string> =>
  new Set([...WORLD_NAMES, ...steps.flatMap(step => (step.type === 'code' ? step.program.sets : []))]);
