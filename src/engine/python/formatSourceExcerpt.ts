/** Characters of a source or a value that a message repeats. */
const MAX_EXCERPT_LENGTH = 60;

/** A part of a source, or a value, as a message repeats it. */
export function formatSourceExcerpt(text: string): string {
  if (text.length <= MAX_EXCERPT_LENGTH) return text;
  return `${text.slice(0, MAX_EXCERPT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
