import { SHAPING, UNSEEN } from './unseen.ts';

/** UTF-16 units of a text of others in a message. */
const MAX_QUOTE_LENGTH = 200;
/** UTF-16 units of a line of a message, whatever it quotes; what is longer loses its middle. */
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_QUOTED_LINES = 100;

const HIDDEN = new RegExp(`(?![${SHAPING}\\n\\t])[${UNSEEN}]`, 'gu');

/** A text with invisible or direction-changing characters written out: `\u202e`. Line feeds and tabs stay. */
export const escapeInvisibleText = (text: string): string => text.replace(HIDDEN, escapeCharacter);

function escapeCharacter(mark: string): string {
  const digits = (mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
}

/** A text from a file, an address or a server as a message quotes it: one line, visible, and no longer than one reads. */
export function formatQuotedText(text: string, longest = MAX_QUOTE_LENGTH): string {
  const line = escapeInvisibleText(truncateText(text, longest + 1))
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
  return text.length <= longest && line.length <= longest ? line : `${truncateText(line, longest - 1)}…`;
}

/** A message that can be shown whatever it quotes. Its lines stay lines. */
export function formatPrintableMessage(message: string): string {
  const lines = message.split('\n', MAX_QUOTED_LINES + 1);
  const kept = lines.slice(0, MAX_QUOTED_LINES).map(formatPrintableLine);
  return [...kept, ...(lines.length > MAX_QUOTED_LINES ? ['…'] : [])].join('\n');
}

/** The cut comes first as well: a text of megabytes is not looked through. */
const formatPrintableLine = (line: string): string =>
  elideLineMiddle(escapeInvisibleText(elideLineMiddle(line)));

function elideLineMiddle(line: string): string {
  if (line.length <= MAX_MESSAGE_LENGTH) return line;
  const end = line.slice(-MAX_MESSAGE_LENGTH / 4).replace(/^[\udc00-\udfff]/, '');
  return `${truncateText(line, (MAX_MESSAGE_LENGTH * 3) / 4 - 3)} … ${end}`;
}

/** Never cut inside a character. */
const truncateText = (text: string, longest: number): string =>
  text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
