import { type ErrorName, Raised, raiseError } from './limits.ts';
import { Meter } from './meter.ts';
import type { Condition, Program } from './program.ts';
import type { BlockScope } from './running/createFunctionValue.ts';
import { evaluateExpression } from './running/evaluate.ts';
import { executeStatements } from './running/executeStatements.ts';
import type { SourceProblem } from './sourcePlace.ts';
import { copyValue, isContainerValue, measureSettledValue, type PyValue } from './value.ts';

/** The variables of a workflow, by name; a Map is one. */
export interface Context {
  readonly size: number;
  get(name: string): PyValue | undefined;
  set(name: string, value: PyValue): unknown;
}
type ReadContext = Omit<Context, 'set'>;

/** Result of a run: its value, or the error that ended it with its place. */
export type ProgramOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'failed';
      readonly error: ErrorName;
      readonly problem: SourceProblem;
      /** For a NameError, the name that is not defined. */
      readonly name?: string;
    };

/** Runs a code step. The context is changed only if all of it succeeds. */
export function runCode(program: Program, context: Context, meter = new Meter()): ProgramOutcome<void> {
  const run = new Run(context, meter, program.isPlain);
  return captureOutcome(run.meter, () => {
    executeStatements(program.body, run);
    if (!program.isPlain) run.settle();
    for (const [name, value] of run.changes) context.set(name, value);
  });
}

/** The value of a condition; `truth` says whether it holds. */
export function evaluateCondition(
  condition: Condition,
  context: ReadContext,
  meter = new Meter(),
): ProgramOutcome<PyValue> {
  const run = new Run(context, meter, true);
  return captureOutcome(run.meter, () => evaluateExpression(condition.expression, run));
}

function captureOutcome<T>(meter: Meter, run: () => T): ProgramOutcome<T> {
  try {
    return { kind: 'done', value: run() };
  } catch (raised) {
    const { error, message, missing } = toRaisedError(raised);
    const problem = {
      ...meter.at,
      message: message === '' ? error : `${error}: ${shortenErrorMessage(message)}`,
    };
    return { kind: 'failed', error, problem, ...(missing === undefined ? {} : { name: missing }) };
  } finally {
    meter.settle();
  }
}

const MAX_MESSAGE_LENGTH = 400;
/** A name of the program's can be as long as the program. */
const shortenErrorMessage = (message: string): string =>
  message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;

/**
 * The error that ended a run. The limits act long before the engine's own stack is full; a full stack would be one more
 * limit, and the runs of others continue.
 * @throws anything else
 */
function toRaisedError(thrown: unknown): Raised {
  if (thrown instanceof Raised) return thrown;
  if (thrown instanceof Error && /call stack|too much recursion/.test(thrown.message))
    return new Raised('LimitError', 'the program goes too deep');
  throw thrown;
}

/** One run of a program: its locals, and the variables it has set in the context so far. */
class Run implements BlockScope {
  readonly locals = new Map<string, PyValue>();
  readonly changes = new Map<string, PyValue>();
  readonly meter: Meter;
  readonly handling: Raised[] = [];
  readonly #context: ReadContext;
  readonly #copies = new Map<string, PyValue>();
  readonly #isPlain: boolean;
  #added = 0;

  constructor(context: ReadContext, meter: Meter, isPlain: boolean) {
    this.#context = context;
    this.meter = meter;
    this.#isPlain = isPlain;
  }

  readonly variable = (name: string): PyValue | undefined => {
    const changed = this.changes.get(name);
    if (changed !== undefined) return changed;
    return this.#isPlain ? this.#context.get(name) : this.#copied(name);
  };

  /** Its own copy of a variable, always the same: nothing that the run does reaches the context before its end. */
  #copied(name: string): PyValue | undefined {
    const known = this.#copies.get(name);
    if (known !== undefined) return known;
    const value = this.#context.get(name);
    if (value === undefined || !isContainerValue(value)) return value;
    const copy = copyValue(value, this.meter);
    this.#copies.set(name, copy);
    return copy;
  }

  /** Looks through what the context is to keep; a variable that was changed in place counts as set. */
  settle(): void {
    for (const value of this.changes.values()) measureSettledValue(value, this.meter);
    for (const [name, copy] of this.#copies)
      if (!this.changes.has(name) && measureSettledValue(copy, this.meter)) this.changes.set(name, copy);
  }

  readonly setVariable = (name: string, value: PyValue): void => {
    const { limits } = this.meter;
    if (name.length > limits.name)
      raiseError('LimitError', `a variable's name of more than ${limits.name} characters`);
    if (this.variable(name) === undefined) {
      this.#added += 1;
      if (this.#context.size + this.#added > limits.variables)
        raiseError('LimitError', `more than ${limits.variables} variables`);
    }
    this.changes.set(name, value);
  };
}
