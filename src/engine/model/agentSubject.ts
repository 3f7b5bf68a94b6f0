import { InputError } from '../core/errors.ts';
import { agentId } from '../core/indices.ts';
import { numberOf } from '../setup/changes.ts';
import type { SubjectDefinition } from './model.ts';

/** Ids of agents as subjects. */
export const AGENT_SUBJECT = {
  example: 'agent_005',
  fits: /^agent_\d{3,}$/,
} as const satisfies Partial<SubjectDefinition>;

/** Number of an agent that is measured by itself. @throws InputError for one that the run does not have */
export function agentOf(id: string, agents: number): number {
  const agent = numberOf(id);
  if (agent >= 0 && agent < agents) return agent;
  throw new InputError(`there is no ${id}: the last is ${agentId(agents - 1)}`);
}
