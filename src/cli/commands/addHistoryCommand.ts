import type { Command } from 'commander';
import { InputError } from '../../engine/core/errors.ts';
import * as z from '../../engine/core/zod.ts';
import { formatAgentHistory } from '../../engine/export/buildAgentHistory.ts';
import { agentCore } from '../../engine/export/parts.ts';
import { readDocumentAt } from '../files/documentFile.ts';
import { AGENT_EXAMPLES, parseAgentReference } from '../options/parseAgentList.ts';

const DOCUMENT_FORM = 'a run document';

/** The parts of a run document that are read; other fields of an agent's record are left out of its history. */
const withAgents = z.object({
  format: z.literal('statescope-run'),
  agents: z.array(z.object({ ...agentCore, name: z.optional(z.string()), label: z.nullish(z.string()) })),
});

/**
 * Reads one agent's history from a run document, as JSON in the shape of the specification. @param wanted its id,
 * `agent_005`, its number, 5, or its name @throws InputError for a file that is not a run document, or has no such agent.
 */
async function readAgentHistory(file: string, wanted: string): Promise<string> {
  const document = withAgents.safeParse(await readDocumentAt(file, ['agents']));
  if (!document.success) throw new InputError(`${file} is not ${DOCUMENT_FORM} with agents`);
  const { agents } = document.data;
  const nameOf = (agent: number): string => {
    const { name, label } = agents[agent];
    return label ?? name ?? '';
  };
  const at = agents.findIndex(({ agent_id }) => agent_id === wanted);
  const known = { size: agents.length, nameOf };
  const {
    name: _,
    label: __,
    ...agent
  } = agents[at < 0 ? parseAgentReference('--agent', wanted, known) : at];
  return formatAgentHistory(agent);
}

/** Adds `history`: one agent’s state and history out of a document. */
export function addHistoryCommand(program: Command): void {
  program
    .command('history')
    .description('print one agent’s state and history out of a run document, as JSON')
    .argument('<document>', 'a file that run --out or the page has written')
    .requiredOption('--agent <id>', AGENT_EXAMPLES)
    .action(async (file: string, { agent }: { agent: string }) => {
      process.stdout.write(await readAgentHistory(file, agent));
    });
}
