import { sha256 as noble } from '@noble/hashes/sha2.js';
import { encodeUtf8 } from '../encodeUtf8.ts';
import { encodeHex } from './hex.ts';

const encoder = new TextEncoder();

/** SHA-256 of bytes that follow each other, 32 bytes. In Node `#sha256` is its native twin, sixteen times as fast. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hash = noble.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** SHA-256 of a text, as `sha256sum` gives it for its file: 64 hexadecimal digits. */
export const sha256OfText = (text: string): string => encodeHex(noble(encodeUtf8(text)));

/** The browser's own, if the page may use it: on `localhost` and over `https`. */
const native = globalThis.crypto?.subtle as SubtleCrypto | undefined;
let digestBuffer = new Uint8Array(1 << 16);

/** SHA-256 of a text, as `sha256OfText` gives it; computed off this thread if the browser supports it. */
export async function hashTextAside(text: string): Promise<string> {
  if (native === undefined) return sha256OfText(text);
  // A sign takes three bytes at most.
  if (digestBuffer.length < text.length * 3) digestBuffer = new Uint8Array(text.length * 3);
  const { written } = encoder.encodeInto(text, digestBuffer);
  // The input is copied at the call, so that the buffer is free again.
  return encodeHex(new Uint8Array(await native.digest('SHA-256', digestBuffer.subarray(0, written))));
}
