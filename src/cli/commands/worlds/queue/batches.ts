import { InputError } from '../../../../engine/core/errors.ts';
import { type Job, MOST_WORLDS, type Plan } from '../../../../engine/worlds/worldPlan.ts';

/** Worlds of a plan that are played together: from one place in the order of `generatePlanJobs` up to, not with, another. */
export interface Batch {
  readonly from: number;
  readonly to: number;
}

/** Seconds that a batch is meant to take: as much is played again when a worker dies. */
const SECONDS = 2;
/** Fewest batches of what has so many worlds, so that several workers have some; and most that stand in a queue. */
const MIN_BATCHES = 16;
const MAX_BATCHES = 10_000;

/** Worlds of a batch. @param seconds that one takes; @param worlds that are to be played */
export function computeBatchSize(seconds: number, worlds: number): number {
  const inTime = Math.floor(SECONDS / seconds);
  const shared = Math.ceil(worlds / MIN_BATCHES);
  return Math.max(1, Math.min(inTime, shared), Math.ceil(worlds / MAX_BATCHES));
}

/** True if a set of worlds could have been batched with this size. */
export const isPossibleBatchSize = (size: number, worlds: number): boolean =>
  Number.isInteger(size) && size >= 1 && worlds / size <= MAX_BATCHES;

/** @throws InputError for batches of a size that are too many */
export function checkBatchSize(size: number, worlds: number): void {
  if (!isPossibleBatchSize(size, worlds))
    throw new InputError(
      `--batch ${size} makes ${Math.ceil(worlds / size)} batches of ${worlds} worlds: at most ${MAX_BATCHES} stand in a queue`,
    );
}

/** A batch within its plan. */
export const formatBatchName = ({ from, to }: Batch): string => `${from}-${to}`;

/** The batch of a name; null for what is none. */
export function parseBatchName(name: string): Batch | null {
  const [, from, to] = (/^(\d{1,7})-(\d{1,7})$/.exec(name) ?? []).map(Number);
  return from < to && to <= MOST_WORLDS ? { from, to } : null;
}

/** Position of a job in the order of `generatePlanJobs`. */
export const computeJobPosition = ({ arms }: Plan, { arm, world }: Job): number =>
  (world - 1) * arms.length + arm;

/** The jobs of a batch. */
export const listBatchJobs = ({ arms }: Plan, { from, to }: Batch): readonly Job[] =>
  Array.from({ length: to - from }, (_, i) => ({
    arm: (from + i) % arms.length,
    world: Math.floor((from + i) / arms.length) + 1,
  }));

/** The batches of some jobs, in order. They begin at multiples of their size, so that they are the same ones in each go. */
export function groupIntoBatches(plan: Plan, jobs: readonly Job[], size: number): readonly Batch[] {
  const last = plan.worlds * plan.arms.length;
  const starts = new Set(jobs.map(job => Math.floor(computeJobPosition(plan, job) / size) * size));
  return [...starts].sort((a, b) => a - b).map(from => ({ from, to: Math.min(from + size, last) }));
}
