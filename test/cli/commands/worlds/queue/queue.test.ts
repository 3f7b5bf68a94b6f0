import { setTimeout as wait } from 'node:timers/promises';
import { csvParse } from 'd3-dsv';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PlanBoard, PREFIX } from '../../../../../src/cli/commands/worlds/queue/board.ts';
import { QUEUE as QUEUE_NAME } from '../../../../../src/cli/commands/worlds/queue/jobs.ts';
import { Domain, Random } from '../../../../../src/engine/core/random.ts';
import { ENGINE_VERSION } from '../../../../../src/engine/core/version.ts';
import { freePort } from '../../../../freePort.ts';
import { expectLine, inProcess } from '../../../command.ts';
import { expectWhole, pair, QueueTrial, SETUP, until } from './queueTrial.ts';
import { RedisServer } from './redisServer.ts';

const QUEUE = `${PREFIX}:${QUEUE_NAME}`;

let trial: QueueTrial;
/** The table of so many worlds by one process, without a queue. */
const alone: Record<number, string> = {};
beforeAll(async () => {
  trial = await QueueTrial.start();
  for (const worlds of [24, 60]) alone[worlds] = await trial.alone(worlds);
}, 60_000);
afterAll(() => trial.end());
afterEach(() => trial.clear());

describe('worlds by a queue', () => {
  it('are those of one process, whichever workers are killed meanwhile', async () => {
    const chance = new Random(3, Domain.profile);
    const drawn = (most: number, kill: number, what: number) => Math.floor(most * chance.unit(kill, 0, what));
    const workers = [trial.worker(), trial.worker()];
    const table = inProcess(...trial.byQueue(60, 'killed.csv'));
    for (let kill = 0; kill < 3; kill++) {
      const some = 5 + kill * 15 + drawn(12, kill, 0);
      await until(async () => (await trial.delivered()) >= some);
      await wait(drawn(40, kill, 1));
      const at = drawn(2, kill, 2);
      workers[at].kill('SIGKILL');
      workers[at] = trial.worker();
    }
    expectWhole(await table, 60);
    expect(trial.textOf('killed.csv') === alone[60]).toBe(true);
    for (const one of workers) await trial.endOf(one);
    expect(await trial.keysForGood()).toEqual([]);
  }, 60_000);

  it('outlast their server, with its data and without', async () => {
    const one = trial.worker();
    // Enough worlds that some are left when the second absence begins, however late it is.
    const table = inProcess(...trial.byQueue(60, 'away.csv'));
    await until(async () => (await trial.delivered()) >= 5);
    await trial.server.kill();
    await wait(500);
    await trial.server.again();
    await until(async () => (await trial.delivered()) >= 10);
    await trial.server.kill();
    trial.server.forget();
    await trial.server.again();
    const outcome = await table;
    expectWhole(outcome, 60);
    // Of two absences in a row a connection may notice one.
    expect(outcome.stderr).toMatch(
      new RegExp(`^(${trial.server.url} is away; waiting for it\n${trial.server.url} is back\n){1,2}$`, 'm'),
    );
    expect(trial.textOf('away.csv') === alone[60]).toBe(true);
    await trial.endOf(one);
  }, 60_000);

  it('continue where their command was interrupted or killed, without playing any twice', async () => {
    const first = trial.worker();
    const interrupted = trial.lead(60, 'gone.csv');
    await until(async () => (await trial.delivered()) >= 3);
    first.kill('SIGKILL');
    await first.ended;
    // Time to look for what there is.
    await wait(1000);
    interrupted.kill('SIGINT');
    const { code, stderr } = await interrupted.ended;
    const before = await trial.delivered();
    const [, told] = /interrupted after (\d+) of 60 worlds; the same command continues\n$/.exec(stderr) ?? [];
    expect([code, csvParse(trial.textOf('gone.csv')).length]).toEqual([130, Number(told)]);
    expect(Number(told)).toBeGreaterThan(0);
    expect(Number(told)).toBeLessThanOrEqual(before);
    expect(await trial.redis.llen(`${QUEUE}:wait`)).toBe(0);
    const killed = trial.lead(60, 'gone.csv');
    const second = trial.worker();
    await until(async () => (await trial.delivered()) > before);
    killed.kill('SIGKILL');
    await killed.ended;
    expectWhole(await inProcess(...trial.byQueue(60, 'gone.csv')), 60);
    expect(trial.textOf('gone.csv') === alone[60]).toBe(true);
    expect(await trial.endOf(second)).toEqual({ batches: 60 - before, worlds: 60 - before });
  }, 60_000);
});

describe('a worker', () => {
  it('takes over within seconds what a killed worker had begun', async () => {
    const long = ['--network', 'lastfm', '--rounds', '5000', '--worlds', '1', '--batch', '1'];
    const first = trial.worker();
    trial.begin('worlds', ...long, '--queue', trial.server.url);
    await until(async () => (await trial.redis.llen(`${QUEUE}:active`)) === 1);
    trial.worker();
    // The second worker waits for a job.
    await until(async () => /flags=b .*cmd=bzpopmin/.test(String(await trial.redis.client('LIST'))));
    const [job] = await trial.redis.lrange(`${QUEUE}:active`, 0, 0);
    const token = await trial.redis.get(`${QUEUE}:${job}:lock`);
    expect(token).not.toBeNull();
    first.kill('SIGKILL');
    const killed = performance.now();
    await until(async () => ![token, null].includes(await trial.redis.get(`${QUEUE}:${job}:lock`)));
    expect(performance.now() - killed).toBeLessThan(15_000);
  }, 60_000);

  it('refuses worlds of another version, and names both versions', async () => {
    const [now] = await trial.redis.time();
    await trial.redis.zadd('statescope:plans', now, '9.9.9 0123456789ab');
    await trial.redis.lpush('statescope:worlds-9.9.9:wait', 'job');
    const { code, stdout, stderr } = await inProcess('worker', '--queue', trial.server.url);
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      `statescope: ${trial.server.url} has worlds for engine 9.9.9, and this worker is ${ENGINE_VERSION}: it takes none of them\n`,
    ]);
    expect(await trial.redis.llen('statescope:worlds-9.9.9:wait')).toBe(1);
  });
});

describe('a queue', () => {
  it('keeps the first result of a batch, however often it is delivered', async () => {
    const board = new PlanBoard(trial.redis, '0123456789ab');
    const batch = { from: 0, to: 2 };
    await board.deliver(batch, 'first');
    await board.deliver(batch, 'second');
    expect([await board.has(batch), await board.delivered()]).toEqual([true, ['0-2']]);
    expect(await board.results(['0-2', '2-4'])).toEqual(['first', null]);
    await board.clear();
    expect(await trial.redis.keys('*')).toEqual([]);
  });

  it('that is damaged is reported in one line', async () => {
    const [{ plan }] = csvParse(alone[24]);
    await trial.redis.hset(`statescope:results:${plan}`, '0-1', '[[1,2]]');
    const { code, stderr } = await inProcess(...trial.byQueue(24, 'damaged.csv'));
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

  it('that requires a password is reported as such, and so is a wrong password', async () => {
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
  ])('with bad options is refused in one line: %o', async (args, words) => {
    expectLine(await inProcess(...args), words);
  });

  it('takes at most 10,000 batches', async () => {
    const many = ['worlds', ...SETUP, '--worlds', '10001', '--batch', '1', '--queue', trial.server.url];
    const { code, stderr } = await inProcess(...many);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--batch 1 makes 10001 batches')]);
  });
});
