import { gunzipSync, gzipSync } from 'node:zlib';
import type { NamedFile } from '../../../../engine/files/namedFile.ts';
import { computeFilesDigest, computePlanId, type Plan } from '../../../../engine/worlds/worldPlan.ts';
import type { WorldsOrder } from '../order.ts';

/** The part of an order that is sent; a worker finds bundled files by itself. */
type SentOrder = Omit<WorldsOrder, 'root'>;

interface Header {
  readonly plan: Plan;
  readonly isLarge: boolean;
  /** The files whose bytes follow, one after the other. */
  readonly files: readonly {
    readonly purpose: string;
    readonly name: string;
    readonly bytes: number;
    /** Bytes of what it was before; null for nothing. */
    readonly previous: number | null;
  }[];
}

/** Most bytes that are unpacked: files are read up to 50 MB each, as they are and as they were. */
const MAX_UNPACKED_PAYLOAD_BYTES = 1 << 29;
/** Bytes of the header's length. */
const LENGTH = 4;

/** An order as gzip: length of the header (uint32, little-endian), the header as JSON, the files' bytes. */
export function packWorldsOrder({ plan, isLarge, files }: SentOrder): Buffer {
  const all = Object.entries(files).flatMap(([purpose, some = []]) => some.map(file => ({ purpose, file })));
  const header: Header = {
    plan,
    isLarge,
    files: all.map(({ purpose, file: { name, bytes, previous } }) => ({
      ...{ purpose, name, bytes: bytes.length, previous: previous?.length ?? null },
    })),
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(text.length);
  const parts = all.flatMap(({ file }) => [file.bytes, file.previous ?? new Uint8Array()]);
  return gzipSync(Buffer.concat([length, text, ...parts]));
}

/** @throws Error if it is not the packed form of the plan with this id */
export function unpackWorldsOrder(packed: Buffer, id: string): SentOrder {
  const damaged = new Error(`plan ${id} in the queue is damaged`);
  let order: SentOrder;
  try {
    order = parseWorldsOrder(gunzipSync(packed, { maxOutputLength: MAX_UNPACKED_PAYLOAD_BYTES }));
    if (computePlanId(order.plan) === id && computeFilesDigest(order.files) === order.plan.files)
      return order;
  } catch {
    throw damaged;
  }
  throw damaged;
}

function parseWorldsOrder(bytes: Buffer): SentOrder {
  let at = LENGTH + bytes.readUInt32LE();
  const header: Header = JSON.parse(bytes.toString('utf8', LENGTH, at));
  const next = (length: number) => {
    at += length;
    return new Uint8Array(bytes.subarray(at - length, at));
  };
  const files: Record<string, NamedFile[]> = {};
  for (const { purpose, name, bytes: length, previous } of header.files) {
    const file = { name, bytes: next(length) };
    files[purpose] ??= [];
    files[purpose].push(previous === null ? file : { ...file, previous: next(previous) });
  }
  return { plan: header.plan, isLarge: header.isLarge, files };
}
