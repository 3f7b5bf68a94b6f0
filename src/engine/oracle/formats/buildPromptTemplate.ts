import type { ChoiceOption, DecisionForm } from '../oracle.ts';
import { buildChoicePrompt } from './choicePrompt.ts';
import type { Prompt } from './prompt.ts';

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

/** Static rules and the template of the situation, for an agent's own question and for that of its kind. */
export interface PromptWords {
  readonly options: readonly ChoiceOption[];
  readonly own: { readonly rules: string; readonly situation: string };
  readonly kin: { readonly rules: string; readonly situation: string } | null;
}
