import { PROGRAM_LIMITS } from './limits.ts';
import { type Allowance, Meter } from './meter.ts';
import type { Condition, Program } from './program.ts';
import { type Context, evaluateCondition, type ProgramOutcome, runCode } from './runCode.ts';
import type { PyValue } from './value.ts';

/** Runs of one program that are remembered. */
const MAX_RUNS = 2_048;
/** Variables that a remembered run reads. */
const MAX_READS = 64;
/** UTF-16 units of a text that is compared. */
const MAX_TEXT_LENGTH = 4_000;

/** The end of a run: what it came to, what it set, and what it cost. */
interface RunEnd<T> {
  readonly kind: 'end';
  readonly outcome: ProgramOutcome<T>;
  readonly changes: readonly (readonly [name: string, value: PyValue])[];
  readonly steps: number;
  readonly work: number;
}

/** To a Map −0.0 is 0.0; Python writes them differently. */
const NEGATIVE_ZERO = Symbol('-0.0');
type Key = PyValue | undefined | typeof NEGATIVE_ZERO;
const toKey = (value: PyValue | undefined): Key => (Object.is(value, -0) ? NEGATIVE_ZERO : value);

/** A variable that is read after certain values, and where each of its own values leads. */
interface Reading<T> {
  readonly kind: 'reading';
  readonly name: string;
  readonly next: Map<Key, Reading<T> | RunEnd<T>>;
}

/**
 * The runs of one program by the values that they read, in the order of reading: a program that has read the same
 * values reads the same variable next, and ends alike at the same cost. The agents of a workflow meet few values.
 */
class RunMemory<T> {
  #first: Reading<T> | RunEnd<T> | null = null;
  #kept = 0;
  #found = 0;

  /** False once it was full, and had been of use for few runs. */
  isWorthwhile = true;

  /** The end of a run that has read what the context holds; null if none has. */
  find(context: Pick<Context, 'get'>): RunEnd<T> | null {
    let place = this.#first ?? undefined;
    while (place?.kind === 'reading') place = place.next.get(toKey(context.get(place.name)));
    if (place === undefined) return null;
    this.#found++;
    return place;
  }

  add({ names, values }: RecordedReads, end: RunEnd<T>): void {
    if (this.#kept === MAX_RUNS) {
      this.isWorthwhile = this.#found >= MAX_RUNS;
      this.#first = null;
      this.#kept = 0;
      this.#found = 0;
    }
    this.#kept++;
    let place: Reading<T> | RunEnd<T> = end;
    if (names.length > 0) place = this.#first ?? createReading(names[0]);
    this.#first = place;
    for (let i = 0; place.kind === 'reading'; i++) {
      const key = toKey(values[i]);
      const next = place.next.get(key) ?? (i + 1 < names.length ? createReading(names[i + 1]) : end);
      place.next.set(key, next);
      place = next;
    }
  }
}

const createReading = <T>(name: string): Reading<T> => ({ kind: 'reading', name, next: new Map() });

/** A context that notes what is read of it. */
class RecordedReads implements Context {
  readonly names: string[] = [];
  readonly values: (PyValue | undefined)[] = [];
  readonly changes: (readonly [name: string, value: PyValue])[] = [];
  /** False if more counts than the noted values, or one that cannot be compared. */
  isComplete = true;

  constructor(private readonly context: Context) {}

  get artifacts(): Context['artifacts'] {
    return this.context.artifacts;
  }

  get size(): number {
    this.isComplete = false;
    return this.context.size;
  }

  get(name: string): PyValue | undefined {
    const value = this.context.get(name);
    if (!this.isComplete || this.names.includes(name)) return value;
    this.names.push(name);
    this.values.push(value);
    this.isComplete = this.names.length <= MAX_READS && isComparable(value);
    return value;
  }

  set(name: string, value: PyValue): void {
    this.changes.push([name, value]);
    this.isComplete &&= isComparable(value);
    this.context.set(name, value);
  }
}

/** True if no other value has the same key; containers may change. */
const isComparable = (value: PyValue | undefined): boolean =>
  typeof value === 'string' ? value.length <= MAX_TEXT_LENGTH : value === null || typeof value !== 'object';

const codeRuns = new WeakMap<Program, RunMemory<void>>();
const conditionRuns = new WeakMap<Condition, RunMemory<PyValue>>();

/** `runCode`, from memory where the step has read the same values before. @param allowance charged as if it ran */
export function recallCode(program: Program, context: Context, allowance: Allowance): ProgramOutcome<void> {
  if (!program.isPlain) return runCode(program, context, new Meter(PROGRAM_LIMITS, allowance));
  return recallRun(codeRuns, program, context, allowance, runCode);
}

/** `evaluateCondition`, likewise. */
export const recallCondition = (
  condition: Condition,
  context: Context,
  allowance: Allowance,
): ProgramOutcome<PyValue> => recallRun(conditionRuns, condition, context, allowance, evaluateCondition);

function recallRun<Source extends object, T>(
  memories: WeakMap<Source, RunMemory<T>>,
  source: Source,
  context: Context,
  allowance: Allowance,
  run: (source: Source, context: Context, meter: Meter) => ProgramOutcome<T>,
): ProgramOutcome<T> {
  let memory = memories.get(source);
  if (memory === undefined) {
    memory = new RunMemory();
    memories.set(source, memory);
  }
  if (!memory.isWorthwhile) return run(source, context, new Meter(PROGRAM_LIMITS, allowance));
  const end = memory.find(context);
  if (end !== null && allowance.take(end.steps, end.work)) {
    for (const [name, value] of end.changes) context.set(name, value);
    return end.outcome;
  }
  const { steps, work } = allowance;
  const reads = new RecordedReads(context);
  const outcome = run(source, reads, new Meter(PROGRAM_LIMITS, allowance));
  // A limit may be the allowance's, which is not the same next time.
  const isLimited = outcome.kind === 'failed' && outcome.error === 'LimitError';
  if (end === null && reads.isComplete && !isLimited)
    memory.add(reads, {
      kind: 'end',
      outcome,
      changes: reads.changes,
      steps: steps - allowance.steps,
      work: work - allowance.work,
    });
  return outcome;
}
