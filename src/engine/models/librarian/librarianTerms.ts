/**
 * States of the chart, in its order. `stopped` is the end: the task is over, or the iteration limit is
 * reached.
 */
export const LIBRARIAN_STATES = ['thinking', 'executing', 'paging', 'stopped'] as const;
/** Name of a state of the chart. */
export type LibrarianStateName = (typeof LIBRARIAN_STATES)[number];

/** Kinds of steps: what became of an answer, and what the chart does without one. */
export const STEP_KINDS = [
  'thought',
  'action',
  'refused',
  'unreadable',
  'unanswered',
  'over_limit',
  'restored',
  'stopped',
] as const;

/** Actions available in executing. */
export const LIBRARIAN_ACTIONS = [
  'working_memory_add',
  'working_memory_remove',
  'storage_load',
  'storage_save',
] as const;
/** Name of an action in executing. */
export type ActionType = (typeof LIBRARIAN_ACTIONS)[number];
/** The action asked for in paging. */
export const PAGE_OUT = 'move_to_storage';

/** Ways in which the built-in policy manages memory. */
export const STRATEGIES = ['careful', 'hasty', 'sliding'] as const;
/** Reading strategy of the built-in policy. */
export type Strategy = (typeof STRATEGIES)[number];

/** Place of an entry. */
export type MemoryPlace = 'working' | 'storage';

/**
 * Why an entry came to a place, or left it. `given`: from memory.json or with the task; `displaced`: another
 * value took its tag; `hard_limit`: it was the oldest beyond the limit.
 */
export const CAUSES = [
  'given',
  'add',
  'remove',
  'load',
  'save',
  'paging',
  'hard_limit',
  'displaced',
] as const;
/** Cause of an entry's coming or going. */
export type Cause = (typeof CAUSES)[number];

/** Verdicts on a question. `missed`: it was put away without an answer. */
export const MARKS = ['right', 'wrong', 'missed'] as const;
/** Verdict on a question. */
export type QuestionMark = (typeof MARKS)[number];

/** Name of the bundled tasks in a document. */
export const BUILT_IN_TASKS = 'built-in';
