/** FNV-1a over UTF-16 units, 32 bits: a text as a word of the log. */
export function digest32(text: string | undefined): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < (text?.length ?? 0); i++) h = Math.imul(h ^ text!.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
