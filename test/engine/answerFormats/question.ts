import type { ChoiceOption, ChoiceQuestion } from '../../../src/engine/oracle/oracle.ts';

export const OPTIONS: readonly ChoiceOption[] = [
  { action: 'ignore', nextState: 'scrolling', meaning: 'ignore it', writes: false },
  { action: 'like', nextState: 'engaging_like', meaning: 'like it', writes: false },
  { action: 'reply', nextState: 'composing', meaning: 'reply to it', writes: true },
  { action: 'reshare', nextState: 'composing', meaning: 'reshare it', writes: true },
];

/** A question about something. */
export const question = (part: Partial<ChoiceQuestion> = {}): ChoiceQuestion => ({
  kind: 'choice',
  agent: 0,
  tick: 1,
  options: OPTIONS,
  rules: 'You decide.',
  situation: 'Person: one.\nPost: "two"',
  rotation: 0,
  kin: null,
  ...part,
});
