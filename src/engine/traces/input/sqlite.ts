import { InputError } from '../../core/errors.ts';
import { formatGroupedInteger, formatNounCount } from '../../core/formatNounCount.ts';

const TITLE = 'SQLite format 3\0';
/** First bytes of a write-ahead log; the last bit gives the byte order of its checksums. */
const WAL = 0x377f0682;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** True if a file begins like an SQLite database. */
export const isSqliteDatabase = (head: Uint8Array): boolean =>
  head.length >= TITLE.length && [...TITLE].every((sign, index) => head[index] === sign.charCodeAt(0));

/** True if a file begins like the write-ahead log of an SQLite database. */
export const isWriteAheadLog = (head: Uint8Array): boolean =>
  head.length >= 8 &&
  (createBytesView(head).getUint32(0) & ~1) >>> 0 === WAL &&
  createBytesView(head).getUint32(4) === 3_007_000;

const createBytesView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * A database as it is once its write-ahead log is put back: what a program wrote last stands only there while it runs, or
 * was killed. Frames count up to the last that ends a transaction, as long as their salts and checksums are right
 * (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). The result needs no log to be opened.
 * @throws InputError for a log that is of no such database
 */
export function applyWriteAheadLog(database: Uint8Array, log: Uint8Array | undefined): Uint8Array {
  const whole =
    log === undefined || log.length < WAL_HEADER ? database.slice() : restoreDatabasePages(database, log);
  const declaredLength = readDeclaredLength(whole);
  if (declaredLength > whole.length)
    throw new InputError(
      `an SQLite database of which ${formatGroupedInteger(whole.length)} of ${formatGroupedInteger(declaredLength)} bytes are there; it may be cut off`,
    );
  // Versions of reading and writing: 2 would be a database with a separate log.
  if (whole.length > 19) whole.fill(1, 18, 20);
  return whole;
}

/** Bytes in a database according to its header; 0 if that is invalid. */
function readDeclaredLength(database: Uint8Array): number {
  if (database.length < 100) return 0;
  const view = createBytesView(database);
  const size = view.getUint16(16);
  const counts = view.getUint32(24) === view.getUint32(92);
  return counts ? (size === 1 ? 65_536 : size) * view.getUint32(28) : 0;
}

function restoreDatabasePages(database: Uint8Array, log: Uint8Array): Uint8Array {
  if (!isWriteAheadLog(log)) throw new InputError('an unknown kind of write-ahead log');
  const size = createBytesView(log).getUint32(8);
  if (size < 512 || size > 65_536 || (size & (size - 1)) !== 0)
    throw new InputError(`a write-ahead log with pages of ${size} bytes`);
  const { pages, count } = findCommittedPages(log, size);
  // Each page stands in the one or the other.
  if (count !== null && count * size > database.length + log.length)
    throw new InputError(`a write-ahead log that announces ${formatNounCount(count, 'page')} and has fewer`);
  const whole = new Uint8Array(count === null ? database.length : count * size);
  whole.set(database.subarray(0, whole.length));
  for (const [page, at] of pages)
    if (page > 0 && page * size <= whole.length) whole.set(log.subarray(at, at + size), (page - 1) * size);
  return whole;
}

/** Places of the newest pages of whole transactions in a log, and the resulting number of pages of the database. */
function findCommittedPages(log: Uint8Array, size: number) {
  const view = createBytesView(log);
  const sums = new Checksum(view);
  const pages = new Map<number, number>();
  let open = new Map<number, number>();
  let count: number | null = null;
  if (!sums.add(0, 24).matches(24)) return { pages, count };
  for (let at = WAL_HEADER; at + FRAME_HEADER + size <= log.length; at += FRAME_HEADER + size) {
    const isOfLog =
      view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20);
    if (
      !isOfLog ||
      !sums
        .add(at, 8)
        .add(at + FRAME_HEADER, size)
        .matches(at + 16)
    )
      break;
    open.set(view.getUint32(at), at + FRAME_HEADER);
    const committed = view.getUint32(at + 4);
    if (committed === 0) continue;
    for (const [page, place] of open) pages.set(page, place);
    open = new Map();
    count = committed;
  }
  return { pages, count };
}

/** The running checksum of a write-ahead log. */
class Checksum {
  private one = 0;
  private two = 0;
  private readonly isLittle: boolean;

  constructor(private readonly view: DataView) {
    this.isLittle = (view.getUint32(0) & 1) === 0;
  }

  add(from: number, length: number): this {
    for (let at = from; at < from + length; at += 8) {
      this.one = (this.one + this.view.getUint32(at, this.isLittle) + this.two) >>> 0;
      this.two = (this.two + this.view.getUint32(at + 4, this.isLittle) + this.one) >>> 0;
    }
    return this;
  }

  matches(at: number): boolean {
    return this.one === this.view.getUint32(at) && this.two === this.view.getUint32(at + 4);
  }
}
