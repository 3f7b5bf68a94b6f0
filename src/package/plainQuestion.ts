import type { Question } from '../engine/oracle/oracle.ts';

/**
 * A question whose fields are its own, so that JSON, a copy and a log have all of them; texts are built when they are read. `kin`
 * holds a function, and is in none of these.
 */
export function toPlainQuestion(question: Question): Question {
  const names =
    question.kind === 'choice'
      ? (['kind', 'agent', 'tick', 'options', 'rules', 'situation', 'rotation'] as const)
      : (['kind', 'agent', 'tick', 'system', 'prompt', 'maxTokens', 'shape'] as const);
  const plain = {};
  for (const name of names)
    Object.defineProperty(plain, name, {
      enumerable: true,
      get: () => question[name as keyof Question],
    });
  if (question.kind === 'choice') Object.defineProperty(plain, 'kin', { get: () => question.kin });
  return plain as Question;
}
