import type { ChoiceQuestion, DecisionForm, Evidence } from '../oracle.ts';
import { jsonPrompt, sharesPrompt } from './json.ts';
import { letterPrompt } from './letter.ts';
import type { Prompt } from './words.ts';

/** Changes whenever a word of any prompt does; it is recorded with every answer of a model. */
export const PROMPT_VERSION = 2;

/** @param texts whether the model writes the text of replies and comments; JSON only. */
export function promptOf(question: ChoiceQuestion, form: DecisionForm, texts: boolean): Prompt {
  switch (form) {
    case 'letter':
      return letterPrompt(question);
    case 'json':
      return jsonPrompt(question, texts);
    case 'shares':
      return sharesPrompt(question);
  }
}

/** The prompt as a person reads it. */
export const promptText = ({ system, user }: Prompt): string => `${system}\n\n${user}`;

/** The prompt that an answer was given to, rebuilt; null where another version of it was sent, or none. */
export function promptSent(question: ChoiceQuestion, evidence: Evidence): Prompt | null {
  if (evidence.form === undefined || evidence.promptVersion !== PROMPT_VERSION) return null;
  const asked = evidence.shared === undefined ? question : question.kin?.question;
  return asked ? promptOf(asked, evidence.form, evidence.texts ?? false) : null;
}

/** The prompt that an answer was given to, or that a model would be given where none was asked; null where another version was sent. */
export const promptShown = (question: ChoiceQuestion, evidence: Evidence | undefined): Prompt | null =>
  evidence?.form === undefined ? promptOf(question, 'letter', false) : promptSent(question, evidence);
