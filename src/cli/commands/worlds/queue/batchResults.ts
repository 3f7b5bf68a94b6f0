import { InputError } from '../../../../engine/core/errors.ts';
import * as z from '../../../../engine/core/zod.ts';
import type { OutcomeDefinition } from '../../../../engine/model/outcomeDefinition.ts';
import { findWorldMistake } from '../../../../engine/worlds/findWorldMistake.ts';
import type { World } from '../../../../engine/worlds/worldCourse.ts';
import { type Job, MAX_WORLDS, type Plan } from '../../../../engine/worlds/worldPlan.ts';

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
  return from < to && to <= MAX_WORLDS ? { from, to } : null;
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

/** Of each world, in the batch's order: seed, rounds, hash, outcomes, a digit an outcome that says whether it still grew. */
const batchRowsSchema = z.array(
  z.tuple([
    z.int(),
    z.int(),
    z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    z.array(z.nullable(z.number())),
    z.string().check(z.regex(/^[01]*$/)),
  ]),
);

/** Serializes the result of a batch. @param worlds in the batch's order */
export const serializeBatchResult = (worlds: readonly World[]): string =>
  JSON.stringify(
    worlds.map(({ seed, rounds, hash, outcomes, growing }) => [
      ...[seed, rounds, hash, outcomes],
      growing.map(Number).join(''),
    ]),
  );

/** The worlds of a batch. @throws Error for a text that no worker of this version has written for it */
export function parseBatchResult(
  text: string,
  plan: Plan,
  definitions: readonly OutcomeDefinition[],
  batch: Batch,
): readonly World[] {
  const jobs = listBatchJobs(plan, batch);
  const rows = batchRowsSchema.safeParse(parseResultJson(text)).data ?? [];
  const damaged = `what the queue holds of batch ${batch.from}-${batch.to} is damaged`;
  if (rows.length !== jobs.length) throw new Error(damaged);
  return rows.map(([seed, rounds, hash, outcomes, digits], i) => {
    const growing = [...digits].map(digit => digit === '1');
    const world = { ...jobs[i], seed, rounds, hash, outcomes, growing, course: null, trace: null };
    const mistake = findWorldMistake(plan, definitions, world);
    if (mistake !== null) throw new Error(`${damaged}: of arm ${world.arm}, world ${world.world} ${mistake}`);
    return world;
  });
}

function parseResultJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
