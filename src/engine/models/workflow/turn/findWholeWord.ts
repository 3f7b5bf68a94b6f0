const IN_WORD = /[\p{L}\p{N}_]/u;

/** Position of a word as a word of its own; −1 if there is none. */
export function findWholeWord(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
    const after = [...text.slice(end, end + 2)][0] ?? '';
    if (!IN_WORD.test(before) && !IN_WORD.test(after)) return at;
  }
  return -1;
}
