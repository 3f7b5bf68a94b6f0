import type { Librarian } from './librarianAgent.ts';
import type { LibrarianParameters } from './librarianParameters.ts';
import type { Situation } from './librarianPrompt.ts';
import type { LibrarianStateName } from './librarianTerms.ts';
import { ThinkingLog } from './memory/thinkingLogRows.ts';
import { formatStepReport, type LibrarianStep } from './step/librarianStep.ts';

/** The situation for an agent's next prompt. */
export function createSituation(
  agent: Librarian,
  state: LibrarianStateName,
  number: number,
  { patience }: LibrarianParameters,
): Situation {
  const { memory, log, told, task, item, spent } = agent;
  return {
    state,
    number,
    working: memory.working.values(),
    workingTokens: memory.workingTokens,
    storage: [...memory.storage.keys()],
    log: log.entries,
    told,
    task,
    item,
    left: patience - spent,
  };
}

/** The situation of a past step's prompt, from what there was before it. */
export function rebuildPastSituation(agent: Librarian, step: LibrarianStep): Situation {
  const { memory, task } = agent;
  const before = agent.steps.filter(({ row }) => row < step.row);
  const working = memory.at('working', step.tick - 1);
  const last = before.findLast(({ source, kind }) => source !== null && kind !== 'unanswered');
  const { item } = step;
  return {
    state: step.state,
    number: step.number,
    working,
    workingTokens: working.reduce((sum, { tokens }) => sum + tokens, 0),
    storage: memory.at('storage', step.tick - 1).map(({ tag }) => tag),
    log: getLogEntriesAfter(agent, before),
    told: last === undefined ? null : formatStepReport(last),
    task,
    item: item && { kind: item.kind, index: item.number - 1 },
    left: item?.left ?? 0,
  };
}

/** The thinking log's entries after some of an agent's steps. */
export function getLogEntriesAfter(
  { firstLog, logEntries }: Librarian,
  steps: readonly LibrarianStep[],
): readonly string[] {
  const log = new ThinkingLog(logEntries, firstLog);
  for (const { thought, kind } of steps) if (kind === 'thought' && thought !== null) log.add(thought);
  return log.entries;
}
