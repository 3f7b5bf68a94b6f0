import { createHash, hash as digest } from 'node:crypto';

/** SHA-256 of bytes that follow each other, 32 bytes. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** SHA-256 of a text, as `sha256sum` gives it for its file: 64 hexadecimal digits. */
export const sha256OfText = (text: string): string => digest('sha256', text, 'hex');

/** The same as a promise: Node's native hash is fast enough on this thread. */
export const hashTextAside = async (text: string): Promise<string> => sha256OfText(text);
