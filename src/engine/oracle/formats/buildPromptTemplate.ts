import type { DecisionForm } from '../oracle.ts';
import { buildChoicePrompt } from './choicePrompt.ts';
import type { Prompt } from './prompt.ts';
import type { PromptWords } from './promptWords.ts';

/** The prompt in full, as the document keeps it: `{…}` marks what a question fills in. */
export function buildPromptTemplate(
  words: PromptWords,
  form: DecisionForm,
  texts: boolean,
  ofKin: boolean,
): Prompt {
  const { rules, situation } = (ofKin ? words.kin : null) ?? words.own;
  const { options } = words;
  return buildChoicePrompt(
    { kind: 'choice', agent: 0, tick: 0, options, rules, situation, rotation: 0, kin: null },
    form,
    texts,
  );
}
