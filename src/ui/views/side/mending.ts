import type { TextProblem } from '../../../engine/core/textProblem.ts';

/** Replacement for a problem's words, with their quotation marks; null if it, or the place, is unknown. */
export function getProblemReplacement(text: string, problem: TextProblem): string | null {
  const { line, column, length, meant } = problem;
  if (meant === null || !isProblemUnchanged(text, problem)) return null;
  const wrong = text.split('\n')[line - 1].slice(column - 1, column - 1 + length);
  const quote = /^(['"]).*\1$/.exec(wrong)?.[1] ?? '';
  return quote + meant + quote;
}

/** The text with the wrong word replaced by the suggested one. */
export function applyProblemFix(text: string, problem: TextProblem): string {
  const { line, column, length } = problem;
  const insert = getProblemReplacement(text, problem);
  if (insert === null) return text;
  const lines = text.split('\n');
  const wrong = lines[line - 1];
  lines[line - 1] = wrong.slice(0, column - 1) + insert + wrong.slice(column - 1 + length);
  return lines.join('\n');
}

/** True if the text at a problem's place is still the reported one: part of its line, with a word that it quotes. */
function isProblemUnchanged(text: string, { line, column, length, message }: TextProblem): boolean {
  const there = text.split('\n')[line - 1];
  const [begin, end] = [column - 1, column - 1 + length];
  if (there === undefined || length <= 0 || begin < 0 || end > there.length) return false;
  const stretch = stripSurroundingMarks(there.slice(begin, end));
  const quoted = [...message.matchAll(/“([^”]+)”/g)].map(([, word]) => stripSurroundingMarks(word));
  return quoted.length === 0 || quoted.some(word => word !== '' && stretch.includes(word));
}

/** A word without surrounding quotation marks and braces. */
const stripSurroundingMarks = (word: string): string => word.trim().replace(/^["'{]+|["'}]+$/g, '');
