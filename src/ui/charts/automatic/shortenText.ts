/** Advance of Inter's letters at 1 px, roughly; letters not listed here take 0.57. */
const NARROW = new Set("ijl.,:;'|!I()[] ");
const SLIM = new Set('ftr-/*"');
const WIDE = new Set('mwMW@%');

/**
 * Width of a text in pixels, rather over- than underestimated: the same on every machine, without a canvas.
 */
export function estimateTextWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += estimateLetterAdvance(letter);
  return width * size;
}

function estimateLetterAdvance(letter: string): number {
  if (NARROW.has(letter)) return 0.29;
  if (SLIM.has(letter)) return 0.4;
  if (WIDE.has(letter)) return 0.88;
  if (letter > '\u2e7f') return 1;
  return letter >= 'A' && letter <= 'Z' ? 0.68 : 0.57;
}

/** The text, or its beginning with an ellipsis if it is wider than `room` pixels; '' if fewer than two letters fit. */
export function shortenTextToRoom(text: string, room: number, size: number): string {
  if (estimateTextWidth(text, size) <= room) return text;
  const letters = [...text];
  for (let kept = letters.length - 1; kept >= 2; kept--) {
    const short = `${letters
      .slice(0, kept)
      .join('')
      .replace(/[_\s.-]+$/, '')}…`;
    if (estimateTextWidth(short, size) <= room) return short;
  }
  return '';
}

/** The same with an ellipsis in the middle: the end distinguishes texts with equal beginnings. */
export function shortenTextMiddle(text: string, room: number, size: number): string {
  if (estimateTextWidth(text, size) <= room) return text;
  const letters = [...text];
  for (let kept = letters.length - 1; kept >= 4; kept--) {
    const head = letters
      .slice(0, Math.ceil(kept / 2))
      .join('')
      .replace(/[_\s.-]+$/, '');
    const tail = letters
      .slice(letters.length - Math.floor(kept / 2))
      .join('')
      .replace(/^[_\s.-]+/, '');
    const short = `${head}…${tail}`;
    if (estimateTextWidth(short, size) <= room) return short;
  }
  return shortenTextToRoom(text, room, size);
}

/**
 * A text of at most `most` letters: its beginning and its end, which keep names with a common prefix apart.
 */
export function clipTextMiddle(text: string, most: number): string {
  const letters = [...text];
  if (letters.length <= most) return text;
  const tail = Math.floor((most - 1) / 3);
  return `${letters.slice(0, most - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
}
