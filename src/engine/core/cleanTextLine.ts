import { SHAPING, UNSEEN } from './unseen.ts';

/** Longest text that a model may give a post, in UTF-16 units. */
export const MAX_POST_LENGTH = 280;

const LEFT_OUT = new RegExp(`(?![${SHAPING}])[${UNSEEN}]`, 'gu');

/** One line of plain text, at most `longest` long, never cut inside a character. */
export function cleanTextLine(text: string, longest = MAX_POST_LENGTH): string {
  const line = text
    .replace(/[\n\r\t\u2028\u2029\u2800]/g, ' ')
    .replace(LEFT_OUT, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
