import * as Comlink from 'comlink';
import { openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { awaitUserActivity } from '../../../../src/ui/controls/preloadOnActivity.ts';
import { findCrashedRun } from '../../../../src/ui/savedRuns/findCrashedRun.ts';
import {
  listSavedRuns,
  readSavedRow,
  removeSavedRow,
  writeSavedRow,
} from '../../../../src/ui/savedRuns/savedRunIndex.ts';
import { CLOSED } from '../../../../src/ui/state/savedRow.ts';
import { waitForRound } from '../../../../src/ui/store/waitForRound.ts';
import { linkedPage, SMALL } from '../../linkedPage.ts';

const DAY = 24 * 3600 * 1000;
const idOf = (age: number) => `${Date.now() - age}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;

/** Puts anything in the place of a row. */
async function putRow(row: unknown): Promise<void> {
  const db = await openDB('statescope-runs', 1, {
    upgrade: made => void made.createObjectStore('runs', { keyPath: 'id' }),
  });
  await db.put('runs', row);
  db.close();
}

async function folders(): Promise<readonly string[]> {
  const runs = await (await navigator.storage.getDirectory()).getDirectoryHandle('runs', { create: true });
  const ids: string[] = [];
  for await (const id of (runs as unknown as { keys(): AsyncIterable<string> }).keys()) ids.push(id);
  return ids;
}

/** A page with a run that is kept up to a round. */
async function kept(rounds: number) {
  const page = linkedPage();
  const { store, commands, client } = page;
  await commands.start(SMALL, 0);
  for (let round = 1; round <= rounds; round++) await commands.step();
  await waitForRound(store, rounds);
  await expect.poll(() => store.getState().kept?.tick, { timeout: 15_000 }).toBe(rounds);
  const id = store.getState().keptAs!;
  await expect.poll(() => readSavedRow(id).then(row => row?.tick), { timeout: 10_000 }).toBe(rounds);
  return { ...page, id, engine: client.api!, hash: store.getState().hash };
}

afterEach(async () => {
  for (const { id } of [...(await listSavedRuns()).rows, ...(await listSavedRuns()).damaged])
    await removeSavedRow(id);
  localStorage.clear();
  sessionStorage.clear();
});

describe('a damaged row', () => {
  it('is listed with the damage, leaves the others as they are, and its run can be opened, exported and deleted', async () => {
    const { commands, store, id, hash, engine } = await kept(3);
    const whole = (await readSavedRow(id))!;
    await commands.reset({ seed: 8 });
    await commands.step();
    await waitForRound(store, 1);
    const { tick: _, ...without } = whole;
    for (const [row, problem] of [
      [without, 'tick is missing'],
      [{ ...whole, setup: { ...whole.setup, model: 'nobody' } }, 'setup cannot be understood'],
      [{ ...whole, view: null }, 'view cannot be understood'],
      [{ ...whole, spark: 'high' }, 'spark cannot be understood'],
      [{ id }, 'name is missing'],
    ] as const) {
      await putRow(row);
      const { rows, damaged } = await commands.listKept();
      expect(damaged).toEqual([{ id, problem }]);
      expect(rows.map(({ setup }) => setup.seed)).not.toContain(7);
    }
    expect((await engine.keptFile(id)).length).toBeGreaterThan(100);
    expect(await commands.openKept(id)).toBe(true);
    expect(store.getState().hash).toBe(hash);
    // Being on the screen it is listed again as it is.
    await expect.poll(() => readSavedRow(id).then(row => row?.tick), { timeout: 10_000 }).toBe(3);
    await commands.reset({ seed: 9 });
    await putRow({ id });
    await expect.poll(() => commands.forgetKept(id).then(folders)).not.toContain(id);
    expect((await commands.listKept()).damaged).toEqual([]);
  });
});

describe('a run that is saved twice at once, by itself and before a reload', () => {
  it('is saved, the second time as the first', async () => {
    const { commands, client } = linkedPage();
    await commands.start(SMALL, 0);
    const id = idOf(0);
    const tell = Comlink.proxy(() => {});
    await expect(Promise.all([1, 2].map(() => client.api!.keep(id, tell, false)))).resolves.toHaveLength(2);
    expect(await client.api!.keptNow()).toMatchObject({ tick: 0, problem: null });
    expect((await client.api!.keptFacts(id)).tick).toBe(0);
  });
});

describe('a file of the browser without a row', () => {
  it('is swept once it is older than a day, unless a tab has it open or a round was played', async () => {
    const { engine, id } = await kept(1);
    const file = await engine.keptFile(id);
    const [old, young, open] = [idOf(2 * DAY), idOf(DAY / 2), idOf(2 * DAY)];
    const played = idOf(2 * DAY);
    await engine.takeKept(played, { name: 'a.statescope', bytes: file });
    for (const made of [old, young, open]) {
      // Cut before its first round.
      let bytes = file.slice(0, -8);
      while ((await engine.takeKept(made, { name: 'a.statescope', bytes })).tick > 0)
        bytes = bytes.slice(0, -8);
      await engine.forgetKept(made);
      await engine.takeKept(made, { name: 'a.statescope', bytes });
    }
    await navigator.locks.request(`statescope-run-${open}`, async () => {
      expect(await engine.sweepKept([id])).toEqual([old]);
    });
    expect(await folders()).toEqual(expect.arrayContaining([young, open, id, played]));
    expect(await folders()).not.toContain(old);
    expect(await engine.sweepKept([id, open])).toEqual([]);
    expect(await engine.sweepKept([id])).toEqual([open]);
    await engine.forgetKept(young);
    await engine.forgetKept(played);
  });
});

describe('a run that a page left properly', () => {
  it('is not mistaken for one that crashed, and its row records the closing', async () => {
    const { commands, id } = await kept(1);
    const row = (await readSavedRow(id))!;
    commands.dispose();
    const other = { ...row, id: idOf(0), touched: Date.now() + 10 };
    await writeSavedRow(other);
    expect(await findCrashedRun('')).toBe(other.id);
    const [left, before] = [Date.now() + 20, Date.now() - DAY];
    localStorage.setItem(CLOSED + other.id, String(left));
    localStorage.setItem(`${CLOSED}gone`, String(before));
    expect(await findCrashedRun('')).not.toBe(other.id);
    expect((await readSavedRow(other.id))?.closed).toBe(left);
    expect(Object.keys(localStorage).filter(key => key.startsWith(CLOSED))).toEqual([]);
    // Opened once more, and nobody closed it.
    await writeSavedRow({ ...other, touched: left + 10 });
    expect(await findCrashedRun('')).toBe(other.id);
  });
});

describe('a run that was replaced by another one', () => {
  it('is closed, and not restored by a reload', async () => {
    const { commands, id } = await kept(1);
    expect(sessionStorage.getItem('statescope-run')).toContain(id);
    await commands.reset();
    expect(sessionStorage.getItem('statescope-run')).toBeNull();
    const isClosed = async () => {
      const { closed, touched } = (await readSavedRow(id))!;
      return (closed ?? 0) >= touched;
    };
    await expect.poll(isClosed, { timeout: 10_000 }).toBe(true);
  });
});

describe('a run that was left before its last rounds were saved', () => {
  it('is played on by the policy to where it stood', async () => {
    const before = await kept(3);
    for (let round = 4; round <= 6; round++) await before.commands.step();
    await waitForRound(before.store, 6);
    const at = { tick: 6, hash: before.store.getState().hash };
    const file = await before.engine.keptFile(before.id);
    const id = idOf(0);
    // As far as it was kept before.
    const { commands, store, client, errors } = linkedPage();
    commands.prepare();
    await client.api!.takeKept(id, { name: 'a.statescope', bytes: upTo(file, 3) });
    await commands.openLeft({ id, isCrash: false, at }, async () => undefined);
    expect([store.getState().head, store.getState().hash]).toEqual([6, at.hash]);
    expect(errors()).toEqual([]);
  });

  it('is counted as it was counted last, though its row does not say so yet; a moment later it does', async () => {
    const { commands, store, id, hash } = await kept(2);
    const counts = () => store.getState().run?.info.config.parameters.cascade_counts;
    await commands.measureBy('cascade_counts', 'reshares_and_replies');
    const parameters = { cascade_counts: 'reshares_and_replies' };
    await expect
      .poll(() => readSavedRow(id).then(row => row?.setup.parameters), { timeout: 10_000 })
      .toEqual(parameters);
    const whole = (await readSavedRow(id))!;
    await commands.reset({ seed: 9 });
    await writeSavedRow({ ...whole, setup: { ...whole.setup, parameters: {} } });
    const at = { tick: 2, hash };
    await commands.openLeft({ id, isCrash: false, at: { ...at, parameters } }, async () => undefined);
    expect([store.getState().hash, counts()]).toEqual([hash, 'reshares_and_replies']);
  });

  it('shows what was selected last, though its row does not say so yet', async () => {
    const { commands, store, id } = await kept(2);
    const whole = (await readSavedRow(id))!;
    store.getState().select({ agents: [3, 5] });
    dispatchEvent(new Event('pagehide'));
    const { at } = JSON.parse(sessionStorage.getItem('statescope-run')!);
    await commands.reset({ seed: 9 });
    await writeSavedRow(whole);
    await commands.openLeft({ id, isCrash: false, at }, async () => undefined);
    expect(store.getState().selection.agents).toEqual([3, 5]);
  });

  it('is reported where its rounds went differently', async () => {
    const { commands, store, id, engine } = await kept(2);
    await commands.reset({ seed: 9 });
    expect(await engine.keptFacts(id)).toMatchObject({ tick: 2 });
    const at = { tick: 4, hash: 'ab'.repeat(32) };
    await commands.openLeft({ id, isCrash: false, at }, async () => undefined);
    expect(store.getState().head).toBe(4);
    expect(store.getState().notices.at(-1)!.text).toMatch(
      /^Of this run 2 rounds had been saved; played again up to round 4, it went differently: hash .{8} instead of abababab\.$/,
    );
  });
});

/** The records of a kept run's file up to that of a tick. */
function upTo(file: Uint8Array, tick: number): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset);
  for (let at = 0; at < file.length; ) {
    const head = view.getUint32(at, true);
    const text = new TextDecoder().decode(file.subarray(at + 16, at + 16 + head));
    at += 16 + head + view.getUint32(at + 4, true);
    if (text.includes(`"kind":"tick","tick":${tick},`)) return file.slice(0, at);
  }
  throw new Error(`there is no record of round ${tick}`);
}

describe('runs of a user in a hurry', () => {
  it('are all listed, though each was left before its row was due', async () => {
    awaitUserActivity();
    dispatchEvent(new Event('keydown'));
    const { store, commands } = linkedPage();
    await commands.start(SMALL, 0);
    const ids: string[] = [];
    for (let run = 0; run < 3; run++) {
      await commands.step();
      await expect.poll(() => store.getState().kept?.tick, { interval: 5 }).toBe(1);
      ids.push(store.getState().keptAs!);
      await commands.newSeed();
    }
    for (const id of ids) await expect.poll(() => readSavedRow(id).then(row => row?.tick)).toBe(1);
  });
});
