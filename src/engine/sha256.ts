import { sha256 as noble } from '@noble/hashes/sha2.js';
import { hexOf } from './hex.ts';
import { utf8 } from './utf8.ts';

/** SHA-256 of bytes that follow each other, 32 bytes. In Node `#sha256` is its native twin, sixteen times as fast. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hash = noble.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** SHA-256 of a text, as `sha256sum` gives it for its file: 64 hexadecimal digits. */
export const sha256OfText = (text: string): string => hexOf(noble(utf8(text)));
