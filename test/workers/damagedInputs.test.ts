import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { encodeStoredRecord } from '../../src/storage/records.ts';
import { formatSegmentName } from '../../src/storage/segmentFolder.ts';
import { readFragment, writeFragment } from '../../src/ui/address/fragment.ts';
import { parseAddress } from '../../src/ui/address/pageAddress.ts';
import type { RemoteEngine } from '../../src/ui/contract/remoteEngine.ts';
import {
  readSavedRow,
  readSavedRows,
  removeSavedRow,
  writeSavedRow,
} from '../../src/ui/savedRuns/savedRunIndex.ts';
import { waitForRound } from '../../src/ui/store/waitForRound.ts';
import { waitInVain } from '../waitInVain.ts';
import { linkedPage, SMALL } from './linkedPage.ts';

/** A page with a run at its sixth round, that run as a file, by records, and as a document. */
interface Tried {
  readonly page: ReturnType<typeof linkedPage>;
  readonly engine: RemoteEngine;
  readonly id: string;
  readonly hashes: readonly string[];
  readonly file: Uint8Array;
  readonly records: readonly Uint8Array[];
  readonly document: string;
  readonly fragment: string;
}

interface Case {
  readonly input: string;
  /** Gives it to the page. @returns what is told of it, where no notice does */
  give(tried: Tried): Promise<unknown>;
  readonly told: RegExp;
  /** The round up to which a kept run is there all the same; absent: the open run stays. */
  readonly round?: number;
}

const ROUNDS = 6;
const LONG = { timeout: 15_000 };
let tried: Tried;
const dropped = (name: string, ...parts: BlobPart[]) =>
  tried.page.commands.openFiles([new File(parts, name)]) as Promise<unknown>;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error: Error) => [error.message],
  );
const problems = async (query: string) => (await parseAddress(query)).problems;
const bytesOf = (...parts: readonly Uint8Array[]) => new Uint8Array(parts.flatMap(part => [...part]));
const changed = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
const records = (from: number, to?: number) => bytesOf(...tried.records.slice(from, to));

/** Opens a kept run that lies in these segments. */
async function openLaid(...segments: readonly (Uint8Array | null)[]): Promise<unknown> {
  const id = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  const root = await navigator.storage.getDirectory();
  const runs = await root.getDirectoryHandle('runs', { create: true });
  const folder = await runs.getDirectoryHandle(id, { create: true });
  for (const [number, segment] of segments.entries()) {
    if (segment === null) continue;
    const handle = await folder.getFileHandle(formatSegmentName(number), { create: true });
    const writable = await handle.createWritable();
    await writable.write(segment as Uint8Array<ArrayBuffer>);
    await writable.close();
  }
  // As if it had been left where the whole one was.
  const row = await readSavedRow(tried.id);
  // Pinned, or it would go as one more copy of the same run.
  if (row !== null) await writeSavedRow({ ...row, id, isPinned: true });
  return tried.page.commands.openKept(id);
}

/** A fragment whose digest fits, of any bytes. */
async function fragmentOf(bytes: Uint8Array): Promise<string> {
  const { computeFnv1aDigest } = await import('../../src/engine/core/hashing/computeFnv1aDigest.ts');
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const binary = String.fromCharCode(...new Uint8Array(await new Response(packed).arrayBuffer()));
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `#files=1.${computeFnv1aDigest(text).toString(36)}.${text}`;
}

async function inOtherTab(work: (id: string) => Promise<unknown>): Promise<unknown> {
  const id = `${Date.now()}-1`;
  await tried.engine.takeKept(id, { name: 'a.statescope', bytes: tried.file });
  return navigator.locks.request(`statescope-run-${id}`, () => work(id));
}

async function refusing(work: () => Promise<unknown>): Promise<unknown> {
  const refuse = () => {
    throw new DOMException('storage is denied', 'SecurityError');
  };
  const spies = [
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(refuse),
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse),
  ];
  await work();
  for (const spy of spies) spy.mockRestore();
  return undefined;
}

const CASES: readonly Case[] = [
  ...Array.from({ length: 10 }, (_, tenth) => ({
    input: `a link whose files are cut after ${tenth} tenths`,
    give: ({ fragment }: Tried) =>
      refusal(readFragment(fragment.slice(0, 9 + Math.floor(((fragment.length - 9) * tenth) / 10)))),
    told: /are damaged: it may have been cut/,
  })),
  {
    input: 'a link with files of a later version',
    give: ({ fragment }) => refusal(readFragment(fragment.replace('#files=1.', '#files=2.'))),
    told: /of version 2; 1 is read/,
  },
  {
    input: 'a link with a changed letter in its files',
    give: ({ fragment }) =>
      refusal(readFragment(fragment.replace(/.$/, letter => (letter === 'A' ? 'B' : 'A')))),
    told: /are damaged/,
  },
  {
    input: 'a link whose files unfold to 20 MB',
    give: async () => refusal(readFragment(await fragmentOf(new Uint8Array(20_000_000).fill(32)))),
    told: /unfold to more than 2 MB/,
  },
  {
    input: 'a link whose files are no files',
    give: async () => refusal(readFragment(await fragmentOf(new TextEncoder().encode('{"network": 7}')))),
    told: /are damaged/,
  },
  {
    input: 'a link with a seed of letters',
    give: () => problems('?seed=abc'),
    told: /seed=abc.*whole number/,
  },
  {
    input: 'a link whose network was cut',
    give: () => problems('?network=small-wor'),
    told: /network=small-wor.*choose/,
  },
  {
    input: 'a link with a change that is none',
    give: () => problems('?change=5:activity'),
    told: /change=5:activity/,
  },
  { input: 'a link with a hash of words', give: () => problems('?hash=none'), told: /hash=none.*digits/ },
  {
    input: 'a saved run’s file that is empty',
    give: () => dropped('a.statescope', ''),
    told: /^a\.statescope is empty\.\n.*\nThe run that was open stays as it was\.$/,
  },
  {
    input: 'a saved run’s file that is cut in its first record',
    give: ({ file }) => dropped('a.statescope', file.slice(0, 60)),
    told: /a\.statescope is not a saved run: nothing of it can be read: segment 0, byte 0: ends in the middle of a record/,
  },
  {
    input: 'a saved run’s file that is cut before it has begun',
    give: () => dropped('a.statescope', records(0, 1) as Uint8Array<ArrayBuffer>),
    told: /a\.statescope is not a saved run/,
  },
  {
    input: 'a saved run’s file with a changed byte at its beginning',
    give: ({ file }) => dropped('a.statescope', changed(file, 40) as Uint8Array<ArrayBuffer>),
    told: /nothing of it can be read: segment 0, byte 0: is not what was written/,
  },
  {
    input: 'a saved run’s file of a later version',
    give: () => {
      const first = encodeStoredRecord({ kind: 'run', version: 2, engine: '9', setup: SMALL });
      return dropped(
        'a.statescope',
        first.bytes,
        encodeStoredRecord({ kind: 'begun' }, undefined, first.chain).bytes,
      );
    },
    told: /it was saved by a later version of Statescope/,
  },
  {
    input: 'a saved run’s file with a set-up that is none',
    give: () => {
      const first = encodeStoredRecord({
        kind: 'run',
        version: 1,
        engine: '9',
        setup: { ...SMALL, agents: 'many' },
      });
      return dropped(
        'a.statescope',
        first.bytes,
        encodeStoredRecord({ kind: 'begun' }, undefined, first.chain).bytes,
      );
    },
    told: /agents/,
  },
  {
    input: 'a saved run’s file that is cut later on',
    give: ({ file }) => dropped('a.statescope', file.slice(0, file.length - 10) as Uint8Array<ArrayBuffer>),
    told: /^Of this run 5 rounds could be brought back.*ends in the middle of a record\)\.$/,
    round: 5,
  },
  {
    input: 'a kept run whose first segment is missing',
    give: () => openLaid(null, records(4)),
    told: /nothing of it can be read: segment 0, byte 0: is not what was written/,
  },
  {
    input: 'a kept run whose first segment is cut',
    give: () => openLaid(records(0, 1).slice(0, -5), records(1)),
    told: /nothing of it can be read/,
  },
  {
    input: 'a kept run of empty segments',
    give: () => openLaid(new Uint8Array(), new Uint8Array()),
    told: /nothing of it can be read/,
  },
  {
    input: 'a kept run whose second segment is missing',
    give: () => openLaid(records(0, 4), null, records(6)),
    told: /^Of this run 2 rounds could be brought back.*segment 1, byte 0: is not what was written\)\.$/,
    round: 2,
  },
  {
    input: 'a kept run whose second and third segments are swapped',
    give: () => openLaid(records(0, 4), records(6), records(4, 6)),
    told: /^Of this run 4 rounds could be brought back, and it was left at Round 6\.$/,
    round: 4,
  },
  {
    input: 'a kept run whose last segment is cut',
    give: () => openLaid(records(0, 5), records(5).slice(0, -3)),
    told: /^Of this run 5 rounds could be brought back.*segment 1.*ends in the middle of a record\)\.$/,
    round: 5,
  },
  {
    input: 'a kept run with a changed byte in its second segment',
    give: () => openLaid(records(0, 4), changed(records(4), 30)),
    told: /^Of this run 2 rounds could be brought back.*segment 1, byte 0: is not what was written\)\.$/,
    round: 2,
  },
  {
    input: 'a kept run that is open in another tab',
    give: ({ page }) => inOtherTab(id => page.commands.openKept(id)),
    told: /this run is open in another tab/,
  },
  {
    input: 'a kept run that is deleted while another tab has it',
    give: ({ page }) => inOtherTab(id => page.commands.forgetKept(id)),
    told: /this run is open in another tab/,
  },
  {
    input: 'a window that denies storage, asked for the list',
    give: ({ page }) => refusing(() => page.commands.listKept()),
    told: /storage is denied/,
  },
  {
    input: 'a window that denies storage, before a reload for a host',
    give: ({ page }) => refusing(() => page.commands.reach(['http://b:2'], 'look')),
    told: /The run could not be saved \(.*storage is denied.*\), so the page was not reloaded/,
  },
  {
    input: 'a document that is cut',
    give: ({ document }) => dropped('run.json', document.slice(0, document.length >> 1)),
    told: /^run\.json[^\n]+$/,
  },
  {
    input: 'a document of a later version',
    give: ({ document }) => dropped('run.json', document.replace('"version": 3', '"version": 4')),
    told: /run\.json.*version/,
  },
  {
    input: 'a document whose set-up has another type',
    give: ({ document }) => dropped('run.json', document.replace('"agents":30,', '"agents":"many",')),
    told: /run\.json.*agents/,
  },
  {
    input: 'a file of noise',
    give: () =>
      dropped(
        'noise.bin',
        Uint8Array.from({ length: 500 }, (_, i) => (i * 97) % 251),
      ),
    told: /^noise\.bin .*\n.*\nThe run that was open stays as it was\.$/,
  },
];

beforeAll(async () => {
  const page = linkedPage(false);
  await page.commands.start(SMALL, 0);
  const engine = page.client.api!;
  const hashes: string[] = [];
  const { getState } = page.store;
  for (let round = 1; round <= ROUNDS; round++) {
    await page.commands.step();
    await waitForRound(page.store, round);
    hashes[round] = getState().hash;
    if (round === 1) await vi.waitFor(() => expect(getState().kept?.tick).toBe(1), LONG);
    await engine.keptNow();
  }
  const id = getState().keptAs!;
  await vi.waitFor(async () => expect((await readSavedRow(id))?.tick).toBe(ROUNDS), LONG);
  const file = await engine.keptFile(id);
  const { parts } = await engine.exportDocument(null);
  const files = { network: [{ name: 'a.txt', bytes: new TextEncoder().encode('a b\nb c\n') }] };
  tried = {
    ...{ page, engine, id, hashes, file, records: split(file) },
    document: await new Blob([...parts] as BlobPart[]).text(),
    fragment: (await writeFragment(files)) ?? '',
  };
}, 60_000);

afterAll(async () => {
  tried.page.dispose();
  for (const { id } of await readSavedRows()) await removeSavedRow(id);
});

describe(`${CASES.length} damaged inputs`, () => {
  it('are at least thirty', () => expect(CASES.length).toBeGreaterThanOrEqual(30));

  it.each(CASES)('$input gives one clear message', async ({ give, told, round }) => {
    const { page, id, hashes } = tried;
    const { getState, setState } = page.store;
    setState({ notices: [] });
    const given = await give(tried);
    const readLines = () => [
      ...(Array.isArray(given) ? given : []),
      ...getState().notices.map(({ text }) => text),
    ];
    await expect.poll(readLines).not.toEqual([]);
    // A second line would come a moment later.
    await waitInVain(30);
    const lines = readLines();
    expect(lines).toEqual([expect.stringMatching(told)]);
    expect(lines[0].length).toBeLessThan(400);
    const { head, hash, keptAs } = getState();
    expect([head, hash]).toEqual([round ?? ROUNDS, hashes[round ?? ROUNDS]]);
    if (round === undefined) return expect(keptAs).toBe(id);
    // The run that it was given in the place of is there as it was.
    expect(await page.commands.openKept(id)).toBe(true);
    await waitForRound(page.store, ROUNDS);
    expect(getState().hash).toBe(hashes[ROUNDS]);
  });
});

/** The records of a kept run's file. */
function split(file: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset);
  const all: Uint8Array[] = [];
  for (let at = 0; at < file.length; ) {
    const end = at + 16 + view.getUint32(at, true) + view.getUint32(at + 4, true);
    all.push(file.slice(at, end));
    at = end;
  }
  return all;
}
