import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { ENGINE_VERSION } from '../../../engine/version.ts';
import * as z from '../../../engine/zod.ts';
import { type Batch, batchName } from './batches.ts';
import { hasPlans, PREFIX } from './board.ts';

/** Name of the queue; each version of the engine has its own, so that no worker takes what another one has to play. */
export const QUEUE = `worlds-${ENGINE_VERSION}`;
/** Jobs that go to the server at once. */
const AT_ONCE = 500;
/** Seconds that a failed job stays for its command to see. */
const A_DAY = 86_400;
const A_MINUTE = 60;
const OPTIONS: JobsOptions = {
  attempts: 3,
  backoff: { type: 'fixed', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: { age: A_DAY },
};

/** What a job says: the id of the plan, and the batch. */
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
      ...{ connection: redis, prefix: PREFIX, streams: { events: { maxLen: 100 } } },
    });
    // What fails is told where it is awaited.
    this.#queue.on('error', () => undefined);
  }

  /** Puts batches there; one that is there already stays as it is. */
  async add(batches: readonly Batch[]): Promise<void> {
    for (let at = 0; at < batches.length; at += AT_ONCE)
      await this.#queue.addBulk(
        batches.slice(at, at + AT_ONCE).map(batch => ({
          name: 'batch',
          data: { plan: this.plan, from: batch.from, to: batch.to },
          opts: { ...OPTIONS, jobId: this.#idOf(batch) },
        })),
      );
  }

  /** Takes batches back that nobody plays. */
  async remove(batches: readonly Batch[]): Promise<void> {
    for (let at = 0; at < batches.length; at += AT_ONCE)
      await Promise.all(batches.slice(at, at + AT_ONCE).map(batch => this.#queue.remove(this.#idOf(batch))));
  }

  /** Takes one back that has failed for good. @returns why it did; null where none has */
  async takeFailure(): Promise<string | null> {
    const failed = (await this.#queue.getFailed()).find(({ data }) => data.plan === this.plan);
    if (failed === undefined) return null;
    await failed.remove();
    const { from, to } = failed.data;
    return `batch ${from}-${to}: ${failed.failedReason}`;
  }

  /** Workers that are there; null where the server does not say. */
  workers = (): Promise<number | null> => this.#queue.getWorkersCount().catch(() => null);

  /** What BullMQ notes of the queue stays for a day, or for a minute where no plan is left that may have jobs in it. */
  async expire(isEnd: boolean): Promise<void> {
    const seconds = isEnd && !(await hasPlans(this.redis)) ? A_MINUTE : A_DAY;
    for (const name of ['meta', 'id', 'events', 'marker'])
      await this.redis.expire(`${PREFIX}:${QUEUE}:${name}`, seconds);
  }

  close = (): Promise<void> => this.#queue.close();

  #idOf = (batch: Batch): string => `${this.plan}-${batchName(batch)}`;
}
