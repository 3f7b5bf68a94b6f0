import { writeSync } from 'node:fs';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { FileFolder } from '../../../src/storage/fileFolder.ts';
import { getLastSavedTick, restoreSavedRun } from '../../../src/storage/restoreSavedRun.ts';
import { RunKeeper } from '../../../src/storage/runKeeper.ts';
import { assembleSavedRun, hasStartRecords } from '../../../src/storage/savedRun.ts';
import { readSegmentFolder } from '../../../src/storage/segmentFolder.ts';
import { playTo } from '../../engine/play.ts';
import { CASES, loadedCase, stepCase } from './cases.ts';

/**
 * Plays a run and keeps it after each round until it is over or killed: `node killed.js FOLDER CASE SEED`. Says `back N` once
 * it stands where it was kept, `kept N` when a round is on the disk, `not kept WHY`, and `over N HASH`.
 */
const [, , path, number, seed] = process.argv;
const say = (line: string) => writeSync(1, `${line}\n`);

const loaded = await loadedCase(CASES[Number(number)], Number(seed));
const folder = new FileFolder(path);
const { records, damage, chain, bytes } = await readSegmentFolder(folder);
const kept = hasStartRecords(records) ? assembleSavedRun(records, damage) : null;
const run = createRun(loaded);
await playTo(run, 0);
if (kept !== null) await restoreSavedRun(run, kept, { before: () => true, after: () => undefined });
const keeping = { run, setup: loaded.setup, files: loaded.files, spent: () => null };
const from = { chain, bytes, tick: kept === null ? null : getLastSavedTick(kept) };
const keeper = new RunKeeper(folder, keeping, from);
say(`back ${run.tick}`);
const { rounds } = CASES[Number(number)];
while (run.tick < rounds && !run.state.isOver) {
  await stepCase(run);
  const { tick, problem } = await keeper.write();
  say(problem === null ? `kept ${tick}` : `not kept ${problem}`);
}
say(`over ${run.tick} ${run.hash}`);
