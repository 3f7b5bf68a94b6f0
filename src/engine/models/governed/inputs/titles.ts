import { cleanTextLine } from '../../../core/cleanTextLine.ts';

const LONGEST_TITLE = 120;
/** Maximum distance of a title from the beginning of a text, in UTF-16 units. */
const TITLE_WITHIN = 100_000;

/** The first Markdown heading, else the first line with a letter or digit in it, else the empty text. */
export function extractTitle(text: string): string {
  const lines = text.slice(0, TITLE_WITHIN).split(/\r\n?|\n/);
  const line = lines[findFirstHeading(lines)] ?? lines.find(hasLetterOrDigit) ?? '';
  return cleanTextLine(stripMarkdownMarks(line.slice(0, 1000)), LONGEST_TITLE);
}

/** A heading of Markdown: one to six number signs and a space. */
export const isMarkdownHeading = (line: string): boolean => /^#{1,6}[ \t]/.test(line);

const hasLetterOrDigit = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);

/**
 * Line of the first heading, −1 for none; inside a fence, what looks like a heading is a program's comment.
 */
function findFirstHeading(lines: readonly string[]): number {
  let fenced = false;
  return lines.findIndex(line => {
    if (/^ {0,3}(```|~~~)/.test(line)) fenced = !fenced;
    return !fenced && isMarkdownHeading(line) && hasLetterOrDigit(line);
  });
}

/** A line without the marks of headings, quotations and lists around it. */
export function stripMarkdownMarks(line: string): string {
  const bare = line.replace(/^[\s#>*+-]+/, '');
  let end = bare.length;
  while (end > 0 && ' \t#*'.includes(bare[end - 1])) end--;
  return bare.slice(0, end);
}
