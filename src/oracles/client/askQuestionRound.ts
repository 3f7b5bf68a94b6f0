import type { Question } from '../../engine/oracle/oracle.ts';
import type { AskModel, Reply } from './ask.ts';

/**
 * Asks all questions, in the order of their agents, before anything is awaited.
 * @param told called with each reply as it comes.
 * @returns one reply to each question; null for missing ones when `signal` was aborted.
 */
export function askQuestionRound(
  questions: readonly Question[],
  ask: AskModel,
  signal: AbortSignal,
  told: (index: number, reply: Reply) => void = () => {},
): Promise<readonly (Reply | null)[]> {
  return new Promise((resolve, reject) => {
    const replies = new Array<Reply | null>(questions.length).fill(null);
    // One signal each: a thousand listeners on a single one would be slow to add and to remove.
    const open = new Set<AbortController>();
    let missing = questions.length;
    let over = false;
    const end = () => {
      const reason = signal.aborted ? signal.reason : new DOMException('given up', 'AbortError');
      over = true;
      signal.removeEventListener('abort', end);
      resolve(replies);
      // One shared reason: separate exceptions would cost a stack each.
      for (const controller of open) controller.abort(reason);
    };
    const fail = (error: unknown) => {
      reject(error);
      end();
    };
    if (missing === 0 || signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    for (const index of orderQuestionsByAgent(questions)) {
      const controller = new AbortController();
      open.add(controller);
      ask({ question: questions[index], signal: controller.signal, dispatched: () => {} }).then(
        reply => {
          open.delete(controller);
          if (over) return;
          replies[index] = reply;
          told(index, reply);
          missing--;
          if (missing === 0) end();
        },
        error => {
          open.delete(controller);
          if (!over) fail(error);
        },
      );
    }
  });
}

const orderQuestionsByAgent = (questions: readonly Question[]): readonly number[] =>
  [...questions.keys()].sort((a, b) => questions[a].agent - questions[b].agent);
