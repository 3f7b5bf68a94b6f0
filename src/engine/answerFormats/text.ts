/** Longest text that a model may give a post, in UTF-16 units. */
export const LONGEST_TEXT = 280;

/**
 * Controls, zero-width and bidirectional marks, private use and lone surrogates: invisible, and possibly
 * misleading.
 */
const UNSEEN =
  /\u034f|\u17b4|\u17b5|[\p{Cc}\p{Cs}\p{Co}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** One line of plain text, at most `longest` long, never cut inside a character. */
export function cleanText(text: string, longest = LONGEST_TEXT): string {
  const line = text
    .replace(/[\n\r\t\u2028\u2029]/g, ' ')
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
