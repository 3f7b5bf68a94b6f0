import { constants, crc32, deflateRawSync } from 'node:zlib';

const BLOCK = Buffer.alloc(2 ** 20, ' ');
const HEADER = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/** Blanks, compressed so that they refer to nothing before them, and their checksum, by their number. */
const prefixes = new Map<number, { readonly bytes: Buffer; readonly sum: number }>();

/** One gzip stream of `blanks` blanks, in whole MiB, and `text`; nothing large is ever compressed. */
export function gzipBomb(blanks: number, text: string): Buffer {
  const prefix = prefixes.get(blanks) ?? compressBlanks(blanks / BLOCK.length);
  prefixes.set(blanks, prefix);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(text, prefix.sum));
  trailer.writeUInt32LE((blanks + Buffer.byteLength(text)) % 2 ** 32, 4);
  return Buffer.concat([HEADER, prefix.bytes, deflateRawSync(text), trailer]);
}

function compressBlanks(count: number) {
  const block = deflateRawSync(BLOCK, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  let sum = 0;
  for (let i = 0; i < count; i++) sum = crc32(BLOCK, sum);
  return { bytes: Buffer.concat(Array<Buffer>(count).fill(block)), sum };
}
