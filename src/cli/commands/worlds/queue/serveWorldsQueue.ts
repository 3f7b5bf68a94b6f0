import { hostname } from 'node:os';
import { type Job as QueueJob, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { InputError } from '../../../../engine/core/errors.ts';
import { formatQuotedText } from '../../../../engine/core/formatQuotedText.ts';
import { ENGINE_VERSION } from '../../../../engine/core/version.ts';
import type { World } from '../../../../engine/worlds/worldCourse.ts';
import { Interrupt } from '../../../output/interrupt.ts';
import type { WorldsOrder } from '../order.ts';
import { WorldThreads } from '../pool.ts';
import { type Batch, listBatchJobs, serializeBatchResult } from './batchResults.ts';
import { PlanBoard, PREFIX, readActiveVersions } from './board.ts';
import { connectToQueue, isConnectionLoss } from './connectToQueue.ts';
import { BATCH_JOB, expireQueueKeys, QUEUE } from './jobs.ts';
import type { QueueAddress } from './parseQueueAddress.ts';
import { unpackWorldsOrder } from './payload.ts';

/** Milliseconds for which a job is a worker's without a sign of it, and between two looks for jobs of the dead. */
const LOCK = 3_000;
const STALLED = 1_000;
/** Most workers that die of one job before it is given up. */
const MAX_WORKER_DEATHS = 20;
/** Milliseconds before what Redis refused is tried again. */
const RETRY = 500;
/** Milliseconds between two looks for plans of other versions, and at what would stay for good. */
const PLAN_POLL_MS = 5_000;
/** Errors of a job that another worker has taken up in the meantime. */
const TAKEN = /lock (for|mismatch)|missing (key|lock)|not in the active state/i;

/** Settings of a worker. */
interface Serving {
  readonly address: QueueAddress;
  /** Threads that play, a batch each. */
  readonly cores: number;
  /** URL of the folder of what comes with Statescope. */
  readonly root: string;
}

/** Totals of a worker. */
interface Served {
  readonly batches: number;
  readonly worlds: number;
}

/**
 * Plays queued jobs until it is interrupted, and finishes the current one.
 * @throws Error naming the address if nothing answers; InputError if only plans of another version are there
 */
export async function serveWorldsQueue(
  { address, cores, root }: Serving,
  say: (line: string) => void,
): Promise<Served> {
  const redis = await connectToQueue(address, say);
  const interrupt = new Interrupt();
  const served = { batches: 0, worlds: 0 };
  const threads = new PlanThreads(id => loadQueuedOrder(redis, id, root), cores);
  const play = async ({ data, id }: QueueJob) => {
    await expireQueueKeys(redis);
    // Of a job that nobody took for a day its number alone may be left.
    if (data === undefined || Object.keys(data).length === 0) return;
    const job = BATCH_JOB.safeParse(data).data;
    if (job === undefined) {
      // It is taken out of the queue, or it would come back for ever.
      say(`\njob ${formatQuotedText(String(id), 40)} holds no worlds, and is passed over\n`);
      return;
    }
    const { plan, ...batch } = job;
    const board = new PlanBoard(redis, plan);
    if (await board.has(batch)) return;
    const worlds = await threads.play(plan, batch).catch(throwUnrecoverable);
    if (worlds === null) return;
    await board.deliver(batch, serializeBatchResult(worlds));
    served.batches++;
    served.worlds += worlds.length;
    say(`\r${served.worlds} worlds played`);
  };
  try {
    const others = new OtherVersions(redis, address, say);
    await others.refuse();
    await expireQueueKeys(redis);
    const worker = createQueueWorker(redis, cores, play, say);
    say(`waiting for worlds at ${address.shown}, engine ${ENGINE_VERSION}\n`);
    const look = () => Promise.all([others.look(), expireQueueKeys(redis)]).catch(() => undefined);
    const looks = setInterval(() => void look(), PLAN_POLL_MS);
    await new Promise(resolve => interrupt.signal.addEventListener('abort', resolve));
    clearInterval(looks);
    // Undeliverable results are not awaited.
    await worker.close(redis.status !== 'ready');
  } finally {
    interrupt.dispose();
    await threads.end();
    redis.disconnect();
  }
  return served;
}

function createQueueWorker(
  redis: Redis,
  concurrency: number,
  play: (job: QueueJob) => Promise<void>,
  say: (line: string) => void,
): Worker {
  const worker = new Worker(QUEUE, play, {
    ...{ connection: redis, prefix: PREFIX, concurrency, name: `${hostname()}-${process.pid}` },
    ...{
      lockDuration: LOCK,
      stalledInterval: STALLED,
      maxStalledCount: MAX_WORKER_DEATHS,
      runRetryDelay: RETRY,
    },
    removeOnComplete: { count: 0 },
  });
  worker.on('error', error => {
    if (!isConnectionLoss(error) && !TAKEN.test(error.message)) say(`${formatFirstErrorLine(error)}\n`);
  });
  worker.on('failed', (job, error) => say(`batch ${job?.id}: ${formatFirstErrorLine(error)}\n`));
  return worker;
}

const formatFirstErrorLine = ({ message }: Error): string => message.split('\n')[0];

/** Another try does not help with errors that the user has to mend. */
function throwUnrecoverable(error: unknown): never {
  throw error instanceof InputError ? new UnrecoverableError(error.message) : error;
}

async function loadQueuedOrder(redis: Redis, id: string, root: string): Promise<WorldsOrder | null> {
  const packed = await new PlanBoard(redis, id).packed();
  return packed && { ...unpackWorldsOrder(packed, id), root };
}

/** Plans that this worker does not play, as they are of other versions of the engine. */
class OtherVersions {
  readonly #told = new Set<string>();

  constructor(
    private readonly redis: Redis,
    private readonly address: QueueAddress,
    private readonly say: (line: string) => void,
  ) {}

  /** @throws InputError if there are no others */
  async refuse(): Promise<void> {
    const versions = await readActiveVersions(this.redis);
    const [other] = versions.filter(version => version !== ENGINE_VERSION);
    if (other !== undefined && !versions.includes(ENGINE_VERSION)) throw new InputError(this.#words(other));
  }

  /** Reports each plan once. */
  async look(): Promise<void> {
    for (const version of await readActiveVersions(this.redis)) {
      if (version === ENGINE_VERSION || this.#told.has(version)) continue;
      this.#told.add(version);
      this.say(`${this.#words(version)}\n`);
    }
  }

  #words = (other: string): string =>
    `${this.address.shown} has worlds for engine ${other}, and this worker is ${ENGINE_VERSION}: it takes none of them`;
}

/** The player of one plan. */
interface Opened {
  readonly order: WorldsOrder;
  readonly threads: WorldThreads;
}

/** Threads for the plans that a worker plays: those of a plan stay until another one comes. */
class PlanThreads {
  readonly #opened = new Map<string, Promise<Opened | null>>();
  /** Batches that are being played, by plan. */
  readonly #playing = new Map<string, number>();

  /** @param orderOf an order by its plan's id; null if it is gone */
  constructor(
    private readonly orderOf: (id: string) => Promise<WorldsOrder | null>,
    private readonly cores: number,
  ) {}

  /** Plays a batch of a plan; null if the plan is gone. @throws InputError */
  async play(id: string, batch: Batch): Promise<readonly World[] | null> {
    this.#count(id, 1);
    try {
      const opened = await (this.#opened.get(id) ?? this.#open(id));
      return opened && (await opened.threads.play(listBatchJobs(opened.order.plan, batch)));
    } finally {
      this.#count(id, -1);
    }
  }

  /** Ends all threads. */
  async end(): Promise<void> {
    for (const id of [...this.#opened.keys()]) await this.#close(id);
  }

  #open(id: string): Promise<Opened | null> {
    const opening = this.#make(id);
    this.#opened.set(id, opening);
    const forget = () => this.#opened.delete(id);
    opening.then(opened => opened ?? forget(), forget);
    return opening;
  }

  async #make(id: string): Promise<Opened | null> {
    for (const other of [...this.#opened.keys()]) if (!this.#playing.get(other)) await this.#close(other);
    const order = await this.orderOf(id);
    return order && { order, threads: new WorldThreads(order, this.cores) };
  }

  async #close(id: string): Promise<void> {
    const opened = this.#opened.get(id);
    this.#opened.delete(id);
    await (await opened?.catch(() => null))?.threads.end();
  }

  #count(id: string, by: number): void {
    this.#playing.set(id, (this.#playing.get(id) ?? 0) + by);
  }
}
