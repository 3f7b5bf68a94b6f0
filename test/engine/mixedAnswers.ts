import type { Answer, Oracle, Question } from '../../src/engine/oracle/oracle.ts';
import type { Run } from '../../src/engine/run/run.ts';

const evidence = {
  model: 'm',
  promptVersion: 2,
  raw: 'as it came',
  milliseconds: 12.5,
  tokensIn: 3,
  tokensOut: 4,
};

/** The policy's answers as if a model had given them, with every kind of failure in between. */
export function mixedAnswers(run: Run): Oracle {
  const answerTo = (question: Question): Answer => {
    const said = run.state.policy(question);
    switch ((question.agent * 3 + question.tick) % 8) {
      case 0:
        return { kind: 'late' };
      case 1:
        return { kind: 'unusable', reason: 'an empty answer', said: true, evidence };
      case 2:
        return { kind: 'unusable', reason: 'the server answered 500' };
      case 3:
        return said;
      default:
        if (said.kind === 'chosen')
          return { ...said, option: 2, source: 'ollama', text: `as ${question.agent} says`, evidence };
        return said.kind === 'text' ? { ...said, source: 'ollama', evidence } : said;
    }
  };
  return { name: 'mixed', ask: async questions => questions.map(answerTo) };
}
