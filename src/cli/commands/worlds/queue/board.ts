import type { ChainableCommander, Redis } from 'ioredis';
import { ENGINE_VERSION } from '../../../../engine/core/version.ts';
import { type Batch, formatBatchName } from './batchResults.ts';

/** Prefix of all our keys, including those of BullMQ. */
export const PREFIX = 'statescope';
/** Seconds that what nobody clears stays. */
const A_DAY = 86_400;
/** Of plans that are played: `version id`, scored by the server's time in seconds when their command last signed. */
const PLANS = `${PREFIX}:plans`;
/** Seconds within which a command that lives has signed again. */
const LIVING = 60;

/** Data of one plan on a queue's server: the plan itself, once, and the results of its batches. */
export class PlanBoard {
  readonly #plan: string;
  readonly #results: string;
  readonly #member: string;

  constructor(
    private readonly redis: Redis,
    id: string,
  ) {
    this.#plan = `${PREFIX}:plan:${id}`;
    this.#results = `${PREFIX}:results:${id}`;
    this.#member = `${ENGINE_VERSION} ${id}`;
  }

  /** Worlds of a batch, as an earlier go has chosen; null for none. */
  async size(): Promise<number | null> {
    const text = await this.redis.hget(this.#plan, 'size');
    return text === null ? null : Number(text);
  }

  /** The plan as `pack` made it; null if it is absent. */
  packed = (): Promise<Buffer | null> => this.redis.hgetBuffer(this.#plan, 'packed');

  /** Puts the plan there, and says that its command lives. @param worlds of a batch */
  async put(packed: Buffer, worlds: number): Promise<void> {
    const size = String(worlds);
    const putting = this.redis.multi().hset(this.#plan, { packed, size });
    await executeTransaction(putting.expire(this.#plan, A_DAY).expire(this.#results, A_DAY));
    await this.sign();
  }

  /** Says that the plan's command lives. */
  async sign(): Promise<void> {
    const now = await readServerSeconds(this.redis);
    const signing = this.redis.multi().zadd(PLANS, String(now), this.#member);
    await executeTransaction(signing.zremrangebyscore(PLANS, '0', String(now - A_DAY)).expire(PLANS, A_DAY));
  }

  has = async (batch: Batch): Promise<boolean> =>
    (await this.redis.hexists(this.#results, formatBatchName(batch))) === 1;

  /** Stores what a batch came to, the first time that it is delivered. */
  async deliver(batch: Batch, text: string): Promise<void> {
    const delivering = this.redis.multi().hsetnx(this.#results, formatBatchName(batch), text);
    await executeTransaction(delivering.expire(this.#results, A_DAY));
  }

  /** Names of the batches that have been delivered. */
  delivered = (): Promise<readonly string[]> => this.redis.hkeys(this.#results);

  /** Results of batches. */
  async results(names: readonly string[]): Promise<readonly (string | null)[]> {
    return names.length === 0 ? [] : this.redis.hmget(this.#results, ...names);
  }

  /** The command is gone; what there is stays for a day. */
  async leave(): Promise<void> {
    await this.redis.zrem(PLANS, this.#member);
  }

  /** Nothing of the plan is wanted any more. */
  async clear(): Promise<void> {
    await this.redis.del(this.#plan, this.#results);
    await this.leave();
  }
}

/** Sends commands together, so that nobody dies between them. @throws Error of the first that is refused */
export async function executeTransaction(commands: ChainableCommander): Promise<void> {
  for (const [error] of (await commands.exec()) ?? []) if (error !== null) throw error;
}

/** Versions of the engine for which plans are being played, the same one as often as it has plans. */
export async function readActiveVersions(redis: Redis): Promise<readonly string[]> {
  const since = (await readServerSeconds(redis)) - LIVING;
  return parsePlanVersions(await redis.zrangebyscore(PLANS, String(since), '+inf'));
}

/** True if plans of this version may still have jobs, including those of ended commands. */
export const hasPendingPlans = async (redis: Redis): Promise<boolean> =>
  parsePlanVersions(await redis.zrange(PLANS, '0', '-1')).includes(ENGINE_VERSION);

const parsePlanVersions = (members: readonly string[]): readonly string[] =>
  members.map(member => member.split(' ')[0]);

const readServerSeconds = async (redis: Redis): Promise<number> => Number((await redis.time())[0]);
