/** Bytes of a value in a list or an object, about. */
const SLOT = 16;
/** Levels below which nothing is counted: what lies deeper is shared by what was kept before. */
const MAX_WEIGHED_DEPTH = 5;

/** Approximate memory of plain data in bytes: its typed arrays plus a fixed cost per value. */
export function estimateDataBytes(value: unknown, depth = 0): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null || depth > MAX_WEIGHED_DEPTH) return SLOT;
  let sum = SLOT;
  for (const part of Object.values(value)) sum += estimateDataBytes(part, depth + 1);
  return sum;
}
