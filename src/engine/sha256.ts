import { sha256 as noble } from '@noble/hashes/sha2.js';

/** SHA-256 of bytes that follow each other, 32 bytes. In Node `#sha256` is its native twin, sixteen times as fast. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hash = noble.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}
