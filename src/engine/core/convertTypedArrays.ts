/** Plain data with a list in place of each typed array, as JSON can write it. */
export function convertTypedArrays<Data>(data: Data): Data {
  return convertToList(data) as Data;
}

function convertToList(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint32Array);
  if (Array.isArray(value)) return value.map(convertToList);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, convertToList(part)]));
}
