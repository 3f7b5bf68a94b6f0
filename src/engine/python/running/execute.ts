import { echo } from '../echo.ts';
import { isOfKind } from '../errors.ts';
import { type ErrorName, Raised, raise } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { SingleTarget, Statement, Target } from '../program.ts';
import { keyOf, truth, typeName, type Value } from '../value.ts';
import { updated } from '../values/arithmetic.ts';
import { deleteItem, setItem } from '../values/changes.ts';
import { brief, itemOf } from '../values/items.ts';
import { evaluateExpression, fallbacksOf, variable } from './evaluate.ts';
import { functionValue } from './functionValue.ts';
import { raisedWith } from './raisedWith.ts';
import type { BlockScope } from './scope.ts';
import { through } from './through.ts';
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
      for (const target of statement.targets) set(target, value, scope);
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
    case 'delete':
      remove(statement, scope);
      return null;
    case 'raise':
      return throwOne(statement, scope);
    case 'try':
      return attempt(statement, scope);
    default:
      return statement.kind;
  }
}

function goThrough({ target, source, body, otherwise }: Of<'for'>, scope: BlockScope): Leap | null {
  for (const item of through(source, scope, evaluateExpression)) {
    scope.meter.step(target.at);
    set(target, item, scope);
    const leap = execute(body, scope);
    if (leap === 'break') return null;
    if (leap !== null && leap !== 'continue') return leap;
  }
  return execute(otherwise, scope);
}

function repeat({ test, body, otherwise }: Of<'while'>, scope: BlockScope): Leap | null {
  while (truth(evaluateExpression(test, scope))) {
    const leap = execute(body, scope);
    if (leap === 'break') return null;
    if (leap !== null && leap !== 'continue') return leap;
  }
  return execute(otherwise, scope);
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
  const own =
    caught === null ? execute(last, scope) : whileHandling(caught, scope, () => execute(last, scope));
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
  try {
    return whileHandling(caught, scope, () => execute(handler.body, scope));
  } finally {
    if (name !== null) scope.locals.delete(name);
  }
}

/** Runs what a bare raise in it would raise again. */
function whileHandling(caught: Raised, { handling }: BlockScope, run: () => Leap | null): Leap | null {
  handling.push(caught);
  try {
    return run();
  } finally {
    handling.pop();
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
  const none = 'No active exception to reraise';
  throw handling.at(-1) ?? raise('RuntimeError', none, () => none);
}

/** What stands in the brackets of the target is evaluated once, before the value. */
function update({ target, operator, value, at }: Of<'update'>, scope: BlockScope): void {
  const { meter } = scope;
  const place = placed(target, scope);
  meter.at = target.at;
  const before = valueAt(place, target, scope);
  const other = evaluateExpression(value, scope);
  meter.at = at;
  const after = updated(operator, before, other, meter);
  setAt(place, after, target, scope);
}

function valueAt(place: Spot, target: SingleTarget, scope: BlockScope): Value {
  if (place.kind === 'variable') return variable(place.key, scope);
  if (place.kind === 'item') return itemOf(place.object, place.index, scope.meter);
  return evaluateExpression(target, scope);
}

/** A target whose brackets have been evaluated. */
type Spot =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'variable'; readonly key: Value }
  | { readonly kind: 'item'; readonly object: Value; readonly index: Value };

function placed(target: SingleTarget, scope: BlockScope): Spot {
  if (target.kind === 'name') return target;
  if (target.kind === 'variable') return { kind: 'variable', key: evaluateExpression(target.key, scope) };
  const object = evaluateExpression(target.object, scope);
  return { kind: 'item', object, index: evaluateExpression(target.index, scope) };
}

function set(target: Target, value: Value, scope: BlockScope): void {
  const { meter } = scope;
  if (target.kind !== 'targets') {
    setAt(placed(target, scope), value, target, scope);
    return;
  }
  meter.at = target.at;
  const values = unpacked(value, target.targets.length, meter);
  for (const [at, part] of target.targets.entries()) set(part, values[at], scope);
}

function setAt(place: Spot, value: Value, { at }: SingleTarget, scope: BlockScope): void {
  const { meter } = scope;
  if (place.kind === 'name') {
    scope.locals.set(place.name, value);
    return;
  }
  meter.at = at;
  if (place.kind === 'item') setItem(place.object, place.index, value, meter);
  else if (typeof place.key === 'string') scope.setVariable(place.key, value);
  else noName(place.key, meter);
}

function remove({ targets }: Of<'delete'>, scope: BlockScope): void {
  for (const target of targets) {
    const place = placed(target, scope);
    scope.meter.at = target.at;
    if (place.kind === 'item') deleteItem(place.object, place.index, scope.meter);
    else if (place.kind === 'name' && !scope.locals.delete(place.name)) noLocal(place.name, scope);
  }
}

/** The error for a name that has no value here; of a function it is another. */
function noLocal(name: string, { locals }: BlockScope): void {
  if (locals.get(name) === undefined) throw new Raised('NameError', `there is no name ${echo(name)} here`);
}

/** Refuses a key that is not a string; Python would accept any hashable key. */
function noName(key: Exclude<Value, string>, meter: Meter): never {
  keyOf(key, meter);
  return raise('LimitError', `the name of a variable is a str, not ${brief(key)}`);
}
