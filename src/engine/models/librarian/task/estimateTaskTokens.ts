import type { LibrarianParameters } from '../librarianParameters.ts';
import { estimateEntryTokens } from '../memory/memory.ts';
import { createPassageTag } from '../reader/createPassageTag.ts';
import type { Task } from './librarianTask.ts';

/** Texts of which nothing has to be moved out, filed whole: they stay below the lower limit that is on. */
export interface ShortTexts {
  readonly texts: number;
  /** Texts in all. */
  readonly of: number;
  /** Tokens of the longest of them. */
  readonly tokens: number;
  readonly limit: number;
  readonly name: 'paging limit' | 'hard limit';
}

type Limits = Pick<LibrarianParameters, 'paging' | 'paging_limit' | 'hard' | 'hard_limit'>;

/** The texts that are too short to page; null if there are none, or no limit. */
export function findShortTexts(
  tasks: readonly Task[],
  { paging, paging_limit, hard, hard_limit }: Limits,
): ShortTexts | null {
  if (!paging && !hard) return null;
  const limit = paging ? paging_limit : hard_limit;
  const short = tasks.map(estimateTaskTokens).filter(tokens => tokens <= limit);
  if (short.length === 0) return null;
  return {
    texts: short.length,
    of: tasks.length,
    tokens: Math.max(...short),
    limit,
    name: paging ? 'paging limit' : 'hard limit',
  };
}

/** Tokens of a text with each passage filed whole; counted once for each. */
export function estimateTaskTokens(task: Task): number {
  const before = TASK_SIZES.get(task);
  if (before !== undefined) return before;
  const tokens = task.passages.reduce(
    (sum, { title, text }) => sum + estimateEntryTokens(createPassageTag(title), text),
    0,
  );
  TASK_SIZES.set(task, tokens);
  return tokens;
}

const TASK_SIZES = new WeakMap<Task, number>();

/** Note about texts that are too short. */
export function describeShortTexts({ texts, of, tokens, limit, name }: ShortTexts): string {
  const many = `${texts === of ? `all ${of}` : `${texts} of ${of}`} texts have ${tokens} tokens or fewer`;
  const one = `${of === 1 ? 'the text' : `1 of ${of} texts`} has ${tokens} tokens`;
  const which = texts === 1 ? one : many;
  return `${which}, the ${name} is ${limit}: nothing of ${texts === 1 ? 'it' : 'them'} has to be moved out`;
}
