/** Characters of a source or a value that a message repeats. */
const MOST = 60;

/** A part of a source, or a value, as a message repeats it. */
export function formatSourceExcerpt(text: string): string {
  if (text.length <= MOST) return text;
  return `${text.slice(0, MOST - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
