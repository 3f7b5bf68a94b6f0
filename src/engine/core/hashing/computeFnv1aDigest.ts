/** FNV-1a over UTF-16 units, 32 bits: detects changes of a text. It is easily forged, so no run relies on it. */
export function computeFnv1aDigest(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
