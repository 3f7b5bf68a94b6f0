import { ARTIFACT_ENTRY, type ArtifactCall, type ArtifactCalls, type Artifacts } from './artifact.ts';
import { type ErrorName, Raised, raiseError } from './limits.ts';
import { Meter } from './meter.ts';
import type { Condition, Program } from './program.ts';
import {
  type BlockScope,
  callValue,
  countLevels,
  formatSourceExcerpt,
  type NamedValue,
} from './running/createFunctionValue.ts';
import { evaluateExpression } from './running/evaluate.ts';
import { executeStatements } from './running/executeStatements.ts';
import type { SourceProblem } from './sourcePlace.ts';
import { writeValueMetered } from './toPyRepr.ts';
import { copyValue, isContainerValue, measureSettledValue, type PyValue } from './value.ts';
import { formatBriefValue } from './values/items.ts';

/** The variables of a workflow, by name; a Map is one. */
export interface Context {
  readonly size: number;
  /** Artifacts that conditions may ask; absent for none. */
  readonly artifacts?: Artifacts | undefined;
  get(name: string): PyValue | undefined;
  set(name: string, value: PyValue): unknown;
}
type ReadContext = Omit<Context, 'set'>;

/** Result of a run: its value, or the error that ended it with its place. */
export type ProgramOutcome<T> = (
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'failed';
      readonly error: ErrorName;
      readonly problem: SourceProblem;
      /** For a NameError, the name that is not defined. */
      readonly name?: string;
      /** The artifact in whose code the place is; absent for the program's own. */
      readonly artifact?: string;
    }
) & {
  /** Questions to artifacts; absent for none. */
  readonly calls?: ArtifactCalls;
};

/** Runs a code step. The context is changed only if all of it succeeds. */
export function runCode(program: Program, context: Context, meter = new Meter()): ProgramOutcome<void> {
  const run = new Run(context, meter, program.isPlain);
  return captureOutcome(run, () => {
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
  return captureOutcome(run, () => evaluateExpression(condition.expression, run));
}

function captureOutcome<T>({ meter, calls }: Run, run: () => T): ProgramOutcome<T> {
  const asked = () => (calls.total === 0 ? {} : { calls });
  try {
    return { kind: 'done', value: run(), ...asked() };
  } catch (raised) {
    const found = toRaisedError(raised);
    const { error, missing, origin } = found;
    const { line, column } = origin ?? meter.at;
    return {
      kind: 'failed',
      error,
      problem: { line, column, message: describeError(found) },
      ...(missing === undefined ? {} : { name: missing }),
      ...(origin === undefined ? {} : { artifact: origin.artifact }),
      ...asked(),
    };
  } finally {
    meter.settle();
  }
}

const describeError = ({ error, message }: Raised): string =>
  message === '' ? error : `${error}: ${shortenErrorMessage(message)}`;

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

/** Questions to artifacts that one run lists. */
const MAX_LISTED_CALLS = 50;

/** Lists the questions of a run. */
class CallList implements ArtifactCalls {
  readonly listed: ArtifactCall[] = [];
  total = 0;

  add(call: ArtifactCall): void {
    this.total += 1;
    if (this.total <= MAX_LISTED_CALLS) this.listed.push(call);
  }
}

/** One run of a program: its locals, and the variables it has set in the context so far. */
class Run implements BlockScope {
  readonly locals = new Map<string, PyValue>();
  readonly changes = new Map<string, PyValue>();
  readonly meter: Meter;
  readonly handling: Raised[] = [];
  readonly calls: CallList;
  readonly #artifact: string | null;
  readonly #context: ReadContext;
  readonly #copies = new Map<string, PyValue>();
  readonly #isPlain: boolean;
  #added = 0;

  /** @param asked the artifact that it is a run of, in the run that asked */
  constructor(
    context: ReadContext,
    meter: Meter,
    isPlain: boolean,
    asked: { readonly artifact: string; readonly calls: CallList } | null = null,
  ) {
    this.calls = asked?.calls ?? new CallList();
    this.#artifact = asked?.artifact ?? null;
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

  /** Runs an artifact on copies and at this run's cost; nothing that its code sets or changes lasts. */
  readonly ask = (name: PyValue, values: readonly PyValue[], named: readonly NamedValue[]): PyValue => {
    const { meter, calls } = this;
    const program = typeof name === 'string' ? this.#context.artifacts?.get(name)?.program : undefined;
    if (typeof name !== 'string' || program === undefined)
      return raiseError('LookupError', `no artifact is called ${formatBriefValue(name)}`);
    const place = meter.at;
    const [given, givenByName] = [
      values.map(value => copyPassedValue(value, meter)),
      named.map(([word, value]) => [word, copyPassedValue(value, meter)] as const),
    ];
    const call: ArtifactCall = {
      artifact: name,
      given: writeArguments(given, givenByName, meter),
      by: this.#artifact,
      answer: null,
      failure: null,
    };
    calls.add(call);
    try {
      meter.enter(countLevels(program));
      const run = new Run(this.#context, meter, program.isPlain, { artifact: name, calls });
      executeStatements(program.body, run);
      const answer = copyPassedValue(
        callValue(run.locals.get(ARTIFACT_ENTRY) ?? null, given, givenByName),
        meter,
      );
      call.answer = formatSourceExcerpt(writeValueMetered(meter, answer, true));
      meter.leave(countLevels(program));
      meter.at = place;
      return answer;
    } catch (thrown) {
      const raised = toRaisedError(thrown);
      raised.origin ??= { artifact: name, ...meter.at };
      call.failure = describeError(raised);
      throw raised;
    }
  };

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

/** A copy of a value that goes from one program to another. @throws Raised a LimitError for a function or an error */
function copyPassedValue(value: PyValue, meter: Meter): PyValue {
  measureSettledValue(value, meter, 'passed between artifacts');
  return copyValue(value, meter);
}

/** `'a jar', floor=3`, shortened. */
const writeArguments = (values: readonly PyValue[], named: readonly NamedValue[], meter: Meter): string =>
  formatSourceExcerpt(
    [
      ...values.map(value => writeValueMetered(meter, value, true)),
      ...named.map(([name, value]) => `${name}=${writeValueMetered(meter, value, true)}`),
    ].join(', '),
  );
