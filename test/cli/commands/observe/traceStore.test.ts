import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TraceStore } from '../../../../src/cli/commands/observe/traceStore.ts';

const WIDE = { file: 1e9, inAll: 1e9 };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statescope-'));
});
afterEach(() => rm(folder, { recursive: true }));
const first = () => join(folder, 'traces-000001.jsonl');

describe('the store of traces', () => {
  it('has on the disk what it has acknowledged, in the order in which it came', async () => {
    const store = await TraceStore.open(folder, WIDE);
    await Promise.all([store.append(['{"a":1}', '{"a":2}']), store.append(['{"a":3}']), store.append([])]);
    expect(await readFile(first(), 'utf8')).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
    expect(store.received).toBe(24);
    await store.close();
  });

  it.each([
    ['a part of a line', '{"a":', '{"a":1}\n'],
    ['nothing', '', '{"a":1}\n'],
  ])('continues after %s that a crash has left', async (_, left, whole) => {
    await writeFile(first(), `{"a":1}\n${left}`);
    const store = await TraceStore.open(folder, WIDE);
    expect(await readFile(first(), 'utf8')).toBe(whole);
    await store.append(['{"a":2}']);
    await store.close();
    expect(await readFile(first(), 'utf8')).toBe('{"a":1}\n{"a":2}\n');
  });

  it('refuses a folder that another process receives into, and takes one that a dead process has left', async () => {
    await writeFile(join(folder, 'lock'), String(process.ppid));
    await expect(TraceStore.open(folder, WIDE)).rejects.toThrow(
      `${folder} is being written by process ${process.ppid}`,
    );
    // Numbers of processes do not go so far.
    await writeFile(join(folder, 'lock'), '99999999');
    const store = await TraceStore.open(folder, WIDE);
    expect(await readFile(join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid}( \\d+)?$`));
    await store.close();
    expect(await readdir(folder)).toEqual(['traces-000001.jsonl']);
  });

  it('empties a file that is the beginning of one line alone, however long', async () => {
    await writeFile(first(), 'x'.repeat(200_000));
    const store = await TraceStore.open(folder, WIDE);
    expect(store.bytes).toBe(0);
    await store.close();
  });

  it('starts another file when one is full, drops the oldest, and counts what it dropped', async () => {
    const store = await TraceStore.open(folder, { file: 10, inAll: 40 });
    for (let i = 0; i < 9; i++) await store.append([`{"a":${i}${i}${i}}`]);
    expect(store.bytes).toBeLessThanOrEqual(50);
    expect(store.received).toBe(9 * 10);
    expect(store.gone).toBe(store.received - store.bytes);
    expect((await readdir(folder)).sort().at(0)).not.toBe('traces-000001.jsonl');
    await store.close();
    const again = await TraceStore.open(folder, { file: 10, inAll: 40 });
    expect(again.segments.map(({ path }) => path)).toEqual(store.segments.map(({ path }) => path));
    await again.close();
  });

  it('ignores other files, and reports why a folder cannot be used', async () => {
    await appendFile(join(folder, 'notes.txt'), 'mine');
    const store = await TraceStore.open(folder, WIDE);
    expect(store.segments).toHaveLength(1);
    await store.close();
    await expect(TraceStore.open(join(folder, 'notes.txt'), WIDE)).rejects.toThrow(
      /^cannot keep traces in .*notes\.txt/,
    );
  });

  it('acknowledges nothing that goes into a file which was removed, and goes on where its folder is there', async () => {
    const store = await TraceStore.open(folder, WIDE);
    await store.append(['{"a":1}']);
    await rm(first());
    await expect(store.append(['{"a":2}'])).rejects.toThrow(`${first()} was removed while it was written`);
    expect([store.bytes, store.gone]).toEqual([0, 8]);
    await store.append(['{"a":3}']);
    expect(await readFile(first(), 'utf8')).toBe('{"a":3}\n');
    await rm(folder, { recursive: true });
    await expect(store.append(['{"a":4}'])).rejects.toThrow('was removed');
    await expect(store.append(['{"a":5}'])).rejects.toThrow('was removed');
    await mkdir(folder);
    await expect(store.append(['{"a":6}'])).rejects.toThrow('was removed');
    await store.append(['{"a":7}']);
    expect(await readFile(first(), 'utf8')).toBe('{"a":7}\n');
    await store.close();
  });

  it('neither follows, cuts nor fills the file behind a link', async () => {
    const other = await mkdtemp(join(tmpdir(), 'statescope-other-'));
    await writeFile(join(other, 'mine.txt'), 'my text without an end');
    await symlink(join(other, 'mine.txt'), first());
    await expect(TraceStore.open(folder, WIDE)).rejects.toThrow(`${first()} is not a plain file`);
    expect(await readFile(join(other, 'mine.txt'), 'utf8')).toBe('my text without an end');
    expect(await readdir(folder)).toEqual(['traces-000001.jsonl']);
    await rm(other, { recursive: true });
  });
});
