/** Counts of a tick: actions that were done, steps that failed. */
export const WORKFLOW_SERIES = [
  'observe',
  'think',
  'make',
  'test',
  'rework',
  'ship',
  'wait',
  'chosen',
  'failed',
] as const;
/** Counts of a tick, by name. */
export type TickCounts = Record<(typeof WORKFLOW_SERIES)[number], number>;

/** A tick's counts before anything has happened. */
export const createTickCounts = (): TickCounts =>
  Object.fromEntries(WORKFLOW_SERIES.map(name => [name, 0])) as TickCounts;
