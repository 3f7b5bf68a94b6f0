/** A part of a text, as an agent gets it. */
import type { LibrarianParameters } from '../librarianParameters.ts';
import { estimateEntryTokens } from '../memory/memory.ts';
import { tokenizeText } from '../reader/subjectWords.ts';

/** A part of a text, as an agent gets it. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** A question with the answers that count as right. */
export interface TaskQuestion {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** Accepted answers; any of them is right. */
  readonly accepted: readonly string[];
  /** Kind of the question in the text's own word; null without one. */
  readonly kind: string | null;
}

/** An item to put in front of an agent: a passage or a question, by its index. */
export interface TaskItem {
  readonly kind: 'passage' | 'question';
  readonly index: number;
}

/** A text to read and questions to answer, in the order in which they come. */
export interface Task {
  readonly title: string;
  readonly passages: readonly Passage[];
  readonly questions: readonly TaskQuestion[];
  readonly items: readonly TaskItem[];
}

/** `q6`. */
export const formatQuestionId = ({ number }: Pick<TaskQuestion, 'number'>): string => `q${number}`;
/** Tag under which an answer is to be kept: `answer_q6`. */
export const formatAnswerTag = (question: Pick<TaskQuestion, 'number'>): string =>
  `answer_${formatQuestionId(question)}`;

/** The tag under which a passage is filed: `the_letter_in_the_attic`. */
export const createPassageTag = (title: string): string => tokenizeText(title).join('_') || 'passage';

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
