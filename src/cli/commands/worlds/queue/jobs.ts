import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { ENGINE_VERSION } from '../../../../engine/core/version.ts';
import * as z from '../../../../engine/core/zod.ts';
import { type Batch, formatBatchName } from './batchResults.ts';
import { executeTransaction, hasPendingPlans, PREFIX } from './board.ts';

/** Name of the queue; each version of the engine has its own, so that no worker takes what another one has to play. */
export const QUEUE = `worlds-${ENGINE_VERSION}`;
const KEYS = `${PREFIX}:${QUEUE}`;
/** Jobs that go to the server at once. */
const JOBS_PER_SUBMISSION = 500;
/** Seconds that jobs stay which nobody takes, and failed ones for their command to see. */
const A_DAY = 86_400;
const A_MINUTE = 60;
/** Events of a queue that BullMQ keeps. */
const MAX_EVENTS = 100;
const OPTIONS: JobsOptions = {
  attempts: 3,
  backoff: { type: 'fixed', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: { age: A_DAY },
};

/** Payload of a job: the id of the plan, and the batch. */
export const BATCH_JOB = z.object({
  plan: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  from: z.int().check(z.gte(0)),
  to: z.int(),
});
type BatchJob = z.infer<typeof BATCH_JOB>;

/** The jobs of one plan in the queue. */
export class PlanJobs {
  readonly #queue: Queue<BatchJob>;

  constructor(
    private readonly redis: Redis,
    private readonly plan: string,
  ) {
    this.#queue = new Queue(QUEUE, {
      ...{ connection: redis, prefix: PREFIX, streams: { events: { maxLen: MAX_EVENTS } } },
    });
    // Failures are handled by the callers that await them.
    this.#queue.on('error', () => undefined);
  }

  /** Puts batches there; one that is there already stays as it is. Each stays for a day from now on. */
  async add(batches: readonly Batch[]): Promise<void> {
    for (const some of chunkQueueBatches(batches)) {
      await this.#queue.addBulk(
        some.map(batch => ({
          name: 'batch',
          data: { plan: this.plan, from: batch.from, to: batch.to },
          opts: { ...OPTIONS, jobId: this.#idOf(batch) },
        })),
      );
      const renewing = this.redis.pipeline();
      for (const batch of some) renewing.expire(this.#keyOf(batch), A_DAY);
      await executeTransaction(renewing);
      await expireQueueKeys(this.redis);
    }
  }

  /** Takes batches back that nobody plays. */
  async remove(batches: readonly Batch[]): Promise<void> {
    for (const some of chunkQueueBatches(batches))
      await Promise.all(some.map(batch => this.#queue.remove(this.#idOf(batch))));
  }

  /** Removes all jobs of some batches from any worker, dead or alive: nobody needs them any more. */
  async clear(batches: readonly Batch[]): Promise<void> {
    for (const some of chunkQueueBatches(batches)) {
      const there = await Promise.all(some.map(batch => this.redis.exists(this.#keyOf(batch))));
      for (const batch of some.filter((_, i) => there[i] === 1)) await this.#wrest(batch);
    }
  }

  /** A live worker takes up jobs that another one has lost, so a job may be taken again between two commands. */
  async #wrest(batch: Batch): Promise<void> {
    const id = this.#idOf(batch);
    do await this.redis.del(`${this.#keyOf(batch)}:lock`);
    while ((await this.#queue.remove(id)) === 0);
    await this.redis.srem(`${KEYS}:stalled`, id);
  }

  /** Removes a job that has failed for good. @returns its reason; null if there is none */
  async takeFailure(): Promise<string | null> {
    const failed = (await this.#queue.getFailed()).find(
      job => BATCH_JOB.safeParse(job?.data).data?.plan === this.plan,
    );
    if (failed === undefined) return null;
    await failed.remove();
    const { from, to } = failed.data;
    return `batch ${from}-${to}: ${failed.failedReason}`;
  }

  /** Number of connected workers; null if the server does not say. */
  workers = (): Promise<number | null> => this.#queue.getWorkersCount().catch(() => null);

  close = (): Promise<void> => this.#queue.close();

  #idOf = (batch: Batch): string => `${this.plan}-${formatBatchName(batch)}`;

  #keyOf = (batch: Batch): string => `${KEYS}:${this.#idOf(batch)}`;
}

/**
 * Entries of the queue expire after a day, even if every worker dies; BullMQ's notes as well, or after a minute if no
 * plan can have jobs left. BullMQ writes its list of jobs in play again each second, so a worker that is killed may leave
 * that one list without a date until the next worker or command comes.
 */
export async function expireQueueKeys(redis: Redis): Promise<void> {
  const seconds = (await hasPendingPlans(redis)) ? A_DAY : A_MINUTE;
  // Workers that look for jobs of dead workers note the time if it is missing.
  const expiring = redis.multi().hsetnx(`${KEYS}:meta`, 'opts.maxLenEvents', MAX_EVENTS);
  for (const name of ['meta', 'id', 'events', 'marker']) expiring.expire(`${KEYS}:${name}`, seconds);
  for (const name of ['wait', 'active', 'stalled', 'delayed', 'failed'])
    expiring.expire(`${KEYS}:${name}`, A_DAY);
  await executeTransaction(expiring);
}

const chunkQueueBatches = (batches: readonly Batch[]): readonly (readonly Batch[])[] =>
  Array.from({ length: Math.ceil(batches.length / JOBS_PER_SUBMISSION) }, (_, i) =>
    batches.slice(i * JOBS_PER_SUBMISSION, (i + 1) * JOBS_PER_SUBMISSION),
  );
