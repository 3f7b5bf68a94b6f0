import type { ModelState } from '../model/model.ts';
import type { Answer, Oracle, Question } from '../oracle/oracle.ts';

/** The model's own answers as an oracle. */
export function createPolicyOracle(state: ModelState): Oracle {
  return {
    name: 'policy',
    record: { kind: 'policy' },
    ask: questions => Promise.resolve(questions.map(q => state.policy(q))),
  };
}

/**
 * Whether a model was asked for it; answers of the policy, of a spent budget and failures have cost nothing.
 */
export const isPaidAnswer = (answer: Answer): boolean =>
  answer.kind === 'unusable' ? answer.said === true : answer.kind !== 'late' && answer.source !== 'budget';

/** One answer to each question; none from an oracle that gave up because of `signal`. */
export async function requestAnswers(oracle: Oracle, questions: readonly Question[], signal: AbortSignal) {
  try {
    const answers = await oracle.ask(questions, signal);
    if (answers.length !== questions.length)
      throw new Error(
        `oracle "${oracle.name}" gave ${answers.length} answers to ${questions.length} questions`,
      );
    return answers;
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}
