import type { Command } from 'commander';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { formatAgentId } from '../../engine/core/indices.ts';
import { suggestName } from './suggestName.ts';

/** Examples of how an agent is named, in every option. */
export const AGENT_EXAMPLES = '5, agent_005, or a name';

/** Agents by their names, which several may share. */
interface NamedAgents {
  readonly size: number;
  nameOf(agent: number): string;
}

/** The agents of a run. */
export const nameRunAgents = ({
  state,
}: {
  readonly state: { readonly population: { readonly size: number }; nameOf(agent: number): string };
}): NamedAgents => ({ size: state.population.size, nameOf: agent => state.nameOf(agent) });

/**
 * Makes `--agents` name some of a document's agents: it has its own number of them, which the option says of a set-up.
 * @param description of what is done with them
 */
export function addAgentsOption(command: Command, description: string): void {
  const option = command.options.find(({ long }) => long === '--agents');
  if (option === undefined) return;
  option.flags = '--agents <ids>';
  option.description = `${description}, with commas between: ${AGENT_EXAMPLES}`;
  option.argParser((text: string) => text);
}

/** Numbers of agents by their ids, their numbers from 1, or their names, with commas between. @throws InputError */
export const parseAgentList = (ids: string, agents: NamedAgents): readonly number[] =>
  ids.split(',').map(id => parseAgentReference('--agents', id.trim(), agents));

/**
 * The number of an agent, from 0, by its id, its number from 1, or its name.
 * @param option by which it was given
 * @throws InputError for one that is not there, and for a name that several have
 */
export function parseAgentReference(option: string, id: string, { size, nameOf }: NamedAgents): number {
  const number = /^(?:agent_)?0*(\d{1,9})$/i.exec(id)?.[1];
  const agent = number === undefined ? -1 : Number(number) - 1;
  if (agent >= 0 && agent < size) return agent;
  const named = Array.from({ length: size }, (_, one) => one).filter(one => nameOf(one) === id);
  if (named.length === 1) return named[0];
  if (named.length > 1)
    throw new InputError(
      `${option}: ${named.length} agents are called ${formatQuotedText(id)}: ${named.slice(0, 5).map(formatAgentId).join(', ')}${named.length > 5 ? ', …' : ''}`,
    );
  const names = Array.from({ length: size }, (_, one) => nameOf(one));
  throw new InputError(
    `${option}: ${formatQuotedText(id)} is not one of the agents agent_001 to agent_${String(size).padStart(3, '0')}, nor the name of one${suggestName(id, names)}`,
  );
}
