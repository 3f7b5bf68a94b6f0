import { formatQuotedText } from '../../../engine/core/formatQuotedText.ts';
import { formatAgentId } from '../../../engine/core/indices.ts';
import { parseAgentNumber } from '../../../engine/setup/setupChanges.ts';

/** Most agents that are suggested. */
const MAX_AGENTS_SUGGESTED = 20;

/** The agent that was typed, or the reason for finding none. */
export type Meant = { readonly agent: number } | { readonly problem: string };

/** The agent whose id or name was typed. @param self who cannot be meant */
export function findTypedAgent(text: string, names: readonly string[], self: number): Meant {
  const typed = text.trim();
  if (typed === '') return { problem: 'Type a name, or an id such as agent_012.' };
  const own = parseAgentNumber(typed);
  const named = names.flatMap((name, agent) => (isSameAgentName(name, typed) ? [agent] : []));
  const agents = Number.isNaN(own) ? named : [own];
  const [agent = names.length] = agents;
  if (agents.length > 1)
    return {
      problem: `${agents.length} are called “${typed}”: type an id, such as ${formatAgentId(agent)}.`,
    };
  if (agent === self) return { problem: 'Nobody follows oneself.' };
  if (agent < names.length) return { agent };
  return {
    problem: `“${formatQuotedText(typed, 40)}” is nobody in this run: it has agent_001 to ${formatAgentId(names.length - 1)}.`,
  };
}

/** Agents whose name or id contains what was typed, at most 20. @param self who is not suggested */
export function suggestAgents(text: string, names: readonly string[], self: number): readonly number[] {
  const typed = text.trim().toLowerCase();
  const found: number[] = [];
  if (typed === '') return found;
  for (let agent = 0; agent < names.length && found.length < MAX_AGENTS_SUGGESTED; agent++)
    if (agent !== self && `${names[agent].toLowerCase()}\n${formatAgentId(agent)}`.includes(typed))
      found.push(agent);
  return found;
}

const isSameAgentName = (name: string, typed: string): boolean => name.toLowerCase() === typed.toLowerCase();
