import * as z from '../../../../engine/core/zod.ts';
import type { World } from '../../../../engine/worlds/worldCourse.ts';
import { getJobSeed, type Plan } from '../../../../engine/worlds/worldPlan.ts';
import { type Batch, listBatchJobs } from './batches.ts';

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
export function parseBatchResult(text: string, plan: Plan, batch: Batch): readonly World[] {
  const jobs = listBatchJobs(plan, batch);
  const rows = batchRowsSchema.safeParse(parseResultJson(text)).data ?? [];
  const isWhole =
    rows.length === jobs.length && rows.every(([seed], i) => seed === getJobSeed(plan, jobs[i]));
  if (!isWhole) throw new Error(`what the queue holds of batch ${batch.from}-${batch.to} is damaged`);
  return rows.map(([seed, rounds, hash, outcomes, digits], i) => ({
    ...jobs[i],
    ...{ seed, rounds, hash, outcomes, course: null, trace: null },
    growing: [...digits].map(digit => digit === '1'),
  }));
}

function parseResultJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
