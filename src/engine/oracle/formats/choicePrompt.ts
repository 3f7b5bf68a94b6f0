import type { ChoiceQuestion, DecisionForm, Evidence } from '../oracle.ts';
import { buildJsonPrompt, buildSharesPrompt } from './jsonAnswer.ts';
import { buildLetterPrompt } from './letter.ts';
import type { Prompt } from './prompt.ts';

/** Changes whenever a word of any prompt does; it is recorded with every answer of a model. */
export const PROMPT_VERSION = 2;

/** @param texts whether the model writes the text of replies and comments; JSON only. */
export function buildChoicePrompt(question: ChoiceQuestion, form: DecisionForm, texts: boolean): Prompt {
  switch (form) {
    case 'letter':
      return buildLetterPrompt(question);
    case 'json':
      return buildJsonPrompt(question, texts);
    case 'shares':
      return buildSharesPrompt(question);
  }
}

/** The prompt as a person reads it. */
export const formatPromptText = ({ system, user }: Prompt): string => `${system}\n\n${user}`;

/** The prompt of an answer, rebuilt; null if another version of it was sent, or none. */
function rebuildSentPrompt(question: ChoiceQuestion, evidence: Evidence): Prompt | null {
  if (evidence.form === undefined || evidence.promptVersion !== PROMPT_VERSION) return null;
  const asked = evidence.shared === undefined ? question : question.kin?.question;
  return asked ? buildChoicePrompt(asked, evidence.form, evidence.texts ?? false) : null;
}

/** The prompt of an answer, or the one that a model would get if none was asked; null if another version was sent. */
export const getDisplayedPrompt = (
  question: ChoiceQuestion,
  evidence: Evidence | undefined,
): Prompt | null =>
  evidence?.form === undefined
    ? buildChoicePrompt(question, 'letter', false)
    : rebuildSentPrompt(question, evidence);
