import { Librarian } from './agent.ts';
import type { LibrarianColumns } from './columns.ts';
import type { LibrarianInputs } from './inputs/load.ts';
import type { LibrarianParameters } from './parameters.ts';
import { lay } from './task/progress.ts';
import { STATES } from './words.ts';

/** Number of careful agents; they come first. */
const carefulOf = (agents: number, { careful }: LibrarianParameters): number => Math.round(agents * careful);

/** The agent of the other strategy with the same task; null where there is none. */
export function counterpartOf(index: number, agents: number, parameters: LibrarianParameters): number | null {
  const careful = carefulOf(agents, parameters);
  const other = index < careful ? index + careful : index - careful;
  return (index < careful ? other < agents : other < careful) ? other : null;
}

/**
 * All agents before the first cycle, with their given memories. The n-th careful agent and the n-th hasty one
 * have the same task.
 * @param tick the tick before the first
 */
export function makeAgents(
  agents: number,
  inputs: LibrarianInputs,
  parameters: LibrarianParameters,
  columns: LibrarianColumns,
  tick: number,
): readonly Librarian[] {
  const careful = carefulOf(agents, parameters);
  const logEntries = parameters.thinking_log ? parameters.log_entries : 0;
  return Array.from({ length: agents }, (_, index) => {
    const task = inputs.tasks[(index < careful ? index : index - careful) % inputs.tasks.length];
    const memory = inputs.memoryOf(index);
    const agent = new Librarian(task, index < careful ? 'careful' : 'hasty', memory?.log ?? [], logEntries);
    for (const [tag, value] of memory?.storage ?? []) agent.memory.give('storage', tag, value, tick);
    for (const [tag, value] of memory?.working ?? []) agent.memory.give('working', tag, value, tick);
    // The hard limit holds before the first question, as before every other.
    if (parameters.hard) agent.memory.shrinkTo(parameters.hard_limit, tick);
    agent.memory.settle();
    lay(agent, tick + 1);
    columns.measure(index, agent.memory.workingTokens, false);
    columns.itemsLeft[index] = task.items.length;
    columns.restoreTo[index] = STATES.indexOf(memory?.state ?? 'thinking');
    return agent;
  });
}
