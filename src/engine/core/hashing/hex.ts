const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Bytes as hexadecimal digits, two each. */
export function encodeHex(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += HEX_BYTES[byte];
  return digits;
}

/** The bytes that `encodeHex` wrote. @throws RangeError for anything else */
export function decodeHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new RangeError(`${JSON.stringify(hex)} is not hexadecimal`);
  return Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
}
