/**
 * What a program may cost. A program has no loops, so its length bounds its steps; what one step may cost is
 * bounded by the size of the values.
 */
export interface Limits {
  /** UTF-16 units of a code step's source. */
  readonly code: number;
  /** UTF-16 units of a condition's source. */
  readonly condition: number;
  /** Statements and expressions of a program. */
  readonly nodes: number;
  /** Expressions and blocks within each other. */
  readonly nesting: number;
  /** Statements and expressions evaluated in one run. */
  readonly steps: number;
  /** Items and characters handled in one run. */
  readonly work: number;
  /** UTF-16 units of a string. */
  readonly characters: number;
  /** Items of one list, tuple or dict. */
  readonly items: number;
  /** Items and characters of a value with everything in it. */
  readonly size: number;
  /** Lists, tuples and dicts within each other. */
  readonly depth: number;
  /** Bits of an int. */
  readonly bits: number;
  /** Variables of a context. */
  readonly variables: number;
  /** UTF-16 units of a variable's name. */
  readonly name: number;
}

/** The limits of every program; ample for a step, small enough for thousands of agents. */
export const LIMITS: Limits = {
  code: 20_000,
  condition: 1_000,
  nodes: 8_000,
  nesting: 64,
  steps: 10_000,
  work: 150_000,
  characters: 100_000,
  items: 10_000,
  size: 200_000,
  depth: 32,
  bits: 4_096,
  variables: 1_000,
  name: 100,
};

/** Python's names of errors; LimitError is ours: Python would answer, this language does not. */
export type ErrorName =
  | 'AttributeError'
  | 'IndexError'
  | 'KeyError'
  | 'LimitError'
  | 'NameError'
  | 'OverflowError'
  | 'TypeError'
  | 'ValueError'
  | 'ZeroDivisionError';

/** An error of the program that runs, thrown inside the interpreter only. */
export class Raised extends Error {
  readonly error: ErrorName;
  /** Of a NameError: the name that nothing bears. */
  readonly missing: string | undefined;

  constructor(error: ErrorName, message: string, missing?: string) {
    super(message);
    this.error = error;
    this.missing = missing;
  }
}

/** Raises an error of the running program. @throws Raised always */
export function raise(error: ErrorName, message: string): never {
  throw new Raised(error, message);
}
