import { Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrderPlayer } from '../../../../../src/cli/commands/worlds/order.ts';
import {
  type Batch,
  listBatchJobs,
  serializeBatchResult,
} from '../../../../../src/cli/commands/worlds/queue/batchResults.ts';
import { PlanBoard, PREFIX } from '../../../../../src/cli/commands/worlds/queue/board.ts';
import {
  BATCH_JOB,
  expireQueueKeys,
  PlanJobs,
  QUEUE as QUEUE_NAME,
} from '../../../../../src/cli/commands/worlds/queue/jobs.ts';
import { unpackWorldsOrder } from '../../../../../src/cli/commands/worlds/queue/payload.ts';
import type { World } from '../../../../../src/engine/worlds/worldCourse.ts';
import { waitInVain } from '../../../../waitInVain.ts';
import { inProcess } from '../../../command.ts';
import { expectWhole, QueueTrial, until } from './queueTrial.ts';

const QUEUE = `${PREFIX}:${QUEUE_NAME}`;

let trial: QueueTrial;
beforeAll(async () => {
  trial = await QueueTrial.start();
}, 60_000);
afterAll(() => trial.end());
afterEach(() => trial.clear());

/** Takes the next job as a worker does that is killed before it has ended it; the job is locked for an hour. */
async function killedHolding() {
  const dead = new Worker(QUEUE_NAME, null, {
    ...{ connection: trial.redis, prefix: PREFIX, lockDuration: 3_600_000 },
  });
  const job = await dead.getNextJob('dead', { block: false });
  await dead.close(true);
  if (job?.id === undefined) throw new Error('no job to hold');
  const { plan, from, to } = BATCH_JOB.parse(job.data);
  return { plan, batch: { from, to }, job: job.id };
}

/** What a batch comes to, as a worker writes it. */
async function playedOf(id: string, batch: Batch): Promise<string> {
  const packed = await new PlanBoard(trial.redis, id).packed();
  if (packed === null) throw new Error(`no plan ${id}`);
  const order = {
    ...unpackWorldsOrder(packed, id),
    root: new URL('../../../../../public/', import.meta.url).href,
  };
  const player = createOrderPlayer(order, {});
  const worlds: World[] = [];
  for (const job of listBatchJobs(order.plan, batch)) worlds.push(await player.play(job));
  return serializeBatchResult(worlds);
}

describe('the contents of a queue', () => {
  it('are gone at the end where a worker was killed between delivery and end, and no other worker intervened', async () => {
    const table = inProcess(...trial.byQueue(24, 'dead.csv'));
    await until(async () => (await trial.redis.llen(`${QUEUE}:wait`)) === 24);
    const { plan, batch, job } = await killedHolding();
    await new PlanBoard(trial.redis, plan).deliver(batch, await playedOf(plan, batch));
    const one = trial.worker();
    expectWhole(await table, 24);
    expect(trial.textOf('dead.csv') === (await trial.alone(24))).toBe(true);
    expect(await trial.endOf(one)).toEqual({ batches: 23, worlds: 23 });
    expect(await trial.keysForGood()).toEqual([]);
    expect(await trial.redis.keys(`*${job}*`)).toEqual([]);
  }, 60_000);

  it('expire after a day where the command was killed, and the worker that held some of them', async () => {
    const killed = trial.lead(24, 'none.csv');
    await until(
      async () =>
        (await trial.redis.llen(`${QUEUE}:wait`)) === 24 && (await trial.keysForGood()).length === 0,
    );
    killed.kill('SIGKILL');
    await killed.ended;
    await killedHolding();
    const next = trial.worker();
    await until(async () => (await trial.delivered()) >= 3);
    next.kill('SIGKILL');
    await next.ended;
    expect((await trial.redis.keys('*')).length).toBeGreaterThan(20);
    // A worker killed within its look for jobs of the dead leaves the list of that look for the next one.
    expect([[], [`${QUEUE}:stalled`]]).toContainEqual(await trial.keysForGood());
    await expireQueueKeys(trial.redis);
    expect(await trial.keysForGood()).toEqual([]);
  }, 60_000);

  it('of one plan are cleared of its jobs, held by any worker, and those of other plans stay', async () => {
    const [batches, mine, theirs] = [
      [0, 2, 4].map(from => ({ from, to: from + 2 })),
      ...['0123456789ab', 'ba9876543210'].map(plan => new PlanJobs(trial.redis, plan)),
    ] as const;
    await mine.add(batches);
    await theirs.add(batches);
    const held = [];
    for (let i = 0; i < 4; i++) held.push((await killedHolding()).job);
    expect(held.map(job => job.slice(0, 3))).toEqual(['012', '012', '012', 'ba9']);
    // As a worker notes that looks for jobs of the dead.
    await trial.redis.sadd(`${QUEUE}:stalled`, ...held);
    await mine.clear(batches);
    expect(await trial.redis.keys('*0123456789ab*')).toEqual([]);
    expect([
      await trial.redis.lrange(`${QUEUE}:active`, 0, -1),
      await trial.redis.smembers(`${QUEUE}:stalled`),
    ]).toEqual([...[[held[3]], [held[3]]]]);
    expect((await trial.redis.keys('*ba9876543210*')).length).toBe(4);
    await theirs.clear(batches);
    expect(await trial.redis.exists(`${QUEUE}:wait`, `${QUEUE}:active`, `${QUEUE}:stalled`)).toBe(0);
    await Promise.all([mine.close(), theirs.close()]);
  });

  it('go soon where a worker had nothing to do, or only the number of a job was left', async () => {
    await trial.redis.lpush(`${QUEUE}:wait`, '0123456789ab-0-1');
    const idle = trial.worker();
    await until(async () => (await trial.redis.exists(`${QUEUE}:wait`)) === 0);
    // Time to look for jobs of the dead.
    await waitInVain(1500);
    idle.kill('SIGKILL');
    await idle.ended;
    expect(await trial.redis.keys('*')).toContain(`${QUEUE}:meta`);
    expect(await trial.redis.keys('*0123456789ab*')).toEqual([]);
    expect(await trial.keysForGood()).toEqual([]);
  }, 60_000);
});
