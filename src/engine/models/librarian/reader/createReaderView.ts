import type { AgentConfig } from '../inputs/agentConfig.ts';
import type { Librarian } from '../librarianAgent.ts';
import type { LibrarianParameters } from '../librarianParameters.ts';
import type { LibrarianStateName } from '../librarianTerms.ts';
import type { Passage, TaskQuestion } from '../task/librarianTask.ts';

/** A reader's knowledge before an answer: no more than its prompts contain. */
export interface View {
  readonly state: LibrarianStateName;
  readonly passage: Passage | null;
  /** Number of the passage or the question, from 1. */
  readonly number: number;
  readonly question: Pick<TaskQuestion, 'number' | 'text'> | null;
  /** Oldest first. */
  readonly working: readonly { readonly tag: string; readonly value: string; readonly tokens: number }[];
  readonly workingTokens: number;
  /** Tokens that working memory should stay below; infinite without a limit. */
  readonly limit: number;
  /** Answers and loads since the passage or question came, and answers left until it is put away. */
  readonly spent: number;
  readonly loads: number;
  readonly left: number;
  /** True if storage can be loaded from at all. */
  readonly canLoad: boolean;
}

/** An agent's view before its next answer; limited to the content of its prompt. */
export function createReaderView(
  agent: Librarian,
  state: LibrarianStateName,
  parameters: LibrarianParameters,
  { actions }: AgentConfig,
): View {
  const { item, task, memory, spent, loads, question } = agent;
  const { paging, paging_limit, hard, hard_limit, patience } = parameters;
  return {
    state,
    passage: item?.kind === 'passage' ? task.passages[item.index] : null,
    number: (item?.index ?? 0) + 1,
    question,
    working: memory.listWorking(),
    workingTokens: memory.workingTokens,
    limit: paging ? paging_limit : hard ? hard_limit : Number.POSITIVE_INFINITY,
    spent,
    loads,
    left: patience - spent,
    canLoad: actions.storage_load !== undefined,
  };
}

/**
 * Tags of the oldest entries that have to go until working memory is within `most`.
 *
 * @param most tokens
 * @param spared tags that stay
 */
export function selectOldestToEvict(
  { working, workingTokens }: View,
  most: number,
  spared: readonly string[] = [],
): readonly string[] {
  const tags: string[] = [];
  let left = workingTokens;
  for (const { tag, tokens } of working) {
    if (left <= most) break;
    if (spared.includes(tag)) continue;
    tags.push(tag);
    left -= tokens;
  }
  return tags;
}
