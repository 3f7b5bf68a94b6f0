import { zipSync } from 'fflate';
import initSqlJs from 'sql.js/dist/sql-wasm-inline.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTraceReader } from '../../../../src/engine/traces/createTraceReader.ts';
import {
  applyWriteAheadLog,
  isSqliteDatabase,
  isWriteAheadLog,
} from '../../../../src/engine/traces/input/sqlite.ts';
import { totals } from '../fixture.ts';
import { expectedOf, expectSteps, filesAt } from './expected.ts';

interface Exported {
  readonly info: Readonly<Record<string, unknown>>;
  readonly messages: readonly {
    readonly info: Readonly<Record<string, unknown>>;
    readonly parts: readonly Readonly<Record<string, unknown>>[];
  }[];
}

const MAIN = 'ses_de0e44609ffeu308LsS3Eu4lkA';
const SUB = 'ses_de0e3ddd0ffeUd6Z2tQCcL6NmC';
/** Tables as opencode's published schema has them, with the columns that are read and a few more. */
const SCHEMA = [
  'CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, slug TEXT, directory TEXT, title TEXT, version TEXT, time_created INTEGER, time_updated INTEGER)',
  'CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER, time_updated INTEGER, data TEXT NOT NULL)',
  'CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, time_created INTEGER, time_updated INTEGER, data TEXT NOT NULL)',
];

const without = (value: Readonly<Record<string, unknown>>, ...keys: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))));

/** What a sub-agent's session holds: the last two answers of the main one under another id. */
function subOf({ messages }: Exported): Exported {
  const own = messages.slice(-2).map(({ info, parts }) => ({
    info: { ...info, id: String(info.id).replace('msg_2', 'msg_3') },
    parts: parts.map(part => ({ ...part, id: String(part.id).replace('prt_2', 'prt_3') })),
  }));
  return { info: { id: SUB, parentID: MAIN }, messages: own };
}

/** A database without anything in it, and with the sessions. */
async function databases(): Promise<{ readonly empty: Uint8Array; readonly full: Uint8Array }> {
  const { Database } = await initSqlJs();
  const main = JSON.parse(
    new TextDecoder().decode(Object.values(filesAt('agents/opencode/export.json'))[0]),
  ) as Exported;
  const database = new Database();
  for (const table of SCHEMA) database.run(table);
  const empty = database.export();
  for (const { info, messages } of [subOf(main), main]) {
    const session = String(info.id);
    database.run('INSERT INTO session (id, project_id, parent_id) VALUES (?, ?, ?)', [
      ...[session, 'p', info.parentID ?? null],
    ]);
    // Whatever order the rows were written in.
    for (const { info: message, parts } of messages.toReversed()) {
      const data = without(message, 'id', 'sessionID');
      database.run('INSERT INTO message VALUES (?, ?, ?, ?, ?)', [message.id, session, 0, 0, data]);
      for (const part of parts.toReversed())
        database.run('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)', [
          ...[part.id, message.id, session, 0, 0, without(part, 'id', 'sessionID', 'messageID')],
        ]);
    }
  }
  const full = database.export();
  database.close();
  return { empty, full };
}

/**
 * A write-ahead log of the pages of a database: a frame each, in the order of bytes that `isBig` tells.
 * @param told pages that the database has at the end; 0: the transaction does not end
 * @param first number of the first page
 */
function logOf(database: Uint8Array, isBig: boolean, told?: number, first = 1): Uint8Array {
  const size = new DataView(database.buffer, database.byteOffset).getUint16(16);
  const count = database.length / size;
  const log = new Uint8Array(32 + count * (24 + size));
  const view = new DataView(log.buffer);
  let [one, two] = [0, 0];
  const sum = (from: number, length: number) => {
    for (let at = from; at < from + length; at += 8) {
      one = (one + view.getUint32(at, !isBig) + two) >>> 0;
      two = (two + view.getUint32(at + 4, !isBig) + one) >>> 0;
    }
  };
  const write = (at: number, ...values: readonly number[]) => {
    for (const [index, value] of values.entries()) view.setUint32(at + index * 4, value);
  };
  write(0, 0x377f0682 + (isBig ? 1 : 0), 3_007_000, size, 0, 7, 8);
  sum(0, 24);
  write(24, one, two);
  for (let page = 1; page <= count; page++) {
    const at = 32 + (page - 1) * (24 + size);
    write(at, page - 1 + first, page === count ? (told ?? count) : 0, 7, 8);
    log.set(database.subarray((page - 1) * size, page * size), at + 24);
    sum(at, 8);
    sum(at + 24, size);
    write(at + 16, one, two);
  }
  return log;
}

async function read(files: Readonly<Record<string, Uint8Array>>) {
  const reader = createTraceReader();
  for (const [name, bytes] of Object.entries(files)) {
    const file = reader.open(name);
    for (let at = 0; at < bytes.length; at += 65_536) file.write(bytes.subarray(at, at + 65_536));
    file.end();
  }
  return reader.ending(async () => {});
}

describe('databases of opencode', () => {
  let empty: Uint8Array;
  let full: Uint8Array;
  beforeAll(async () => {
    ({ empty, full } = await databases());
  });

  it('hold sessions with every step and token', async () => {
    const { cases, skipped, found } = await read({ 'opencode.db': full });
    expect(skipped).toEqual([]);
    expect(found).toMatchObject([{ format: 'opencode', cases: 2 }]);
    const main = cases.find(({ id }) => id === MAIN);
    const sub = cases.find(({ id }) => id === SUB);
    expectSteps(main?.steps ?? [], expectedOf('opencode', 'export.json').steps);
    expect(sub).toMatchObject({ parent: MAIN, labels: { agent: 'general' } });
    expect(totals(cases)).toMatchObject({ tokensIn: 79_616 + 47_101, tokensOut: 416 + 101 });
  });

  it.each([true, false])(
    'are read with what their write-ahead log adds, in either order of bytes: %s',
    async isBig => {
      const expected = (await read({ 'opencode.db': full })).cases;
      const log = logOf(full, isBig);
      for (const files of [
        { 'a/opencode.db': empty, 'a/opencode.db-wal': log },
        { 'a/opencode.db-wal': log, 'a/opencode.db': empty },
      ]) {
        const { cases, skipped } = await read(files);
        expect(cases).toEqual(expected);
        expect(skipped).toEqual([]);
      }
    },
  );

  it('are as they were before a transaction that did not end, and before a frame that is broken', () => {
    const broken = logOf(full, true);
    broken[40_000] ^= 1;
    for (const log of [logOf(full, true, 0), broken, logOf(full, true).subarray(0, 20)]) {
      const whole = applyWriteAheadLog(empty, log);
      expect(whole.length).toBe(empty.length);
      expect([whole[18], whole[19]]).toEqual([1, 1]);
    }
    expect(isSqliteDatabase(empty)).toBe(true);
    expect(isWriteAheadLog(broken)).toBe(true);
    expect(isWriteAheadLog(empty)).toBe(false);
  });

  it('are reported as unread where they are broken, or of another program', async () => {
    const { Database } = await initSqlJs();
    const other = new Database();
    other.run('CREATE TABLE birds (name TEXT)');
    const { cases, skipped } = await read({
      ...{ 'cut.db': full.subarray(0, 60), 'other.db': other.export(), 'lone.db-wal': logOf(empty, true) },
      'half.db': full.subarray(0, full.length / 2),
    });
    expect(cases).toEqual([]);
    expect(skipped.map(({ file, reason }) => [file, reason])).toEqual([
      ['cut.db', expect.stringMatching(/^an SQLite database that cannot be read: /)],
      ['other.db', "an SQLite database without opencode's tables session, message, part"],
      [
        'lone.db-wal',
        expect.stringMatching(/^the write-ahead log of an SQLite database, which has to be opened/),
      ],
      [
        'half.db',
        expect.stringMatching(
          /^an SQLite database of which [\d,]+ of [\d,]+ bytes are there; it may be cut off$/,
        ),
      ],
    ]);
  });

  it('end in one line where a log claims more pages than there are, or none', async () => {
    const reasonOf = async (log: Uint8Array) => {
      const { cases, skipped } = await read({ 'a.db': empty, 'a.db-wal': log });
      expect(cases).toEqual([]);
      return skipped.find(({ file }) => file === 'a.db')?.reason;
    };
    for (const told of [1_000, 0xffff_ffff])
      expect(await reasonOf(logOf(full, true, told))).toMatch(
        /^a write-ahead log that announces [\d,]+ pages/,
      );
    expect(await reasonOf(logOf(full, true, undefined, 0))).toMatch(/^an SQLite database/);
  });

  it('end in one line cut off in any place, and in archives within archives as well', async () => {
    for (const length of [16, 19, 20, 28, 99, 100, 101, 512, 4_095, 4_096, 4_097, full.length - 1]) {
      const { cases, skipped } = await read({ 'cut.db': full.subarray(0, length) });
      expect(cases).toEqual([]);
      expect(skipped).toMatchObject([
        { file: 'cut.db', reason: expect.stringMatching(/^an SQLite database/) },
      ]);
    }
    const inner = zipSync({ 'data/opencode.db': full });
    const { cases, skipped } = await read({ 'outer.zip': zipSync({ 'inner.zip': inner }) });
    expect(skipped).toEqual([]);
    expect(cases.map(({ id }) => id).sort()).toEqual([MAIN, SUB].sort());
    const cut = await read({ 'outer.zip': zipSync({ 'inner.zip': inner.subarray(0, inner.length / 2) }) });
    expect(cut.cases).toEqual([]);
    for (const { file, reason } of cut.skipped) {
      expect(file).toMatch(/^outer\.zip/);
      expect(reason).not.toContain('\n');
    }
    expect(cut.skipped.length).toBeGreaterThan(0);
  });

  it('are reported where no reader waits for them', () => {
    const reader = createTraceReader();
    const file = reader.open('opencode.db');
    file.write(full);
    file.end();
    expect(reader.end().skipped).toMatchObject([{ file: 'opencode.db' }]);
  });
});
