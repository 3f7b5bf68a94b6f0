import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { OutcomeDefinition } from '../../../../engine/model/outcomeDefinition.ts';
import type { World } from '../../../../engine/worlds/worldCourse.ts';
import { computePlanId, type Job } from '../../../../engine/worlds/worldPlan.ts';
import { createOrderPlayer, type WorldsOrder } from '../order.ts';
import type { Hearing } from '../pool.ts';
import {
  type Batch,
  checkBatchSize,
  computeBatchSize,
  computeJobPosition,
  formatBatchName,
  groupIntoBatches,
  isPossibleBatchSize,
  parseBatchName,
  parseBatchResult,
} from './batchResults.ts';
import { PlanBoard } from './board.ts';
import { connectToQueue, isConnectionLoss } from './connectToQueue.ts';
import { expireQueueKeys, PlanJobs } from './jobs.ts';
import type { AskedQueue } from './parseQueueAddress.ts';
import { packWorldsOrder } from './payload.ts';

/** Milliseconds between two looks at what has been delivered. */
const DELIVERY_POLL_MS = 300;
/** Milliseconds after which the plan and what it lacks are put again, whatever has become of them. */
const RESUBMIT_AFTER_MS = 15_000;
/** Milliseconds without a world after which workers are counted. */
const IDLE_BEFORE_WORKER_COUNT_MS = 2_000;
/** Most milliseconds for what is cleared at the end. */
const CLEARING = 5_000;

/** The command's side of a queue: puts a plan's batches there, and takes what workers deliver. */
export class QueueLead {
  #batches: readonly Batch[] = [];
  readonly #seen = new Set<string>();
  #isDue = true;
  /** The pending work that nobody awaits any more. */
  #underWay: Promise<void> = Promise.resolve();

  private constructor(
    private readonly order: WorldsOrder,
    private readonly redis: Redis,
    private readonly board: PlanBoard,
    private readonly jobs: PlanJobs,
    private readonly say: (line: string) => void,
    private readonly asked: AskedQueue,
    private readonly definitions: readonly OutcomeDefinition[],
  ) {
    // Its data may be gone.
    redis.on('ready', () => {
      this.#isDue = true;
    });
  }

  /** @throws Error naming the address if nothing answers */
  static async open(
    asked: AskedQueue,
    order: WorldsOrder,
    definitions: readonly OutcomeDefinition[],
    say: (line: string) => void,
  ): Promise<QueueLead> {
    const redis = await connectToQueue(asked.address, say);
    const id = computePlanId(order.plan);
    return new QueueLead(
      order,
      redis,
      new PlanBoard(redis, id),
      new PlanJobs(redis, id),
      say,
      asked,
      definitions,
    );
  }

  /** Has workers play jobs and reports each result as it comes. @throws Error for a batch that cannot be played */
  async play(jobs: readonly Job[], { signal, played }: Hearing): Promise<void> {
    const { plan } = this.order;
    if (this.asked.size !== null) checkBatchSize(this.asked.size, jobs.length);
    const wanted = new Set(jobs.map(job => computeJobPosition(plan, job)));
    const take = (worlds: readonly World[]) =>
      played(worlds.filter(world => wanted.delete(computeJobPosition(plan, world))));
    const known = this.asked.size ?? (await toNullWhenAborted(this.board.size(), signal));
    await toNullWhenAborted(this.#takeDelivered(take), signal);
    if (wanted.size === 0 || signal.aborted) return;
    const left = jobs.filter(job => wanted.has(computeJobPosition(plan, job)));
    const size =
      known !== null && isPossibleBatchSize(known, left.length)
        ? known
        : computeBatchSize(await measureWorldSeconds(this.order, left, signal), left.length);
    this.#batches = groupIntoBatches(plan, left, size);
    const packed = packWorldsOrder(this.order);
    await this.#collect({ wanted, take, signal, put: () => this.#put(packed, size) });
  }

  /** @param isWhole whether all has been played and kept: then nothing stays in the queue, else what was delivered, for a day */
  async end(isWhole: boolean): Promise<void> {
    const timer = new AbortController();
    const clearing = isWhole ? this.#clear() : this.#withdraw();
    const isCleared = await Promise.race([
      clearing.then(
        () => true,
        () => false,
      ),
      wait(CLEARING, false, timer).catch(() => false),
    ]);
    timer.abort();
    if (!isCleared)
      this.say(
        `${this.asked.address.shown} could not be cleared; what it holds of this is gone within a day\n`,
      );
    this.redis.disconnect();
  }

  async #collect({ wanted, take, signal, put }: Collecting): Promise<void> {
    let heardAt = performance.now();
    let putAt = 0;
    while (wanted.size > 0 && !signal.aborted) {
      const before = wanted.size;
      const isDue = this.#isDue || performance.now() - putAt > RESUBMIT_AFTER_MS;
      const round = async () => {
        if (isDue) await put();
        await this.#takeDelivered(take);
        await this.#throwFailure();
        if (performance.now() - heardAt > IDLE_BEFORE_WORKER_COUNT_MS) await this.#adviseOnce();
      };
      this.#isDue = false;
      if (isDue) putAt = performance.now();
      const underWay = round().catch(this.#outlast);
      this.#underWay = underWay.catch(() => undefined);
      await toNullWhenAborted(underWay, signal);
      if (wanted.size < before) heardAt = performance.now();
      await wait(DELIVERY_POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Work that was under way when the server went away is repeated. @throws any error with another cause */
  #outlast = (error: Error): void => {
    if (!isConnectionLoss(error)) throw error;
    this.#isDue = true;
  };

  async #throwFailure(): Promise<void> {
    const failure = await this.jobs.takeFailure();
    if (failure !== null) throw new Error(failure);
  }

  async #put(packed: Buffer, size: number): Promise<void> {
    await this.board.put(packed, size);
    await this.jobs.add(this.#batches.filter(batch => !this.#seen.has(formatBatchName(batch))));
  }

  async #takeDelivered(take: (worlds: readonly World[]) => void): Promise<void> {
    const names = (await this.board.delivered()).filter(name => !this.#seen.has(name));
    const texts = await this.board.results(names);
    for (const [i, name] of names.entries()) {
      const [batch, text] = [parseBatchName(name), texts[i]];
      // Another command of the same plan may have taken it away: then it is put again.
      if (text == null) continue;
      this.#seen.add(name);
      if (batch !== null) take(parseBatchResult(text, this.order.plan, this.definitions, batch));
    }
  }

  #isAdvised = false;

  async #adviseOnce(): Promise<void> {
    if (this.#isAdvised || (await this.jobs.workers()) !== 0) return;
    this.#isAdvised = true;
    this.say(`no worker is there: npm run -s cli -- worker --queue ${this.asked.address.shown}\n`);
  }

  async #clear(): Promise<void> {
    await this.board.clear();
    // Of an earlier command of the same plan as well.
    const delivered = [...this.#seen].map(parseBatchName).filter(batch => batch !== null);
    await this.jobs.clear([...this.#batches, ...delivered]);
    await this.#leave();
  }

  async #withdraw(): Promise<void> {
    await this.#underWay;
    await this.jobs.remove(this.#batches.filter(batch => !this.#seen.has(formatBatchName(batch))));
    await this.board.leave();
    await this.#leave();
  }

  async #leave(): Promise<void> {
    await expireQueueKeys(this.redis);
    await this.jobs.close();
  }
}

interface Collecting {
  /** Places of the worlds that are still to come. */
  readonly wanted: ReadonlySet<number>;
  take(worlds: readonly World[]): void;
  readonly signal: AbortSignal;
  /** Puts plan and jobs there. */
  put(): Promise<void>;
}

/** Waits for a promise that may take long; null once the wait is aborted. */
async function toNullWhenAborted<Value>(coming: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  if (signal.aborted) return null;
  let stop = () => {};
  const aborted = new Promise<null>(resolve => {
    stop = () => resolve(null);
    signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([coming, aborted]).finally(() => signal.removeEventListener('abort', stop));
}

/** Milliseconds after which a world has taken long enough to know; and until which others follow the first, which is slower. */
const SLOW_WORLD_MS = 4_000;
const QUICK_WORLD_MS = 500;
/** Most worlds that are timed. */
const MAX_TIMED_WORLDS = 10;

/** Seconds that a world takes here: the mean of some after the first, or those after which none has ended. */
async function measureWorldSeconds(
  order: WorldsOrder,
  jobs: readonly Job[],
  signal: AbortSignal,
): Promise<number> {
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const enough = new Error('timed');
  const rest = async () => {
    await setImmediate();
    if (signal.aborted || since() > SLOW_WORLD_MS) throw enough;
  };
  const player = createOrderPlayer(order, { rest });
  const ends: number[] = [];
  try {
    for (const job of jobs.slice(0, MAX_TIMED_WORLDS)) {
      await player.play(job);
      ends.push(since());
      if (since() > QUICK_WORLD_MS) break;
    }
  } catch (error) {
    if (error !== enough) throw error;
  }
  const [first = SLOW_WORLD_MS, last = first] = [ends[0], ends.at(-1)];
  const mean = ends.length > 1 ? (last - first) / (ends.length - 1) : first;
  return Math.max(mean, 1) / 1000;
}
