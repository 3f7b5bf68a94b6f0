import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { csvParse } from 'd3-dsv';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PlanBoard } from '../../../../src/cli/worlds/queue/board.ts';
import { Domain, Random } from '../../../../src/engine/random.ts';
import { ENGINE_VERSION } from '../../../../src/engine/version.ts';
import { freePort } from '../../../freePort.ts';
import { cli, expectLine, inProcess, type Outcome, running } from '../../command.ts';
import { RedisServer } from './redisServer.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-queue-'));
const path = (name: string) => join(folder, name);
const textOf = (name: string) => readFileSync(path(name), 'utf8');

const SETUP = ['--network', 'scale-free', '--agents', '200', '--rounds', '30', '--set', 'warm_up=10'];
const pair = (worlds: number) => [
  ...['worlds', ...SETUP, '--worlds', String(worlds / 2), '--change', 'resharing=2'],
];
const expectWhole = ({ code, stdout, stderr }: Outcome, worlds: number) => {
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  expect(JSON.parse(stdout)).toMatchObject({ worlds, of: worlds });
};

const QUEUE = `statescope:worlds-${ENGINE_VERSION}`;

let server: RedisServer;
let redis: Redis;
/** The table of so many worlds by one process, without a queue. */
const alone: Record<number, string> = {};
beforeAll(async () => {
  // The first call bundles the command.
  expect((await cli('--version')).code).toBe(0);
  server = await RedisServer.start();
  redis = server.client();
  for (const worlds of [24, 60]) {
    expectWhole(await inProcess(...pair(worlds), '--cores', '1', '--csv', path('alone.csv')), worlds);
    alone[worlds] = textOf('alone.csv');
    rmSync(path('alone.csv'));
  }
}, 60_000);
afterAll(async () => {
  redis.disconnect();
  await server.end();
  rmSync(folder, { recursive: true });
});

/** A job a world. */
const byQueue = (worlds: number, name: string) => [
  ...pair(worlds),
  ...['--batch', '1', '--queue', server.url, '--csv', path(name)],
];
const begun: ReturnType<typeof running>[] = [];
const begin = (...args: string[]) => {
  const one = running(...cli.command(...args));
  begun.push(one);
  return one;
};
const worker = () => begin('worker', '--queue', server.url, '--cores', '1');
const lead = (worlds: number, name: string) => begin(...byQueue(worlds, name));
afterEach(async () => {
  for (const one of begun) one.kill('SIGKILL');
  await Promise.all(begun.splice(0).map(({ ended }) => ended));
  await redis.flushall();
});
const endOf = async (one: ReturnType<typeof worker>): Promise<{ batches: number; worlds: number }> => {
  one.kill('SIGINT');
  const { code, stdout, stderr } = await one.ended;
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  return JSON.parse(stdout);
};
/** Batches that have been delivered. */
const delivered = async (): Promise<number> => {
  const [key] = await redis.keys('statescope:results:*');
  return key === undefined ? 0 : redis.hlen(key);
};
const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await wait(10);
};
const keysForGood = async (): Promise<string[]> => {
  const keys = await redis.keys('*');
  const lives = await Promise.all(keys.map(key => redis.ttl(key)));
  return keys.filter((_, i) => lives[i] < 0);
};

describe('worlds by a queue', () => {
  it('are those of one process, whichever workers are killed meanwhile', async () => {
    const chance = new Random(3, Domain.profile);
    const drawn = (most: number, kill: number, what: number) => Math.floor(most * chance.unit(kill, 0, what));
    const workers = [worker(), worker()];
    const table = inProcess(...byQueue(60, 'killed.csv'));
    for (let kill = 0; kill < 3; kill++) {
      const some = 5 + kill * 15 + drawn(12, kill, 0);
      await until(async () => (await delivered()) >= some);
      await wait(drawn(40, kill, 1));
      const at = drawn(2, kill, 2);
      workers[at].kill('SIGKILL');
      workers[at] = worker();
    }
    expectWhole(await table, 60);
    expect(textOf('killed.csv') === alone[60]).toBe(true);
    for (const one of workers) await endOf(one);
    expect(await keysForGood()).toEqual([]);
  }, 60_000);

  it('outlast their server, with its data and without', async () => {
    const one = worker();
    const table = inProcess(...byQueue(24, 'away.csv'));
    await until(async () => (await delivered()) >= 5);
    await server.kill();
    await wait(500);
    await server.again();
    await until(async () => (await delivered()) >= 10);
    await server.kill();
    server.forget();
    await server.again();
    const outcome = await table;
    expectWhole(outcome, 24);
    // Of two absences in a row a connection may notice one.
    expect(outcome.stderr).toMatch(
      new RegExp(`^(${server.url} is away; waiting for it\n${server.url} is back\n){1,2}$`, 'm'),
    );
    expect(textOf('away.csv') === alone[24]).toBe(true);
    await endOf(one);
  }, 60_000);

  it('go on where their command was interrupted or killed, without playing any twice', async () => {
    const first = worker();
    const interrupted = lead(60, 'gone.csv');
    await until(async () => (await delivered()) >= 3);
    first.kill('SIGKILL');
    await first.ended;
    // Time to look for what there is.
    await wait(1000);
    interrupted.kill('SIGINT');
    const { code, stderr } = await interrupted.ended;
    const before = await delivered();
    const [, told] = /interrupted after (\d+) of 60 worlds; the same command goes on\n$/.exec(stderr) ?? [];
    expect([code, csvParse(textOf('gone.csv')).length]).toEqual([1, Number(told)]);
    expect(Number(told)).toBeGreaterThan(0);
    expect(Number(told)).toBeLessThanOrEqual(before);
    expect(await redis.llen(`${QUEUE}:wait`)).toBe(0);
    const killed = lead(60, 'gone.csv');
    const second = worker();
    await until(async () => (await delivered()) > before);
    killed.kill('SIGKILL');
    await killed.ended;
    expectWhole(await inProcess(...byQueue(60, 'gone.csv')), 60);
    expect(textOf('gone.csv') === alone[60]).toBe(true);
    expect(await endOf(second)).toEqual({ batches: 60 - before, worlds: 60 - before });
  }, 60_000);
});

describe('a worker', () => {
  it('takes up within seconds what one that was killed had begun', async () => {
    const long = ['--network', 'lastfm', '--rounds', '5000', '--worlds', '1', '--batch', '1'];
    const first = worker();
    begin('worlds', ...long, '--queue', server.url);
    await until(async () => (await redis.llen(`${QUEUE}:active`)) === 1);
    worker();
    await wait(1000);
    const [job] = await redis.lrange(`${QUEUE}:active`, 0, 0);
    const token = await redis.get(`${QUEUE}:${job}:lock`);
    expect(token).not.toBeNull();
    first.kill('SIGKILL');
    const killed = performance.now();
    await until(async () => ![token, null].includes(await redis.get(`${QUEUE}:${job}:lock`)));
    expect(performance.now() - killed).toBeLessThan(15_000);
  }, 60_000);

  it('takes no worlds of another version, and says which two they are', async () => {
    const [now] = await redis.time();
    await redis.zadd('statescope:plans', now, '9.9.9 0123456789ab');
    await redis.lpush('statescope:worlds-9.9.9:wait', 'job');
    const { code, stdout, stderr } = await inProcess('worker', '--queue', server.url);
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      `statescope: ${server.url} has worlds for engine 9.9.9, and this worker is ${ENGINE_VERSION}: it takes none of them\n`,
    ]);
    expect(await redis.llen('statescope:worlds-9.9.9:wait')).toBe(1);
  });
});

describe('a queue', () => {
  it('keeps what a batch came to the first time, however often it is delivered', async () => {
    const board = new PlanBoard(redis, '0123456789ab');
    const batch = { from: 0, to: 2 };
    await board.deliver(batch, 'first');
    await board.deliver(batch, 'second');
    expect([await board.has(batch), await board.delivered()]).toEqual([true, ['0-2']]);
    expect(await board.results(['0-2', '2-4'])).toEqual(['first', null]);
    await board.clear();
    expect(await redis.keys('*')).toEqual([]);
  });

  it('that is damaged is told in one line', async () => {
    const [{ plan }] = csvParse(alone[24]);
    await redis.hset(`statescope:results:${plan}`, '0-1', '[[1,2]]');
    const { code, stderr } = await inProcess(...byQueue(24, 'damaged.csv'));
    expect([code, stderr]).toEqual([1, 'statescope: what the queue holds of batch 0-1 is damaged\n']);
  });

  it('where nothing answers is named in one line, before anything is played', async () => {
    const url = `redis://:secret@127.0.0.1:${await freePort()}`;
    for (const command of [pair(24), ['worker']]) {
      const { code, stdout, stderr } = await inProcess(...command, '--queue', url);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^statescope: no queue at redis:\/\/127.0.0.1:\d+: connect ECONNREFUSED[^\n]*\n$/,
      );
    }
  });

  it('that wants a password says so, and nobody else says it', async () => {
    const locked = await RedisServer.start('--requirepass', 'open sesame');
    const at = `127.0.0.1:${locked.port}`;
    const none = await inProcess('worker', '--queue', `redis://${at}`);
    expect(none.stderr).toBe(`statescope: no queue at redis://${at}: it wants a password\n`);
    const wrong = await inProcess('worker', '--queue', `redis://:sesame@${at}`);
    expect(wrong.stderr).toBe(
      `statescope: no queue at redis://${at}: it takes neither this user nor this password\n`,
    );
    await locked.end();
  });

  it.each([
    [
      ['worlds', '--queue', 'redis://host:port:6379'],
      '--queue must read redis://host:6379, not what was given',
    ],
    [['worlds', '--queue', 'http://host:6379'], '--queue must read redis://host:6379, not http://host:6379'],
    [['worker', '--queue', ''], '--queue must read redis://host:6379, not an empty text'],
    [['worker'], "required option '--queue <url>' not specified"],
    [['worlds', '--batch', '3'], '--batch is for worlds that workers play'],
    [['worlds', '--queue', 'redis://host', '--cores', '2'], '--cores is for worlds that are played here'],
    [['worlds', '--queue', 'redis://host', '--shard', '1/2'], '--shard is for worlds that are played here'],
  ])('is asked for in words that it has: %o', async (args, words) => {
    expectLine(await inProcess(...args), words);
  });

  it('takes at most 10,000 batches', async () => {
    const many = ['worlds', ...SETUP, '--worlds', '10001', '--batch', '1', '--queue', server.url];
    const { code, stderr } = await inProcess(...many);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--batch 1 makes 10001 batches')]);
  });
});
