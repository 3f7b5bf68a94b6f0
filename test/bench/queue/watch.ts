import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { ENGINE_VERSION } from '../../../src/engine/core/version.ts';
import type { RedisServer } from '../../cli/commands/worlds/queue/redisServer.ts';

const QUEUE = `statescope:worlds-${ENGINE_VERSION}`;

/** What is seen of a queue from outside, while workers and server are killed. */
export class QueueWatch {
  /** Seconds from a worker's death until what it had begun was delivered by another one. */
  readonly recovered: number[] = [];
  readonly #redis: Redis;
  readonly #watched: Promise<void>[] = [];
  /** Deliveries that the server counted before it was killed. */
  #before = 0;

  constructor(private readonly server: RedisServer) {
    this.#redis = server.client();
  }

  /** Batches that have been delivered. */
  async delivered(): Promise<number> {
    const [key] = await this.#redis.keys('statescope:results:*');
    return key === undefined ? 0 : this.#redis.hlen(key);
  }

  /** Deliveries, those of the same batch as well. */
  async deliveries(): Promise<number> {
    const calls = /cmdstat_hsetnx:calls=(\d+)/.exec(await this.#redis.info('commandstats'))?.[1];
    return this.#before + Number(calls ?? 0);
  }

  /** Kills the server, and starts it again after so many milliseconds. */
  async killServer(away: number): Promise<void> {
    this.#before = await this.deliveries();
    await this.server.kill();
    await wait(away);
    await this.server.again();
  }

  /** A worker has been killed: watches what becomes of the batches that it had begun. */
  async died(pid: number): Promise<void> {
    const since = performance.now();
    for (const job of await this.#redis.lrange(`${QUEUE}:active`, 0, -1)) {
      const by = (await this.#redis.hget(`${QUEUE}:${job}`, 'pb')) ?? '';
      if (by.endsWith(`-${pid}`)) this.#watched.push(this.#watch(job, since));
    }
  }

  async #watch(job: string, since: number): Promise<void> {
    const [, plan, batch] = /^([^-]+)-(.+)$/.exec(job) ?? [];
    const isThere = async () => (await this.#redis.hexists(`statescope:results:${plan}`, batch)) === 1;
    if (await isThere()) return;
    while (!(await isThere())) {
      // It is not when all is cleared.
      if ((await this.#redis.exists(`statescope:plan:${plan}`)) === 0) break;
      await wait(20);
    }
    this.recovered.push(Math.round(performance.now() - since) / 1000);
  }

  /** Keys that nothing would ever remove. */
  async end(): Promise<readonly string[]> {
    await Promise.all(this.#watched);
    const keys = await this.#redis.keys('*');
    const lives = await Promise.all(keys.map(key => this.#redis.ttl(key)));
    this.#redis.disconnect();
    return keys.filter((_, i) => lives[i] < 0);
  }
}
