import { isOfKind } from '../errors.ts';
import { type ErrorName, Raised, raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Statement, Target } from '../program.ts';
import { keyOf, truth, typeName, type Value } from '../value.ts';
import { updated } from '../values/arithmetic.ts';
import { brief, iterated } from '../values/items.ts';
import { evaluateExpression, fallbacksOf, variable } from './evaluate.ts';
import { functionValue } from './functionValue.ts';
import { raisedWith } from './raisedWith.ts';
import type { BlockScope } from './scope.ts';
import { unpacked } from './unpacked.ts';

type Of<K extends Statement['kind']> = Extract<Statement, { readonly kind: K }>;

/** What ends a block before its last statement. */
type Leap = 'break' | 'continue' | { readonly returned: Value };

/** Runs statements to their end, or to a break, continue or return. @throws Raised */
export function execute(statements: readonly Statement[], scope: BlockScope): Leap | null {
  for (const statement of statements) {
    const leap = executeOne(statement, scope);
    if (leap !== null) return leap;
  }
  return null;
}

function executeOne(statement: Statement, scope: BlockScope): Leap | null {
  scope.meter.step(statement.at);
  switch (statement.kind) {
    case 'expression':
      evaluateExpression(statement.value, scope);
      return null;
    case 'assign': {
      const value = evaluateExpression(statement.value, scope);
      for (const target of statement.targets) set(target, value, null, scope);
      return null;
    }
    case 'update':
      update(statement, scope);
      return null;
    case 'if': {
      const branch = statement.branches.find(({ test }) => truth(evaluateExpression(test, scope)));
      return execute(branch?.body ?? statement.otherwise, scope);
    }
    case 'for':
      return goThrough(statement, scope);
    case 'while':
      return repeat(statement, scope);
    case 'function':
      scope.locals.set(statement.name, defined(statement, scope));
      return null;
    case 'return':
      return { returned: statement.value === null ? null : evaluateExpression(statement.value, scope) };
    case 'raise':
      return throwOne(statement, scope);
    case 'try':
      return attempt(statement, scope);
    default:
      return statement.kind;
  }
}

function goThrough({ target, source, body }: Of<'for'>, scope: BlockScope): Leap | null {
  const through = evaluateExpression(source, scope);
  scope.meter.at = source.at;
  for (const item of iterated(through, scope.meter)) {
    scope.meter.step(target.at);
    set(target, item, null, scope);
    const leap = execute(body, scope);
    if (leap === 'break') break;
    if (leap !== null && leap !== 'continue') return leap;
  }
  return null;
}

function repeat({ test, body }: Of<'while'>, scope: BlockScope): Leap | null {
  while (truth(evaluateExpression(test, scope))) {
    const leap = execute(body, scope);
    if (leap === 'break') break;
    if (leap !== null && leap !== 'continue') return leap;
  }
  return null;
}

function defined({ name, made }: Of<'function'>, scope: BlockScope): Value {
  const fallbacks = fallbacksOf(made, scope);
  return functionValue(name, made, fallbacks, scope, inside => {
    const leap = execute(made.body, inside);
    return typeof leap === 'object' && leap !== null ? leap.returned : null;
  });
}

function attempt(statement: Of<'try'>, scope: BlockScope): Leap | null {
  const { last } = statement;
  if (last.length === 0) return handle(statement, scope);
  let leap: Leap | null = null;
  const caught = errorOf(scope, () => {
    leap = handle(statement, scope);
  });
  const { at } = scope.meter;
  if (caught !== null) scope.handling.push(caught);
  const own = execute(last, scope);
  if (caught !== null) scope.handling.pop();
  if (own !== null || caught === null) return own ?? leap;
  scope.meter.at = at;
  throw caught;
}

/** Runs the block, then what handles its error, or what follows where there was none. */
function handle({ body, handlers, otherwise }: Of<'try'>, scope: BlockScope): Leap | null {
  let leap: Leap | null = null;
  const caught = errorOf(scope, () => {
    leap = execute(body, scope);
  });
  if (caught === null) return leap ?? execute(otherwise, scope);
  const handler = handlers.find(({ errors }) => isHandled(caught, errors, scope));
  if (handler === undefined) throw caught;
  const { name } = handler;
  if (name !== null) scope.locals.set(name, caught);
  scope.handling.push(caught);
  try {
    return execute(handler.body, scope);
  } finally {
    scope.handling.pop();
    if (name !== null) scope.locals.delete(name);
  }
}

function isHandled({ error }: Raised, errors: readonly ErrorName[] | null, scope: BlockScope): boolean {
  return errors === null || errors.some(kind => isOfKind(error, known(kind, scope)));
}

/** The error that a part of the program ends with, or null. No limit is ever caught. */
function errorOf({ meter }: BlockScope, run: () => void): Raised | null {
  const { levels } = meter;
  try {
    run();
    return null;
  } catch (error) {
    if (!(error instanceof Raised) || error.error === 'LimitError') throw error;
    meter.leave(meter.levels - levels);
    return error;
  }
}

/** Python would find a variable of the context in place of the error. */
function known(error: ErrorName, { variable }: BlockScope): ErrorName {
  if (variable(error) !== undefined)
    raise('LimitError', `${error} is a variable of the context here, and no error`);
  return error;
}

function throwOne({ error, values, at }: Of<'raise'>, scope: BlockScope): never {
  const { meter, handling } = scope;
  const given = values.map(value => evaluateExpression(value, scope));
  meter.at = at;
  if (error !== null) throw raisedWith(known(error, scope), given, meter);
  const [value] = given;
  if (value instanceof Raised) throw value;
  if (value !== undefined) raise('TypeError', `a ${typeName(value)} cannot be raised`);
  throw handling.at(-1) ?? new Raised('RuntimeError', 'No active exception to reraise');
}

/** The key is evaluated once, before the value. */
function update({ target, operator, value, at }: Of<'update'>, scope: BlockScope): void {
  const { meter } = scope;
  const key = target.kind === 'variable' ? evaluateExpression(target.key, scope) : null;
  meter.at = target.at;
  const before = target.kind === 'variable' ? variable(key, scope) : evaluateExpression(target, scope);
  const other = evaluateExpression(value, scope);
  meter.at = at;
  set(target, updated(operator, before, other, meter), key, scope);
}

/** @param known the value of the target's key, where it is already known */
function set(target: Target, value: Value, known: Value, scope: BlockScope): void {
  const { meter } = scope;
  if (target.kind === 'name') {
    scope.locals.set(target.name, value);
    return;
  }
  if (target.kind === 'targets') {
    meter.at = target.at;
    const values = unpacked(value, target.targets.length, meter);
    for (const [at, part] of target.targets.entries()) set(part, values[at], null, scope);
    return;
  }
  const key = known ?? evaluateExpression(target.key, scope);
  meter.at = target.at;
  if (typeof key !== 'string') noName(key, meter);
  scope.setVariable(key, value);
}

/** Refuses a key that is not a string; Python would accept any hashable key. */
function noName(key: Exclude<Value, string>, meter: Meter): never {
  keyOf(key, meter);
  return raise('LimitError', `the name of a variable is a str, not ${brief(key)}`);
}
