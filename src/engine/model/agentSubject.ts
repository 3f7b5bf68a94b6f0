import { InputError } from '../core/errors.ts';
import { formatAgentId } from '../core/indices.ts';
import { parseAgentNumber } from '../setup/setupChanges.ts';
import type { SubjectDefinition } from './model.ts';

/** Ids of agents as subjects. */
export const AGENT_SUBJECT = {
  example: 'agent_005',
  fits: /^agent_\d{3,}$/,
} as const satisfies Partial<SubjectDefinition>;

/** Number of an agent that is measured by itself. @throws InputError for one that the run does not have */
export function parseAgentSubject(id: string, agents: number): number {
  const agent = parseAgentNumber(id);
  if (agent >= 0 && agent < agents) return agent;
  throw new InputError(`there is no ${id}: the last is ${formatAgentId(agents - 1)}`);
}
