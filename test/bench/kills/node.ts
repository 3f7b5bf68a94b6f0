import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { playTo } from '../../engine/play.ts';
import { CASES, loadedCase, stepCase } from './cases.ts';
import { newTally, type Tally } from './tally.ts';

/** Most kills of a run; then it plays to its end. */
const A_RUN = 7;
/** Most milliseconds that one plays before it is killed. */
const MAX__LENGTH = 250;

/** What a process said before it ended. */
interface Session {
  readonly back: number | null;
  /** The last round that was said to be kept. */
  readonly kept: number;
  readonly over: string | null;
  readonly problem: string | null;
}

interface Player {
  readonly program: string;
  readonly folder: string;
  readonly number: number;
  readonly seed: number;
}

/**
 * Lets a process play, and kills it.
 * @param after milliseconds from its start, or from when it goes on; null: never @param blocks most of 512 bytes that a file may have
 */
function played(
  player: Player,
  after: { readonly from: 'start' | 'back'; readonly ms: number } | null,
  blocks = 0,
) {
  const { program, folder, number, seed } = player;
  const args = [program, folder, String(number), String(seed)];
  const child =
    blocks === 0
      ? spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      : spawn('/bin/sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, ...args], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
  let text = '';
  const kill = () => setTimeout(() => child.kill('SIGKILL'), after?.ms);
  if (after?.from === 'start') kill();
  child.stdout.on('data', chunk => {
    const isFirst = text === '';
    text += chunk;
    if (isFirst && after?.from === 'back') kill();
  });
  return new Promise<Session>(resolve => child.on('close', () => resolve(sessionOf(text))));
}

/** A line that was cut off was not said. */
function sessionOf(text: string): Session {
  const lines = text.split('\n').slice(0, -1);
  const last = (word: string) => lines.findLast(line => line.startsWith(`${word} `))?.slice(word.length + 1);
  const back = last('back');
  return {
    back: back === undefined ? null : Number(back),
    kept: Number(last('kept') ?? -1),
    over: last('over')?.split(' ')[1] ?? null,
    problem: last('not kept') ?? null,
  };
}

async function hashOf(number: number, seed: number): Promise<string> {
  const run = createRun(await loadedCase(CASES[number], seed));
  await playTo(run, 0);
  while (run.tick < CASES[number].rounds && !run.state.isOver) await stepCase(run);
  return run.hash;
}

/** Kills processes of all models at random moments, each run until its end. @param random numbers from 0 to 1 */
export async function killProcesses(program: string, kills: number, random: () => number): Promise<Tally> {
  const tally = newTally('Node');
  for (let seed = 1; tally.kills < kills; seed++) {
    const number = (seed - 1) % CASES.length;
    const folder = mkdtempSync(join(tmpdir(), 'statescope-kills-'));
    const player = { program, folder, number, seed };
    let acknowledged = 0;
    const most = Math.min(kills, tally.kills + A_RUN);
    for (let over: string | null = null; over === null; ) {
      const isKilled = tally.kills < most;
      const from = random() < 0.15 ? 'start' : 'back';
      const session = await played(player, isKilled ? { from, ms: random() * MAX__LENGTH } : null);
      over = session.over;
      tally.add(session, acknowledged, over === null);
      acknowledged = Math.max(acknowledged, session.kept);
      if (over !== null) tally.end(CASES[number].model, over === (await hashOf(number, seed)));
    }
    rmSync(folder, { recursive: true });
    process.stderr.write(`\r${tally.words()}  `);
  }
  process.stderr.write('\n');
  return tally;
}

/** A disk that fills up, then has room again; and a byte of the newest whole segment that is another one. */
export async function hurtFolders(program: string): Promise<readonly object[]> {
  const told: object[] = [];
  for (const number of CASES.keys()) {
    const folder = mkdtempSync(join(tmpdir(), 'statescope-kills-'));
    const player = { program, folder, number, seed: 77 };
    const whole = await hashOf(number, 77);
    const full = await played(player, null, 8);
    const after = await played(player, { from: 'back', ms: 30 });
    const fullDisk = { said: full.problem, kept: full.kept, back: after.back, lost: lostOf(full, after) };
    const segment = readdirSync(folder)
      .filter(name => name.endsWith('.segment'))
      .sort()[0];
    const bytes = readFileSync(join(folder, segment));
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(join(folder, segment), bytes);
    const resumed = await played(player, null);
    const corrupted = { kept: full.kept, back: resumed.back, same: resumed.over === whole };
    told.push({ model: CASES[number].model, fullDisk, corrupted });
    rmSync(folder, { recursive: true });
  }
  return told;
}

const lostOf = ({ kept }: Session, { back }: Session): number => Math.max(0, kept - (back ?? 0));
