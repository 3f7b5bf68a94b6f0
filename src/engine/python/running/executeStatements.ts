import { type ErrorName, Raised, raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { SingleTarget, Statement, Target } from '../program.ts';
import { writeValueMetered } from '../toPyRepr.ts';
import { getPyTypeName, isTruthy, type PyValue, toDictKey } from '../value.ts';
import { deleteItem, setItem } from '../values/collectionChanges.ts';
import { applyInPlaceOperator } from '../values/computeArithmetic.ts';
import { formatBriefValue, getItemAtIndex } from '../values/items.ts';
import { type BlockScope, createFunctionValue, formatSourceExcerpt } from './createFunctionValue.ts';
import { evaluateDefaults, evaluateExpression, getContextVariable, unpackValue } from './evaluate.ts';
import { iterateExpression } from './iterateExpression.ts';

type StatementOfKind<K extends Statement['kind']> = Extract<Statement, { readonly kind: K }>;

/** Early end of a block. */
type Leap = 'break' | 'continue' | { readonly returned: PyValue };

/** Runs statements to their end, or to a break, continue or return. @throws Raised */
export function executeStatements(statements: readonly Statement[], scope: BlockScope): Leap | null {
  for (const statement of statements) {
    const leap = executeStatement(statement, scope);
    if (leap !== null) return leap;
  }
  return null;
}

function executeStatement(statement: Statement, scope: BlockScope): Leap | null {
  scope.meter.step(statement.at);
  switch (statement.kind) {
    case 'expression':
      evaluateExpression(statement.value, scope);
      return null;
    case 'assign': {
      const value = evaluateExpression(statement.value, scope);
      for (const target of statement.targets) assignToTarget(target, value, scope);
      return null;
    }
    case 'update':
      executeUpdate(statement, scope);
      return null;
    case 'if': {
      const branch = statement.branches.find(({ test }) => isTruthy(evaluateExpression(test, scope)));
      return executeStatements(branch?.body ?? statement.otherwise, scope);
    }
    case 'for':
      return executeForLoop(statement, scope);
    case 'while':
      return executeWhileLoop(statement, scope);
    case 'function':
      scope.locals.set(statement.name, createDefinedFunction(statement, scope));
      return null;
    case 'return':
      return { returned: statement.value === null ? null : evaluateExpression(statement.value, scope) };
    case 'delete':
      executeDelete(statement, scope);
      return null;
    case 'raise':
      return executeRaise(statement, scope);
    case 'try':
      return executeTry(statement, scope);
    default:
      return statement.kind;
  }
}

function executeForLoop(
  { target, source, body, otherwise }: StatementOfKind<'for'>,
  scope: BlockScope,
): Leap | null {
  for (const item of iterateExpression(source, scope, evaluateExpression)) {
    scope.meter.step(target.at);
    assignToTarget(target, item, scope);
    const leap = executeStatements(body, scope);
    if (leap === 'break') return null;
    if (leap !== null && leap !== 'continue') return leap;
  }
  return executeStatements(otherwise, scope);
}

function executeWhileLoop(
  { test, body, otherwise }: StatementOfKind<'while'>,
  scope: BlockScope,
): Leap | null {
  while (isTruthy(evaluateExpression(test, scope))) {
    const leap = executeStatements(body, scope);
    if (leap === 'break') return null;
    if (leap !== null && leap !== 'continue') return leap;
  }
  return executeStatements(otherwise, scope);
}

function createDefinedFunction({ name, made }: StatementOfKind<'function'>, scope: BlockScope): PyValue {
  const fallbacks = evaluateDefaults(made, scope);
  return createFunctionValue(name, made, fallbacks, scope, inside => {
    const leap = executeStatements(made.body, inside);
    return typeof leap === 'object' && leap !== null ? leap.returned : null;
  });
}

function executeTry(statement: StatementOfKind<'try'>, scope: BlockScope): Leap | null {
  const { last } = statement;
  if (last.length === 0) return executeTryHandlers(statement, scope);
  let leap: Leap | null = null;
  const caught = captureRaisedError(scope, () => {
    leap = executeTryHandlers(statement, scope);
  });
  const { at } = scope.meter;
  const own =
    caught === null
      ? executeStatements(last, scope)
      : runWhileHandling(caught, scope, () => executeStatements(last, scope));
  if (own !== null || caught === null) return own ?? leap;
  scope.meter.at = at;
  throw caught;
}

/** Runs the block, then the handler of its error, or the else part without an error. */
function executeTryHandlers(
  { body, handlers, otherwise }: StatementOfKind<'try'>,
  scope: BlockScope,
): Leap | null {
  let leap: Leap | null = null;
  const caught = captureRaisedError(scope, () => {
    leap = executeStatements(body, scope);
  });
  if (caught === null) return leap ?? executeStatements(otherwise, scope);
  const handler = handlers.find(({ errors }) => isErrorHandled(caught, errors, scope));
  if (handler === undefined) throw caught;
  const { name } = handler;
  if (name !== null) scope.locals.set(name, caught);
  try {
    return runWhileHandling(caught, scope, () => executeStatements(handler.body, scope));
  } finally {
    if (name !== null) scope.locals.delete(name);
  }
}

/** Runs what a bare raise in it would raise again. */
function runWhileHandling(caught: Raised, { handling }: BlockScope, run: () => Leap | null): Leap | null {
  handling.push(caught);
  try {
    return run();
  } finally {
    handling.pop();
  }
}

function isErrorHandled({ error }: Raised, errors: readonly ErrorName[] | null, scope: BlockScope): boolean {
  return errors === null || errors.some(kind => isErrorOfKind(error, checkErrorNotShadowed(kind, scope)));
}

/** The error that a part of the program ends with, or null. No limit is ever caught. */
function captureRaisedError({ meter }: BlockScope, run: () => void): Raised | null {
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
function checkErrorNotShadowed(error: ErrorName, { variable }: BlockScope): ErrorName {
  if (variable(error) !== undefined)
    raiseError('LimitError', `${error} is a variable of the context here, and no error`);
  return error;
}

function executeRaise({ error, values, at }: StatementOfKind<'raise'>, scope: BlockScope): never {
  const { meter, handling } = scope;
  const given = values.map(value => evaluateExpression(value, scope));
  meter.at = at;
  if (error !== null) throw createRaisedError(checkErrorNotShadowed(error, scope), given, meter);
  const [value] = given;
  if (value instanceof Raised) throw value;
  if (value !== undefined) raiseError('TypeError', `a ${getPyTypeName(value)} cannot be raised`);
  const none = 'No active exception to reraise';
  throw handling.at(-1) ?? raiseError('RuntimeError', none, () => none);
}

/** The brackets of the target are evaluated once, before the value. */
function executeUpdate({ target, operator, value, at }: StatementOfKind<'update'>, scope: BlockScope): void {
  const { meter } = scope;
  const place = resolveTargetSpot(target, scope);
  meter.at = target.at;
  const before = getValueAtSpot(place, target, scope);
  const other = evaluateExpression(value, scope);
  meter.at = at;
  const after = applyInPlaceOperator(operator, before, other, meter);
  assignToSpot(place, after, target, scope);
}

function getValueAtSpot(place: Spot, target: SingleTarget, scope: BlockScope): PyValue {
  if (place.kind === 'variable') return getContextVariable(place.key, scope);
  if (place.kind === 'item') return getItemAtIndex(place.object, place.index, scope.meter);
  return evaluateExpression(target, scope);
}

/** A target whose brackets have been evaluated. */
type Spot =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'variable'; readonly key: PyValue }
  | { readonly kind: 'item'; readonly object: PyValue; readonly index: PyValue };

function resolveTargetSpot(target: SingleTarget, scope: BlockScope): Spot {
  if (target.kind === 'name') return target;
  if (target.kind === 'variable') return { kind: 'variable', key: evaluateExpression(target.key, scope) };
  const object = evaluateExpression(target.object, scope);
  return { kind: 'item', object, index: evaluateExpression(target.index, scope) };
}

function assignToTarget(target: Target, value: PyValue, scope: BlockScope): void {
  const { meter } = scope;
  if (target.kind !== 'targets') {
    assignToSpot(resolveTargetSpot(target, scope), value, target, scope);
    return;
  }
  meter.at = target.at;
  const values = unpackValue(value, target.targets.length, meter);
  for (const [at, part] of target.targets.entries()) assignToTarget(part, values[at], scope);
}

function assignToSpot(place: Spot, value: PyValue, { at }: SingleTarget, scope: BlockScope): void {
  const { meter } = scope;
  if (place.kind === 'name') {
    scope.locals.set(place.name, value);
    return;
  }
  meter.at = at;
  if (place.kind === 'item') setItem(place.object, place.index, value, meter);
  else if (typeof place.key === 'string') scope.setVariable(place.key, value);
  else refuseNonStringKey(place.key, meter);
}

function executeDelete({ targets }: StatementOfKind<'delete'>, scope: BlockScope): void {
  for (const target of targets) {
    const place = resolveTargetSpot(target, scope);
    scope.meter.at = target.at;
    if (place.kind === 'item') deleteItem(place.object, place.index, scope.meter);
    else if (place.kind === 'name' && !scope.locals.delete(place.name)) raiseUnboundName(place.name, scope);
  }
}

/** The error for a name that has no value here; of a function it is another. */
function raiseUnboundName(name: string, { locals }: BlockScope): void {
  if (locals.get(name) === undefined)
    throw new Raised('NameError', `there is no name ${formatSourceExcerpt(name)} here`);
}

/** Refuses a key that is not a string; Python would accept any hashable key. */
function refuseNonStringKey(key: Exclude<PyValue, string>, meter: Meter): never {
  toDictKey(key, meter);
  return raiseError('LimitError', `the name of a variable is a str, not ${formatBriefValue(key)}`);
}

/** UTF-16 units of its own words that a problem repeats. */
const MAX_PROBLEM_LENGTH = 200;

/** The error that `raise error(values)` throws. */
function createRaisedError(error: ErrorName, values: readonly PyValue[], meter: Meter): Raised {
  const [first] = values;
  const isText = values.length === 1 && typeof first === 'string' && error !== 'KeyError';
  const message = isText ? shortenRaisedText(first) : values.map(formatBriefValue).join(', ');
  const inside = (depth: number): string =>
    values.map(value => writeValueMetered(meter, value, true, depth)).join(', ');
  const formatMessage = (depth: number): string => {
    if (values.length > 1) return `(${inside(depth)})`;
    if (first === undefined) return '';
    return writeValueMetered(meter, first, error === 'KeyError', depth);
  };
  return new Raised(error, message, { format: formatMessage, inside });
}

const shortenRaisedText = (text: string): string =>
  text.length > MAX_PROBLEM_LENGTH
    ? `${text.slice(0, MAX_PROBLEM_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
    : text;

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

/** True if an error is of a kind, as Python's `except` asks; a limit of this interpreter is of none. */
function isErrorOfKind(error: ErrorName, kind: ErrorName): boolean {
  for (let at: ErrorName | null = error; at !== null; at = ERRORS.get(at) ?? null)
    if (at === kind) return true;
  return false;
}
