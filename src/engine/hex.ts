/** Bytes as hexadecimal digits, two each. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

/** The bytes that `hexOf` wrote. @throws RangeError for anything else */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new RangeError(`${JSON.stringify(hex)} is not hexadecimal`);
  return Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
}
