import { sha256 } from '#sha256';
import { encodeUtf8 } from '../engine/core/encodeUtf8.ts';

/** A record of an append-only file: a head that is JSON, and bytes that go with it. */
export interface StoredRecord {
  readonly head: unknown;
  readonly body: Uint8Array;
}

/** Content of the segments up to the first torn or damaged place. */
export interface ReadRecords {
  readonly records: readonly StoredRecord[];
  /** Place of the next record in the chain. */
  readonly chain: Chain;
  /** Place and kind of the first damage: "segment 2, byte 4,096: ends in the middle of a record"; null for none. */
  readonly damage: string | null;
}

/** The last record's check; each record's own is made from it, so that none can be missing, doubled or moved. */
export type Chain = Uint8Array;

/** The chain before the first record. */
export const NO_RECORDS: Chain = new Uint8Array(8);

const NO_PAYLOAD = new Uint8Array();
/** Bytes before a record's head: lengths of head and body as little-endian uint32, and the check. */
const PREFIX = 16;
const MAX_HEAD_BYTES = 0x0400_0000;

/** Bytes of a record, and the chain after it. */
export function encodeStoredRecord(head: unknown, body: Uint8Array = NO_PAYLOAD, chain: Chain = NO_RECORDS) {
  const text = encodeUtf8(JSON.stringify(head));
  const bytes = new Uint8Array(PREFIX + text.length + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  view.setUint32(4, body.length, true);
  bytes.set(text, PREFIX);
  bytes.set(body, PREFIX + text.length);
  const check = computeRecordCheck(bytes, chain);
  bytes.set(check, 8);
  return { bytes, chain: check };
}

/**
 * Reads segments in their order. Each continues after some record of those before it, mostly the last whole one;
 * anything behind that one is left out: it was being written when its writer died, the disk refused to vouch for it, or
 * a worker whose browser had been killed was still writing when the next one had begun to read. The reading ends if no
 * later segment continues.
 */
export function decodeStoredRecords(segments: readonly Uint8Array[]): ReadRecords {
  const records: StoredRecord[] = [];
  const chains = [NO_RECORDS];
  let damage: string | null = null;
  for (const [number, segment] of segments.entries()) {
    const last = chains.findLastIndex(chain => continuesRecordChain(segment, chain));
    if (last >= 0) {
      records.length = last;
      chains.length = last + 1;
      damage = null;
    }
    for (let at = 0; at < segment.length && damage === null; ) {
      const read = decodeRecordAt(segment, at, chains.at(-1));
      if (typeof read === 'string') damage = `segment ${number}, byte ${at}: ${read}`;
      else {
        records.push(read.record);
        chains.push(read.chain);
        at = read.end;
      }
    }
  }
  return { records, chain: chains.at(-1) ?? NO_RECORDS, damage };
}

const continuesRecordChain = (segment: Uint8Array, chain: Chain): boolean =>
  typeof decodeRecordAt(segment, 0, chain) !== 'string';

const TORN = 'ends in the middle of a record';
const DAMAGED = 'is not what was written';

function decodeRecordAt(segment: Uint8Array, at: number, chain: Chain = NO_RECORDS) {
  if (segment.length - at < PREFIX) return TORN;
  const view = new DataView(segment.buffer, segment.byteOffset + at);
  const [headLength, bodyLength] = [view.getUint32(0, true), view.getUint32(4, true)];
  const end = at + PREFIX + headLength + bodyLength;
  if (end > segment.length) return TORN;
  if (headLength > MAX_HEAD_BYTES) return DAMAGED;
  const bytes = segment.subarray(at, end);
  const check = computeRecordCheck(bytes, chain);
  if (check.some((byte, i) => byte !== bytes[8 + i])) return DAMAGED;
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX, PREFIX + headLength)));
  return { record: { head, body: bytes.slice(PREFIX + headLength) }, chain: check, end };
}

/** The first eight bytes of the SHA-256 of what came before, the lengths, head and body. */
const computeRecordCheck = (record: Uint8Array, chain: Chain): Chain =>
  sha256(chain, record.subarray(0, 8), record.subarray(PREFIX)).slice(0, 8);
