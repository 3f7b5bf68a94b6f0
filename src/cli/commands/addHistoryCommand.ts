import type { Command } from 'commander';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import * as z from '../../engine/core/zod.ts';
import { formatAgentHistory } from '../../engine/export/buildAgentHistory.ts';
import { agentCore } from '../../engine/export/parts.ts';
import { readDocumentAt } from '../files/documentFile.ts';

const DOCUMENT_FORM = 'a run document';

/** The parts of a run document that are read; other fields of an agent's record are left out of its history. */
const withAgents = z.object({ format: z.literal('statescope-run'), agents: z.array(z.object(agentCore)) });

/**
 * Reads one agent's history from a run document, as JSON in the shape of the specification. @param wanted its id,
 * `agent_005`, or its number, 5 @throws InputError for a file that is not a run document, or has no such agent.
 */
async function readAgentHistory(file: string, wanted: string): Promise<string> {
  const document = withAgents.safeParse(await readDocumentAt(file, ['agents']));
  if (!document.success) throw new InputError(`${file} is not ${DOCUMENT_FORM} with agents`);
  const { agents } = document.data;
  const agent = agents.find(({ agent_id }, i) => agent_id === wanted || String(i + 1) === wanted);
  if (agent === undefined)
    throw new InputError(
      `${file} has no agent ${wanted}: it has ${agents.length}, the first is ${formatQuotedText(agents[0]?.agent_id ?? '')}`,
    );
  return formatAgentHistory(agent);
}

/** Adds `history`: one agent’s state and history out of a document. */
export function addHistoryCommand(program: Command): void {
  program
    .command('history')
    .description('print one agent’s state and history out of a run document, as JSON')
    .argument('<document>', 'a file that run --out or the page has written')
    .requiredOption('--agent <id>', 'its id, such as agent_005, or its number')
    .action(async (file: string, { agent }: { agent: string }) => {
      process.stdout.write(await readAgentHistory(file, agent));
    });
}
