import type { Match } from '../../../engine/models/workflow/words.ts';
import { findAnswerRange } from '../../../engine/oracle/formats/thoughts.ts';

const IN_WORD = /[\p{L}\p{N}_]/u;

/**
 * Position at which a key was found in an answer: as a word of its own, after the model's thoughts, and in
 * the choice where the whole answer is an object. −1 where it cannot be determined.
 */
export function findKeyMention(answer: string, key: string, match: Match | null): number {
  const folded = answer.toLowerCase();
  // Folded, a few letters become two.
  if (folded.length !== answer.length) return -1;
  const word = key.toLowerCase();
  const choice = match === 'exact' ? folded.lastIndexOf('"choice"') : -1;
  const begin = choice < 0 ? findAnswerRange(answer).begin : choice + '"choice"'.length;
  for (let at = folded.indexOf(word, begin); at >= 0; at = folded.indexOf(word, at + 1)) {
    const end = at + word.length;
    const before = [...folded.slice(Math.max(begin, at - 2), at)].at(-1) ?? '';
    const after = [...folded.slice(end, end + 2)][0] ?? '';
    if (!IN_WORD.test(before) && !IN_WORD.test(after)) return at;
  }
  return -1;
}
