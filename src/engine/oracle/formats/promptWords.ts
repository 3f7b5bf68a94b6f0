import type { ChoiceOption } from '../oracle';

/** Static rules and the template of the situation, for an agent's own question and for that of its kind. */
export interface PromptWords {
  readonly options: readonly ChoiceOption[];
  readonly own: { readonly rules: string; readonly situation: string };
  readonly kin: { readonly rules: string; readonly situation: string } | null;
}
