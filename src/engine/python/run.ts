import { type ErrorName, LIMITS, type Limits, Raised, raise } from './limits.ts';
import { Meter } from './meter.ts';
import type { Problem } from './place.ts';
import type { Condition, Program, Statement, Target } from './program.ts';
import { evaluateExpression, variable } from './running/evaluate.ts';
import type { Scope } from './running/scope.ts';
import { unpacked } from './running/unpacked.ts';
import { keyOf, truth, type Value } from './value.ts';
import { updated } from './values/arithmetic.ts';
import { brief, iterated } from './values/items.ts';

/** The variables of a workflow, by name; a Map is one. */
export interface Context {
  readonly size: number;
  get(name: string): Value | undefined;
  set(name: string, value: Value): unknown;
}
type ReadContext = Omit<Context, 'set'>;

/** Result of a run: its value, or the error that ended it with its place. */
export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'failed';
      readonly error: ErrorName;
      readonly problem: Problem;
      /** For a NameError, the name that is not defined. */
      readonly name?: string;
    };

/** Runs a code step. The context is changed only if all of it succeeds. */
export function runCode(program: Program, context: Context, limits: Limits = LIMITS): Outcome<void> {
  const run = new Run(context, new Meter(limits));
  return outcomeOf(run.meter, () => {
    run.block(program.body);
    for (const [name, value] of run.changes) context.set(name, value);
  });
}

/** The value of a condition; `truth` says whether it holds. */
export function evaluate(
  condition: Condition,
  context: ReadContext,
  limits: Limits = LIMITS,
): Outcome<Value> {
  const run = new Run(context, new Meter(limits));
  return outcomeOf(run.meter, () => evaluateExpression(condition.expression, run));
}

function outcomeOf<T>(meter: Meter, run: () => T): Outcome<T> {
  try {
    return { kind: 'done', value: run() };
  } catch (raised) {
    if (!(raised instanceof Raised)) throw raised;
    const { error, message, missing } = raised;
    const problem = { ...meter.at, message: `${error}: ${message}` };
    return { kind: 'failed', error, problem, ...(missing === undefined ? {} : { name: missing }) };
  }
}

/** What ends a block before its last statement. */
type Leap = 'break' | 'continue';

/** One run of a program: its locals, and the variables it has set in the context so far. */
class Run implements Scope {
  readonly locals = new Map<string, Value>();
  readonly changes = new Map<string, Value>();
  readonly meter: Meter;
  readonly #context: ReadContext;
  #added = 0;

  constructor(context: ReadContext, meter: Meter) {
    this.#context = context;
    this.meter = meter;
  }

  readonly variable = (name: string): Value | undefined => {
    const changed = this.changes.get(name);
    return changed === undefined ? this.#context.get(name) : changed;
  };

  /** Runs statements to their end, or to a break or continue. */
  block(statements: readonly Statement[]): Leap | null {
    for (const statement of statements) {
      const leap = this.#statement(statement);
      if (leap !== null) return leap;
    }
    return null;
  }

  #statement(statement: Statement): Leap | null {
    this.meter.step(statement.at);
    switch (statement.kind) {
      case 'expression':
        evaluateExpression(statement.value, this);
        return null;
      case 'assign': {
        const value = evaluateExpression(statement.value, this);
        for (const target of statement.targets) this.#set(target, value, null);
        return null;
      }
      case 'update':
        this.#update(statement);
        return null;
      case 'if': {
        const branch = statement.branches.find(({ test }) => truth(evaluateExpression(test, this)));
        return this.block(branch?.body ?? statement.otherwise);
      }
      case 'for':
        this.#for(statement);
        return null;
      case 'while':
        while (truth(evaluateExpression(statement.test, this)))
          if (this.block(statement.body) === 'break') break;
        return null;
      default:
        return statement.kind;
    }
  }

  #for({ target, source, body }: Extract<Statement, { kind: 'for' }>): void {
    const through = evaluateExpression(source, this);
    this.meter.at = source.at;
    for (const item of iterated(through, this.meter)) {
      this.meter.step(target.at);
      this.#set(target, item, null);
      if (this.block(body) === 'break') return;
    }
  }

  /** The key is evaluated once, before the value. */
  #update({ target, operator, value, at }: Extract<Statement, { kind: 'update' }>): void {
    const key = target.kind === 'variable' ? evaluateExpression(target.key, this) : null;
    this.meter.at = target.at;
    const before = target.kind === 'variable' ? variable(key, this) : evaluateExpression(target, this);
    const other = evaluateExpression(value, this);
    this.meter.at = at;
    this.#set(target, updated(operator, before, other, this.meter), key);
  }

  /** @param known the value of the target's key, where it is already known */
  #set(target: Target, value: Value, known: Value): void {
    if (target.kind === 'name') {
      this.locals.set(target.name, value);
      return;
    }
    if (target.kind === 'targets') {
      this.meter.at = target.at;
      const values = unpacked(value, target.targets.length, this.meter);
      for (const [at, part] of target.targets.entries()) this.#set(part, values[at], null);
      return;
    }
    const key = known ?? evaluateExpression(target.key, this);
    this.meter.at = target.at;
    if (typeof key !== 'string') noName(key, this.meter);
    this.#setVariable(key, value);
  }

  #setVariable(name: string, value: Value): void {
    const { limits } = this.meter;
    if (name.length > limits.name)
      raise('LimitError', `a variable's name of more than ${limits.name} characters`);
    if (this.variable(name) === undefined) {
      this.#added += 1;
      if (this.#context.size + this.#added > limits.variables)
        raise('LimitError', `more than ${limits.variables} variables`);
    }
    this.changes.set(name, value);
  }
}

/** Refuses a key that is not a string; Python would accept any hashable key. */
function noName(key: Exclude<Value, string>, meter: Meter): never {
  keyOf(key, meter);
  return raise('LimitError', `the name of a variable is a str, not ${brief(key)}`);
}
