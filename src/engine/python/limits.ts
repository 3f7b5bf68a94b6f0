import type { Place } from './sourcePlace.ts';

/**
 * Limits on the cost of a program: its steps are counted, loops included, and the cost of one step is bounded
 * by the size of the values.
 */
export interface Limits {
  /** UTF-16 units of a code step's source. */
  readonly code: number;
  /** UTF-16 units of a condition's source. */
  readonly condition: number;
  /** Statements and expressions of a program. */
  readonly nodes: number;
  /** Nested expressions and blocks. */
  readonly nesting: number;
  /** Statements and expressions evaluated in one run. */
  readonly steps: number;
  /** Items and characters handled in one run. */
  readonly work: number;
  /** UTF-16 units of a string. */
  readonly characters: number;
  /** Items of one list, tuple or dict. */
  readonly items: number;
  /** Items and characters of a value, nested ones included. */
  readonly size: number;
  /** Nested lists, tuples and dicts; in written form, errors too. */
  readonly depth: number;
  /** Blocks and expressions of functions that call each other; a call counts as eight at least. */
  readonly levels: number;
  /** Bits of an int. */
  readonly bits: number;
  /** Variables of a context. */
  readonly variables: number;
  /** UTF-16 units of a variable's name. */
  readonly name: number;
}

/** The limits of every program; ample for a step, small enough for thousands of agents. */
export const PROGRAM_LIMITS: Limits = {
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
  levels: 400,
  bits: 4_096,
  variables: 1_000,
  name: 100,
};

/**
 * Python's names of errors; LimitError is our own, for what Python would answer but this language does not.
 */
export type ErrorName =
  | 'ArithmeticError'
  | 'AssertionError'
  | 'AttributeError'
  | 'Exception'
  | 'IndexError'
  | 'KeyError'
  | 'LimitError'
  | 'LookupError'
  | 'NameError'
  | 'NotImplementedError'
  | 'OverflowError'
  | 'RuntimeError'
  | 'TypeError'
  | 'UnboundLocalError'
  | 'ValueError'
  | 'ZeroDivisionError';

/** Python's text of an error, within a number of lists, tuples, dicts and errors, itself included. */
interface Wording {
  /** Its str(). */
  readonly format: (depth: number) => string;
  /** Its values as repr() writes them; null if that is the repr of `said`. */
  readonly inside: ((depth: number) => string) | null;
}

/** A place in an artifact's code. */
interface ArtifactPlace extends Place {
  readonly artifact: string;
}

/** An error of the running program: thrown inside the interpreter, and a value for a program that handles it. */
export class Raised extends Error {
  readonly kind = 'error';
  readonly error: ErrorName;
  readonly wording: Wording;
  /** For a NameError, the name that is not defined. */
  readonly missing: string | undefined;
  /** The artifact in whose code it arose, and where in it; absent outside of artifacts. */
  origin?: ArtifactPlace;

  constructor(error: ErrorName, message: string, wording?: Wording, missing?: string) {
    super(message);
    this.error = error;
    this.wording = wording ?? { format: () => raiseUnknownWording(error, message), inside: null };
    this.missing = missing;
  }
}

/** Refuses the text of an error for which Python has words that are not known here, or differ with its version. */
const raiseUnknownWording = (error: ErrorName, message: string): never =>
  raiseError('LimitError', `the text of this ${error} differs between Python and here: ${message}`);

/**
 * Raises an error of the running program.
 * @param formatMessage Python's own words, if they are known and the same in all its versions
 * @throws Raised always
 */
export function raiseError(error: ErrorName, message: string, formatMessage?: () => string): never {
  if (formatMessage === undefined) throw new Raised(error, message);
  throw new Raised(error, message, {
    format: formatMessage,
    inside: error === 'KeyError' ? formatMessage : null,
  });
}
