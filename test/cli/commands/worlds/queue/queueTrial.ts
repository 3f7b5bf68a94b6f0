import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expect } from 'vitest';
import { cli, inProcess, type Outcome, running } from '../../../command.ts';
import { RedisServer } from './redisServer.ts';

/** A society of which a world takes some hundredths of a second. */
export const SETUP = ['--network', 'scale-free', '--agents', '200', '--rounds', '30', '--set', 'warm_up=10'];

/** The command for so many worlds, half of them of a second arm. */
export const pair = (worlds: number): readonly string[] => [
  ...['worlds', ...SETUP, '--worlds', String(worlds / 2), '--change', 'resharing=2'],
];

/** That a command has ended well, with so many worlds. */
export function expectWhole({ code, stdout, stderr }: Outcome, worlds: number): void {
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  expect(JSON.parse(stdout)).toMatchObject({ worlds, of: worlds });
}

/** Waits for what comes sooner or later. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(10);
}

type Running = ReturnType<typeof running>;

/** A queue of a test's own, with the commands that work on it and a folder for what they write. */
export class QueueTrial {
  readonly #folder = mkdtempSync(join(tmpdir(), 'statescope-queue-'));
  readonly #begun: Running[] = [];

  private constructor(
    readonly server: RedisServer,
    readonly redis: Redis,
  ) {}

  static async start(): Promise<QueueTrial> {
    // The first call bundles the command.
    expect((await cli('--version')).code).toBe(0);
    const server = await RedisServer.start();
    return new QueueTrial(server, server.client());
  }

  path = (name: string): string => join(this.#folder, name);
  textOf = (name: string): string => readFileSync(this.path(name), 'utf8');

  /** The table of so many worlds by one process, without a queue. */
  async alone(worlds: number): Promise<string> {
    const path = this.path('alone.csv');
    expectWhole(await inProcess(...pair(worlds), '--cores', '1', '--csv', path), worlds);
    const text = this.textOf('alone.csv');
    rmSync(path);
    return text;
  }

  /** The command for so many worlds by the queue, a job a world. */
  byQueue = (worlds: number, name: string): readonly string[] => [
    ...pair(worlds),
    ...['--batch', '1', '--queue', this.server.url, '--csv', this.path(name)],
  ];

  /** Begins a command in a process of its own. */
  begin(...args: readonly string[]): Running {
    const one = running(...cli.command(...args));
    this.#begun.push(one);
    return one;
  }

  worker = (): Running => this.begin('worker', '--queue', this.server.url, '--cores', '1');
  lead = (worlds: number, name: string): Running => this.begin(...this.byQueue(worlds, name));

  /** Interrupts a worker. @returns what it has played */
  endOf = async (one: Running): Promise<{ batches: number; worlds: number }> => {
    one.kill('SIGINT');
    const { code, stdout, stderr } = await one.ended;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
    return JSON.parse(stdout);
  };

  /** Batches that have been delivered. */
  delivered = async (): Promise<number> => {
    const [key] = await this.redis.keys('statescope:results:*');
    return key === undefined ? 0 : this.redis.hlen(key);
  };

  keysForGood = async (): Promise<readonly string[]> => {
    const keys = await this.redis.keys('*');
    const lives = await Promise.all(keys.map(key => this.redis.ttl(key)));
    return keys.filter((_, i) => lives[i] < 0);
  };

  /** Kills what has been begun and forgets all that the queue holds. */
  async clear(): Promise<void> {
    for (const one of this.#begun) one.kill('SIGKILL');
    await Promise.all(this.#begun.splice(0).map(({ ended }) => ended));
    await this.redis.flushall();
  }

  async end(): Promise<void> {
    this.redis.disconnect();
    await this.server.end();
    rmSync(this.#folder, { recursive: true });
  }
}
