/** Share of the characters that are none in text from which bytes are taken for binary. */
const MOST_ODD = 0.05;

/** True if the first bytes of a file are not text, neither in UTF-8 nor in UTF-16 with its mark. */
export function isBinaryHead(head: Uint8Array): boolean {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false;
  const odd = head.reduce((sum, byte) => sum + (isControlCharByte(byte) ? 1 : 0), 0);
  return odd > head.length * MOST_ODD;
}

const isControlCharByte = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
