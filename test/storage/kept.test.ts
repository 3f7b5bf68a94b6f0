import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRun, type Loaded } from '../../src/engine/models/openRun.ts';
import type { Oracle } from '../../src/engine/oracle/oracle.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { decodeStoredRecords } from '../../src/storage/records.ts';
import {
  getLastSavedTick,
  handOverToOracle,
  hasMixedOracles,
  restoreSavedRun,
} from '../../src/storage/restoreSavedRun.ts';
import { RunKeeper, type SavingState } from '../../src/storage/runKeeper.ts';
import { assembleSavedRun } from '../../src/storage/savedRun.ts';
import { loadedOf, MODELS } from '../engine/everyModel.ts';
import { mixedAnswers } from '../engine/mixedAnswers.ts';
import { documentText, playTo } from '../engine/play.ts';
import { MemoryFolder } from './memoryFolder.ts';

const CASES = 4 * Number(process.env.LONG ?? 1);
const LAST = 16;
/** Another oracle decides from here on. */
const HANDED = 6;

const oracleOf = (run: Run): Oracle => ({ ...mixedAnswers(run), record: { kind: 'mixed' } });
const keeperOf = (folder: MemoryFolder, run: Run, { setup, files }: Loaded) =>
  new RunKeeper(folder, { run, setup, files, spent: () => null }, null);

/** A run of the usual model before its first tick, and an empty folder. */
async function begun() {
  const [model, part] = MODELS[0];
  const loaded = await loadedOf(model, part, 1);
  return { loaded, folder: new MemoryFolder(), run: createRun(loaded) };
}

/** Plays on to a tick, before or after another oracle took over. */
async function step(run: Run, tick: number, isMixed: boolean): Promise<void> {
  for (let next = run.tick + 1; next <= tick && !run.state.isOver; next++) {
    if (isMixed && next === HANDED) run.handOver();
    await playTo(run, next, isMixed && next >= HANDED ? oracleOf(run) : run.policy);
  }
}

/** The run that is kept in a folder, brought back, and the keeper that goes on with it. */
async function broughtBack(folder: MemoryFolder, loaded: Loaded) {
  const { records, damage, chain } = decodeStoredRecords(await folder.read());
  const kept = assembleSavedRun(records, damage);
  const run = createRun({ ...loaded, setup: kept.setup });
  await playTo(run, 0);
  await restoreSavedRun(run, kept, { before: () => true, after: () => undefined });
  const keeping = { run, setup: kept.setup, files: kept.files, spent: () => null };
  return {
    run,
    kept,
    keeper: new RunKeeper(folder, keeping, { chain, tick: getLastSavedTick(kept), bytes: 0 }),
  };
}

/** Plays on to the end, keeping each tick. */
async function playOn(run: Run, keeper: RunKeeper, isMixed: boolean): Promise<SavingState | null> {
  let kept: SavingState | null = null;
  for (let tick = run.tick + 1; tick <= LAST && !run.state.isOver; tick++) {
    await step(run, tick, isMixed);
    kept = await keeper.write();
  }
  return kept;
}

describe('a saved run', () => {
  it.each(MODELS)(
    'exists after any death of its writer, and continues to the same end: %s, %o',
    async (model, part) => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(1000),
          fc.boolean(),
          fc.array(fc.nat(), { maxLength: 3 }),
          async (seed, isMixed, deaths) => {
            const loaded = await loadedOf(model, part, seed);
            const whole = createRun(loaded);
            for (let tick = whole.tick + 1; tick <= LAST && !whole.state.isOver; tick++)
              await step(whole, tick, isMixed);
            const folder = new MemoryFolder();
            let run = createRun(loaded);
            await playTo(run, 0);
            let keeper = keeperOf(folder, run, loaded);
            for (const death of deaths) {
              await step(run, Math.min(LAST, run.tick + 1 + (death % 4)), isMixed);
              const { tick } = await keeper.write();
              // What was being written when it died.
              const segment = folder.segments.length - 1;
              folder.segments[segment] = Uint8Array.from([
                ...folder.segments[segment],
                40,
                0,
                0,
                0,
                death % 256,
              ]);
              ({ run, keeper } = await broughtBack(folder, loaded));
              expect(run.tick).toBe(tick);
            }
            await playOn(run, keeper, isMixed);
            expect(run.hash).toBe(whole.hash);
            expect(documentText(run)).toBe(documentText(whole));
          },
        ),
        { numRuns: CASES },
      );
    },
  );

  it('on a full disk continues, reports that it is not saved, and is complete again once there is room', async () => {
    const [model, part] = MODELS[0];
    const loaded = await loadedOf(model, part, 1);
    for (let room = 0; room < 2500; room += 53) {
      const folder = new MemoryFolder(room);
      const run = createRun(loaded);
      await playTo(run, 0);
      const keeper = keeperOf(folder, run, loaded);
      const kept = await playOn(run, keeper, true);
      expect(run.tick).toBe(LAST);
      if (kept?.problem === null) continue;
      expect(kept?.problem).toBe('the disk or the browser’s share of it is full');
      const { records, damage } = decodeStoredRecords(await folder.read());
      if (records.some(({ head }) => (head as { kind: string }).kind === 'begun'))
        expect(getLastSavedTick(assembleSavedRun(records, damage))).toBe(kept?.tick);
      folder.room = Number.POSITIVE_INFINITY;
      expect(await keeper.write()).toMatchObject({ tick: LAST, problem: null });
      expect((await broughtBack(folder, loaded)).run.hash).toBe(run.hash);
    }
  });

  it('keeps the user’s files, changes of parameters and who decides', async () => {
    const [model, part] = MODELS[0];
    const loaded = await loadedOf(model, part, 1);
    const files = { memory: [{ name: 'm.json', bytes: Uint8Array.of(1, 2), previous: Uint8Array.of(3) }] };
    const folder = new MemoryFolder();
    const run = createRun(loaded);
    const keeper = keeperOf(folder, run, { ...loaded, files });
    await playTo(run, 2);
    const live = run.model.parameters.find(parameter => parameter.live && parameter.kind === 'number')!;
    run.change(live.name, live.max);
    await playTo(run, 4);
    keeper.decideBy({ kind: 'replay' });
    await keeper.write();
    const { records, damage } = decodeStoredRecords(await folder.read());
    const kept = assembleSavedRun(records, damage);
    expect(kept.files).toEqual(files);
    expect(kept.setup.changes).toEqual([{ tick: 3, name: live.name, value: live.max }]);
    expect(kept.setup.oracle).toEqual({ kind: 'replay' });
    expect(kept.ticks.at(-1)).toMatchObject({ tick: 4, hash: run.hash });
  });

  it('keeps the document that a replay repeats', async () => {
    const { loaded, folder, run } = await begun();
    const recording = { name: 'run.json', bytes: Uint8Array.of(5, 6, 7) };
    await playTo(run, 1);
    await new RunKeeper(folder, { run, ...loaded, recording, spent: () => null }, null).write();
    const { kept } = await broughtBack(folder, loaded);
    expect([kept.recording, kept.files]).toEqual([recording, {}]);
  });

  it('keeps a change that replaces another one', async () => {
    const { loaded, folder, run } = await begun();
    const keeper = keeperOf(folder, run, loaded);
    await playTo(run, 2);
    const live = run.model.parameters.find(parameter => parameter.live && parameter.kind === 'number')!;
    run.change(live.name, live.max);
    await keeper.write();
    run.change(live.name, live.min);
    await playTo(run, 5);
    await keeper.write();
    expect((await broughtBack(folder, loaded)).run.hash).toBe(run.hash);
  });

  it('restores the oracle that was to decide its next round', async () => {
    const { loaded, folder, run } = await begun();
    await playTo(run, 0);
    run.handOver();
    await playTo(run, 4, oracleOf(run));
    const keeper = keeperOf(folder, run, loaded);
    keeper.decideBy({ kind: 'policy' });
    await keeper.write();
    const { run: again, kept } = await broughtBack(folder, loaded);
    expect(hasMixedOracles(kept)).toBe(true);
    expect(handOverToOracle(again, { kind: 'policy' })).toBe(true);
    await playTo(again, 6);
    expect(again.earlierOracles).toEqual([{ until: 4, oracle: { kind: 'mixed' } }]);
  });

  it('is written again into a folder that holds an earlier version of it', async () => {
    const { loaded, folder, run } = await begun();
    await playTo(run, 5);
    await keeperOf(folder, run, loaded).write();
    const { chain } = decodeStoredRecords(await folder.read());
    const keeping = { run, ...loaded, spent: () => null };
    await playTo(run, 7);
    await new RunKeeper(folder, keeping, { chain, tick: null, bytes: 0 }).write();
    const { run: again } = await broughtBack(folder, loaded);
    expect([again.tick, again.hash]).toEqual([7, run.hash]);
  });

  it('reports that it has become another run', async () => {
    const { loaded, folder, run } = await begun();
    await playTo(run, 5);
    await keeperOf(folder, run, loaded).write();
    const other = await loadedOf(...MODELS[0], 2);
    await expect(
      (async () => {
        const { records, damage } = decodeStoredRecords(await folder.read());
        const again = createRun(other);
        await playTo(again, 0);
        await restoreSavedRun(again, assembleSavedRun(records, damage), {
          before: () => true,
          after: () => undefined,
        });
      })(),
    ).rejects.toThrow(/the saved run played differently: hash .{8} instead of .{8}/);
  });
});
