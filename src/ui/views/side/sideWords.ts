import { formatGroupedInteger, formatNounCount } from '../../lib/words.ts';
import { type Keeping, LONGEST_KEPT } from '../../state/edits.ts';
import { countCheckErrors, type TextCheck } from './sideText.ts';

/** "no errors; 6 states, 9 steps", "2 errors, 1 warning" */
export function describeTextCheck(check: TextCheck): string {
  const { problems, found } = check;
  const errors = countCheckErrors(check);
  const warnings = problems.length - errors;
  const wrong = [
    ...(errors > 0 ? [formatNounCount(errors, 'error')] : []),
    ...(warnings > 0 ? [formatNounCount(warnings, 'warning')] : []),
  ];
  const told = wrong.length > 0 ? wrong.join(', ') : 'no errors';
  return found === null ? told : `${told}; ${found}`;
}

/** "; kept in this browser" */
export function describeEditsSaved(keeping: Keeping | null): string {
  if (keeping === null) return '';
  return {
    kept: '; kept in this browser',
    full: '; not kept: the browser’s storage is full or forbidden',
    long: `; not kept: it is longer than ${formatGroupedInteger(LONGEST_KEPT)} characters`,
  }[keeping];
}
