import { wordsIn } from '../reader/words.ts';
import type { TaskQuestion } from './task.ts';

/** Most words of an answer; anything longer is a search result rather than an answer. */
const MOST_WORDS = 40;

/** Whether an answer contains what is asked for, word for word, in at most forty words. */
export function isRight({ accepted }: Pick<TaskQuestion, 'accepted'>, given: string): boolean {
  const words = wordsIn(given);
  if (words.length > MOST_WORDS) return false;
  const text = ` ${words.join(' ')} `;
  return accepted.some(answer => {
    const wanted = wordsIn(answer);
    return wanted.length > 0 && text.includes(` ${wanted.join(' ')} `);
  });
}
