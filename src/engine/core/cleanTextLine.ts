import { SHAPING, UNSEEN } from './unseen.ts';

/** Longest text that a model may give a post, in UTF-16 units. */
export const MAX_POST_LENGTH = 280;

const LEFT_OUT = new RegExp(`(?![${SHAPING}])[${UNSEEN}]`, 'gu');

/** Letters and marks of Latin texts, one blank between words: nothing to clean. */
const CLEAN =
  /^[!-~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2015\u2018-\u201f\u2026]+(?: [!-~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2015\u2018-\u201f\u2026]+)*$/;

/** One line of plain text, at most `longest` long, never cut inside a character. */
export function cleanTextLine(text: string, longest = MAX_POST_LENGTH): string {
  if (text.length <= longest && CLEAN.test(text)) return text;
  const line = text
    .replace(/[\n\r\t\u2028\u2029\u2800]/g, ' ')
    .replace(LEFT_OUT, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
