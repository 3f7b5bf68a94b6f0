import { cleanText } from '../../../core/cleanText.ts';

const LONGEST_TITLE = 120;
/** How far into a text a title is looked for, in UTF-16 units. */
const TITLE_WITHIN = 100_000;

/** The first Markdown heading, else the first line with a letter or digit in it, else the empty text. */
export function titleOf(text: string): string {
  const lines = text.slice(0, TITLE_WITHIN).split(/\r\n?|\n/);
  const line = lines[headingAt(lines)] ?? lines.find(says) ?? '';
  return cleanText(withoutMarks(line.slice(0, 1000)), LONGEST_TITLE);
}

/** A heading of Markdown: one to six number signs and a space. */
export const isHeading = (line: string): boolean => /^#{1,6}[ \t]/.test(line);

const says = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);

/**
 * Line of the first heading, −1 for none; inside a fence, what looks like a heading is a program's comment.
 */
function headingAt(lines: readonly string[]): number {
  let fenced = false;
  return lines.findIndex(line => {
    if (/^ {0,3}(```|~~~)/.test(line)) fenced = !fenced;
    return !fenced && isHeading(line) && says(line);
  });
}

/** A line without the marks of headings, quotations and lists around it. */
export function withoutMarks(line: string): string {
  const bare = line.replace(/^[\s#>*+-]+/, '');
  let end = bare.length;
  while (end > 0 && ' \t#*'.includes(bare[end - 1])) end--;
  return bare.slice(0, end);
}
