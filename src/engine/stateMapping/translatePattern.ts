import { PATTERN_TOKEN } from './parsePattern.ts';

/** Blanks of JavaScript's `\s`, as the inside of a class. */
const BLANKS =
  '\\t\\n\\x0b\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
/** All others, as the inside of a class. */
const NO_BLANKS =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const ESCAPES = new Set('dDwWbBfnrt');

/**
 * A regular expression of JavaScript without flags in RE2's words: the same matches, but for halves of characters beyond the first
 * 65,536. What RE2 lacks stays as it is, and is refused by it: a look ahead or behind, a group matched again.
 */
export function translatePattern(pattern: string): string {
  let written = '';
  for (let at = 0; at < pattern.length; ) {
    PATTERN_TOKEN.lastIndex = at;
    const token = PATTERN_TOKEN.exec(pattern)?.[0] ?? pattern[at];
    at += token.length;
    if (token === '.') written += '[^\\n\\r\\x{2028}\\x{2029}]';
    else if (token.startsWith('[') && token.length > 1) written += translateClass(token);
    else if (token.startsWith('\\')) written += translateEscape(token, false);
    else written += token;
  }
  return written;
}

function translateClass(token: string): string {
  const isNegated = token[1] === '^';
  const inside = token.slice(isNegated ? 2 : 1, -1);
  if (inside === '') return isNegated ? '(?s:.)' : '[^\\x{0}-\\x{10ffff}]';
  const parts = inside.match(/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|[\s\S])|[\s\S]/g) ?? [];
  const translated = parts.map(part =>
    part.startsWith('\\') ? translateEscape(part, true) : part === '[' ? '\\[' : part,
  );
  return `[${isNegated ? '^' : ''}${translated.join('')}]`;
}

function translateEscape(token: string, isInClass: boolean): string {
  const [, sign] = token;
  if (sign === 's') return isInClass ? BLANKS : `[${BLANKS}]`;
  if (sign === 'S') return isInClass ? NO_BLANKS : `[${NO_BLANKS}]`;
  if (sign === 'v') return '\\x0b';
  if (token === '\\0') return '\\x{0}';
  if (sign === 'b' && isInClass) return '\\x08';
  if (sign === 'c' && token.length === 3) return `\\x{${(token.charCodeAt(2) % 32).toString(16)}}`;
  if (sign === 'x' || sign === 'u') return token.length > 2 ? `\\x{${token.slice(2)}}` : sign;
  // Of a letter without a meaning the letter is meant.
  if (/[a-zA-Z]/.test(sign) && !ESCAPES.has(sign) && sign !== 'k') return sign;
  return token;
}
