import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Domain, Random } from '../../src/engine/core/random.ts';
import { RedisServer } from '../cli/commands/worlds/queue/redisServer.ts';
import { started } from './queue/process.ts';
import { QueueWatch } from './queue/watch.ts';

/**
 * Worlds by a queue whose workers are killed at random moments, and whose server is killed once: `npm run bench -- queue [JOBS]
 * [WORKERS] [KILLS] [SEED]`, 500 jobs, 3 workers and 10 kills of each unless told. Prints a line of JSON; ends with 1 where the
 * table is not, byte for byte, that of one process.
 */
const [jobs = 500, workers = 3, kills = 10, seed = 1] = process.argv.slice(2).map(Number);
/** Worlds of a job. */
const BATCH = 5;
/** Milliseconds without the server. */
const AWAY = 2_000;
const SETUP = ['worlds', '--network', 'congress', '--rounds', '100', '--worlds', String(jobs * BATCH)];

const chance = new Random(seed, Domain.profile);
let drawn = 0;
const random = () => chance.unit(drawn++, 0, 0);
const folder = mkdtempSync(join(tmpdir(), 'statescope-queue-'));
const csv = (name: string) => ['--csv', join(folder, `${name}.csv`)];
const textOf = (name: string) => readFileSync(join(folder, `${name}.csv`), 'utf8');
const secondsSince = (begun: number) => Math.round(performance.now() - begun) / 1000;

/** Plays the worlds in one process. @returns seconds */
async function playAlone(): Promise<number> {
  const begun = performance.now();
  const { code, stderr } = await started(...SETUP, '--cores', '1', ...csv('alone')).ended;
  if (code !== 0) throw new Error(stderr);
  return secondsSince(begun);
}

/** A worker that is killed so many times, once each time that its share of the jobs has been delivered, and started again. */
async function keepKilling(url: string, watch: QueueWatch): Promise<number> {
  const begin = () => started('worker', '--queue', url, '--cores', '1');
  let worker = begin();
  for (let kill = 0; kill < kills; kill++) {
    const share = ((kill + random()) / kills) * jobs * 0.95;
    while ((await watch.delivered()) < share) await wait(10);
    await wait(random() * 300);
    worker.kill('SIGKILL');
    await watch.died(worker.pid);
    await worker.ended;
    worker = begin();
  }
  await over;
  worker.kill('SIGINT');
  return (await worker.ended).code ?? 1;
}

const alone = await playAlone();
const server = await RedisServer.start();
const watch = new QueueWatch(server);
const begun = performance.now();
const lead = started(...SETUP, '--batch', String(BATCH), '--queue', server.url, ...csv('queue'));
const over = lead.ended;
const dying = Array.from({ length: workers }, () => keepKilling(server.url, watch));
const half = jobs * (0.3 + 0.4 * random());
while ((await watch.delivered()) < half) await wait(20);
await watch.killServer(AWAY);
const progress = setInterval(
  async () => process.stderr.write(`\r${await watch.delivered()} of ${jobs} `),
  1_000,
);
const { code, stderr } = await over;
clearInterval(progress);
const seconds = secondsSince(begun);
const deliveries = await watch.deliveries();
const codes = await Promise.all(dying);
const keys = await watch.end();
await server.end();
const isSame = code === 0 && textOf('queue') === textOf('alone');
const recovered = watch.recovered.sort((a, b) => a - b);
const line = {
  ...{ jobs, worlds: jobs * BATCH, workers, worker_kills: workers * kills, server_kills: 1, seed },
  ...{ seconds, seconds_of_one_process: alone, deliveries },
  at_work_when_killed: recovered.length,
  seconds_until_delivered_by_another: {
    median: recovered[recovered.length >> 1] ?? null,
    most: recovered.at(-1) ?? null,
  },
  ...{ keys_left: keys.length, same_bytes: isSame },
};
process.stderr.write(`\n${stderr}`);
console.log(JSON.stringify(line));
rmSync(folder, { recursive: true });
process.exitCode = isSame && keys.length === 0 && codes.every(one => one === 0) ? 0 : 1;
