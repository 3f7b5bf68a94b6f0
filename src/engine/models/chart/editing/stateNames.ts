import { formatQuotedText } from '../../../core/formatQuotedText.ts';

/** A name as a state has it: SCXML parts names by spaces. */
export const toStateName = (typed: string): string => typed.trim().replace(/\s+/g, '_');

/** Reason why a new state cannot have a name; null if it can. @param names of the states that there are */
export function findStateNameMistake(typed: string, names: readonly string[]): string | null {
  const name = toStateName(typed);
  if (name === '' || name === '*') return 'a state needs a name';
  return names.includes(name) ? `there is a state “${formatQuotedText(name)}” already` : null;
}
