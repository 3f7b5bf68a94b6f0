import type { Command } from 'commander';
import { InputError } from '../../engine/core/errors.ts';

/**
 * Makes `--agents` name some of a document's agents: it has its own number of them, which the option says of a set-up.
 * @param description of what is done with them
 */
export function addAgentsOption(command: Command, description: string): void {
  const option = command.options.find(({ long }) => long === '--agents');
  if (option === undefined) return;
  option.flags = '--agents <ids>';
  option.description = `${description}, such as agent_005,agent_012`;
  option.argParser((text: string) => text);
}

/** Numbers of agents by their ids, or their numbers from 1, with commas between. @throws InputError */
export const parseAgentList = (ids: string, size: number): readonly number[] =>
  ids.split(',').map(id => parseAgentReference(id, size));

function parseAgentReference(id: string, size: number): number {
  const agent = Number(/^(?:agent_)?0*(\d{1,9})$/.exec(id)?.[1] ?? 0) - 1;
  if (agent < 0 || agent >= size)
    throw new InputError(
      `--agents: ${id} is not one of the agents agent_001 to agent_${String(size).padStart(3, '0')}`,
    );
  return agent;
}
