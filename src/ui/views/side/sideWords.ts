import { counted, grouped } from '../../lib/words.ts';
import { type Keeping, LONGEST_KEPT } from '../../state/edits.ts';
import { errorsIn, type TextCheck } from './sideText.ts';

/** "no errors; 6 states, 9 steps", "2 errors, 1 warning" */
export function foundWords(check: TextCheck): string {
  const { problems, found } = check;
  const errors = errorsIn(check);
  const warnings = problems.length - errors;
  const wrong = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  const told = wrong.length > 0 ? wrong.join(', ') : 'no errors';
  return found === null ? told : `${told}; ${found}`;
}

/** "; kept in this browser" */
export function keptWords(keeping: Keeping | null): string {
  if (keeping === null) return '';
  return {
    kept: '; kept in this browser',
    full: '; not kept: the browser’s storage is full or forbidden',
    long: `; not kept: it is longer than ${grouped(LONGEST_KEPT)} characters`,
  }[keeping];
}
