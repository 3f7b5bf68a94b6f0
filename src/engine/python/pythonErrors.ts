import type { ErrorName } from './limits.ts';

/** Errors that a program can raise and handle, each with the kind of which it is one. */
const ERRORS: ReadonlyMap<string, ErrorName | null> = new Map<ErrorName, ErrorName | null>([
  ['Exception', null],
  ['ArithmeticError', 'Exception'],
  ['AssertionError', 'Exception'],
  ['AttributeError', 'Exception'],
  ['IndexError', 'LookupError'],
  ['KeyError', 'LookupError'],
  ['LookupError', 'Exception'],
  ['NameError', 'Exception'],
  ['NotImplementedError', 'RuntimeError'],
  ['OverflowError', 'ArithmeticError'],
  ['RuntimeError', 'Exception'],
  ['TypeError', 'Exception'],
  ['UnboundLocalError', 'NameError'],
  ['ValueError', 'Exception'],
  ['ZeroDivisionError', 'ArithmeticError'],
]);

/** The error of a name; null if the language has none. */
export const findErrorByName = (name: string): ErrorName | null =>
  ERRORS.has(name) ? (name as ErrorName) : null;

/** Names of all errors that a program can raise and handle. */
export const ERROR_NAMES: readonly string[] = [...ERRORS.keys()];

/** True if an error is of a kind, as Python's `except` asks; a limit of ours is of none. */
export function isErrorOfKind(error: ErrorName, kind: ErrorName): boolean {
  for (let at: ErrorName | null = error; at !== null; at = ERRORS.get(at) ?? null)
    if (at === kind) return true;
  return false;
}
