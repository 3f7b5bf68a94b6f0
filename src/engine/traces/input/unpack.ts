import { Gunzip, Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';

/** Decodes the bytes of a file into text: UTF-8, or UTF-16 if a mark at its beginning says so. Never fails. */
export class Decoded {
  private decoder: TextDecoder | null = null;
  private head: Uint8Array = new Uint8Array(0);

  /** The text of the next bytes. */
  write(bytes: Uint8Array): string {
    if (this.decoder !== null) return this.decoder.decode(bytes, { stream: true });
    this.head = concatBytes(this.head, bytes);
    return this.head.length < 2 ? '' : this.begin();
  }

  /** The rest at the end. */
  end(): string {
    const text = this.decoder === null ? this.begin() : '';
    return text + (this.decoder?.decode() ?? '');
  }

  private begin(): string {
    const [first, second] = this.head;
    const wide =
      first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
    this.decoder = new TextDecoder(wide ?? 'utf-8');
    return this.decoder.decode(this.head, { stream: true });
  }
}

/** Bytes after each other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

/** Gets the bytes of one file, unpacked. */
export interface ByteReader {
  write(bytes: Uint8Array): void;
  end(): void;
}

/** Receives the content of a packed file. */
export interface UnpackSink {
  /** @param name of a file in an archive behind that of the archive */
  open(name: string): ByteReader;
  skip(file: string, reason: string): void;
  /** Bytes that may be unpacked in all, and how many of them still may. */
  readonly most: number;
  left: number;
  /** True once nothing more should be unpacked. */
  isFull: boolean;
}

/** Bytes that the packed files of one reading hold, unpacked, at most: as much as is read of files that are not packed. */
export const MAX_UNPACKED_BYTES = 2_000_000_000;

/** Bytes that are unpacked at a time: what packs best becomes a thousand times as many. */
const UNPACK_BYTES = 16 * 1024;

/** Archives within archives that are opened. */
const DEEPEST_ARCHIVE = 2;

/** Unpacks a file if its first bytes say that it is packed: gzip, or a zip archive; nested ones as well. */
export class Unpack implements ByteReader {
  private head: Uint8Array = new Uint8Array(0);
  private into: ByteReader | null = null;

  constructor(
    private readonly name: string,
    private readonly sink: UnpackSink,
    private readonly depth = 0,
  ) {}

  write(bytes: Uint8Array): void {
    if (this.into !== null) {
      this.into.write(bytes);
      return;
    }
    this.head = concatBytes(this.head, bytes);
    if (this.head.length >= 4) this.begin();
  }

  end(): void {
    if (this.into === null) this.begin();
    this.into?.end();
  }

  private begin(): void {
    this.into = this.opened();
    this.into.write(this.head);
    this.head = new Uint8Array(0);
  }

  private opened(): ByteReader {
    const [a, b, c, d] = this.head;
    const packed =
      a === 0x1f && b === 0x8b
        ? createGunzipReader
        : a === 0x50 && b === 0x4b && c <= 6 && d <= 7
          ? createUnzipReader
          : null;
    if (packed === null) return this.sink.open(this.name);
    if (this.depth < DEEPEST_ARCHIVE) return packed(this.name, this.sink, this.depth + 1);
    this.sink.skip(this.name, `packed more than ${DEEPEST_ARCHIVE} times over`);
    return { write: () => {}, end: () => {} };
  }
}

/** Passes on what has been unpacked. @throws Error once that is more than is read */
function passUnpackedBytes(bytes: Uint8Array, inner: ByteReader, sink: UnpackSink): void {
  inner.write(bytes.subarray(0, Math.max(0, sink.left)));
  sink.left -= bytes.length;
  if (sink.left < 0) throw new Error(`more than ${sink.most / 1e6} MB in all; what comes after is not read`);
}

function feedInChunks(bytes: Uint8Array, take: (piece: Uint8Array) => unknown): void {
  for (let at = 0; at < bytes.length; at += UNPACK_BYTES) take(bytes.subarray(at, at + UNPACK_BYTES));
}

/** Says why a file could not be unpacked; that too much was, once for all that comes after. */
function reportUnpackError(sink: UnpackSink, name: string, error: unknown): void {
  const isTooMuch = sink.left < 0;
  if (!isTooMuch || !sink.isFull)
    sink.skip(name, `cannot be unpacked: ${error instanceof Error ? error.message : error}`);
  sink.isFull ||= isTooMuch;
}

/** Message about a file that was read as far as it goes. */
const CUT = 'ends too early or was changed: it was read as far as it goes';

function createGunzipReader(name: string, sink: UnpackSink, depth: number): ByteReader {
  const inner = new Unpack(name.replace(/\.gz$/i, ''), sink, depth);
  let broken = false;
  let count = 0;
  let tail: Uint8Array = new Uint8Array(0);
  const gunzip = new Gunzip(bytes => {
    count += bytes.length;
    passUnpackedBytes(bytes, inner, sink);
  });
  gunzip.onmember = () => {
    count = 0;
  };
  const push = (bytes: Uint8Array, last: boolean): void => {
    if (broken) return;
    try {
      feedInChunks(bytes, piece => gunzip.push(piece, false));
      if (last) gunzip.push(new Uint8Array(0), true);
    } catch (error) {
      broken = true;
      reportUnpackError(sink, name, error);
    }
  };
  return {
    write: bytes => {
      tail = concatBytes(tail, bytes.subarray(-4)).slice(-4);
      // The library keeps parts of what it is given.
      push(bytes.slice(), false);
    },
    end: () => {
      push(new Uint8Array(0), true);
      if (!broken && count % 0x1_0000_0000 !== readGzipLength(tail)) sink.skip(name, CUT);
      inner.end();
    },
  };
}

/** Length in the last four bytes of a gzip file, modulo 2^32. */
const readGzipLength = (tail: Uint8Array): number =>
  tail.length < 4 ? -1 : new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);

/** Additional entries in a Mac's archives. */
const NO_CONTENT = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;
/** The first files of documents that Office programs write. */
const OFFICE = /^(?:\[Content_Types\]\.xml|mimetype)$/;

/** Ways in which the files of a zip archive may be packed, and are read: not at all, or by Deflate. */
const UNPACKED = new Set([0, 8]);
const WAYS = new Map([
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [99, 'a password'],
]);

function createUnzipReader(name: string, sink: UnpackSink, depth: number): ByteReader {
  const open = new Map<string, Unpack>();
  let files = 0;
  let broken = false;
  let isOffice = false;
  /** Files that are packed in ways that are not read, by the number of the way. */
  const others = new Map<number, number>();
  const unzip = new Unzip(file => {
    if (broken || file.name.endsWith('/') || NO_CONTENT.test(file.name)) return;
    files++;
    isOffice ||= OFFICE.test(file.name);
    if (isOffice) return;
    if (!UNPACKED.has(file.compression)) {
      others.set(file.compression, (others.get(file.compression) ?? 0) + 1);
      return;
    }
    const path = `${name}/${file.name}`;
    const inner = new Unpack(path, sink, depth);
    open.set(path, inner);
    file.ondata = (error, bytes, last) => {
      if (!open.has(path)) return;
      if (error !== null) {
        broken ||= sink.left < 0;
        reportUnpackError(sink, path, error);
      } else {
        // Errors thrown here are passed back.
        passUnpackedBytes(bytes, inner, sink);
      }
      if ((last || error !== null) && open.delete(path)) inner.end();
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  const push = (bytes: Uint8Array, last: boolean): void => {
    if (broken) return;
    try {
      feedInChunks(bytes, piece => broken || unzip.push(piece, false));
      if (last && !broken) unzip.push(new Uint8Array(0), true);
    } catch (error) {
      broken = true;
      reportUnpackError(sink, name, error);
    }
  };
  return {
    write: bytes => push(bytes.slice(), false),
    end: () => {
      push(new Uint8Array(0), true);
      for (const [path, inner] of open) {
        sink.skip(path, CUT);
        inner.end();
      }
      if (isOffice)
        sink.skip(name, 'a document of an Office program: of a spreadsheet, save the sheet as CSV');
      for (const [way, count] of others)
        sink.skip(
          name,
          `${count} of its files ${count === 1 ? 'is' : 'are'} packed with ${WAYS.get(way) ?? `method ${way}`}, which is not read: pack it again with Deflate, or unpack it`,
        );
      if (files === 0 && !broken) sink.skip(name, 'an archive in which no file was found');
    },
  };
}
