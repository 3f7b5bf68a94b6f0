import { echo } from '../echo.ts';
import { Raised, raise } from '../limits.ts';
import type { Place } from '../place.ts';
import type { ComparisonLink, Definition, Expression, Named, Replacement } from '../program.ts';
import { isView } from '../reading/views.ts';
import { PYTHON_NAMES } from '../reading/words.ts';
import {
  isContainer,
  isKind,
  keyOf,
  makeDict,
  makeList,
  makeString,
  makeTuple,
  truth,
  type Value,
} from '../value.ts';
import { arithmetic, signed } from '../values/arithmetic.ts';
import { isHolding } from '../values/comparison.ts';
import { formattedValue } from '../values/format.ts';
import { grow } from '../values/grow.ts';
import { brief, itemOf, sliceOf } from '../values/items.ts';
import { callMethod, checkMethod } from '../values/methods.ts';
import { writeIn } from '../write.ts';
import { produced } from './comprehension.ts';
import { CALLS, extremeBy, STREAMS, sorted, sortInPlace } from './functions.ts';
import { callValue, functionValue } from './functionValue.ts';
import type { Scope } from './scope.ts';
import { prepared, through, viewed } from './through.ts';

type Kind = Expression['kind'];
type Of<K extends Kind> = Extract<Expression, { readonly kind: K }>;
type Evaluation<K extends Kind> = (expression: Of<K>, scope: Scope) => Value;

const EVALUATIONS: { readonly [K in Kind]: Evaluation<K> } = {
  constant: ({ value }) => value,
  name: ({ name }, scope) => named(name, scope),
  variable: ({ key, at }, scope) => {
    const name = evaluateExpression(key, scope);
    scope.meter.at = at;
    return variable(name, scope);
  },
  get: ({ key, fallback, at }, scope) => {
    const [name, other] = [
      evaluateExpression(key, scope),
      fallback === null ? null : evaluateExpression(fallback, scope),
    ];
    scope.meter.at = at;
    const value = find(name, scope);
    return value === undefined ? other : value;
  },
  list: ({ items, at }, scope) => makeList(evaluateAll(items, at, scope), scope.meter),
  tuple: ({ items, at }, scope) => makeTuple(evaluateAll(items, at, scope), scope.meter),
  dict: ({ pairs, at }, scope) => {
    const values = pairs.map(
      ([key, value]) => [evaluateExpression(key, scope), evaluateExpression(value, scope)] as const,
    );
    scope.meter.at = at;
    return makeDict(values, scope.meter);
  },
  unary: ({ operator, operand, at }, scope) => {
    const value = evaluateExpression(operand, scope);
    scope.meter.at = at;
    return operator === 'not' ? !truth(value) : signed(operator, value);
  },
  binary: ({ operator, left, right, at }, scope) => {
    const [one, other] = [evaluateExpression(left, scope), evaluateExpression(right, scope)];
    scope.meter.at = at;
    return arithmetic(operator, one, other, scope.meter);
  },
  and: ({ operands }, scope) => firstThat(operands, scope, false),
  or: ({ operands }, scope) => firstThat(operands, scope, true),
  comparison: compared,
  conditional: ({ test, value, otherwise }, scope) =>
    evaluateExpression(truth(evaluateExpression(test, scope)) ? value : otherwise, scope),
  call: called,
  invoke: invoked,
  lambda,
  comprehension: collected,
  format: ({ parts, at }, scope) => {
    const texts = parts.map(part => (typeof part === 'string' ? part : replaced(part, at, scope)));
    scope.meter.work(texts.reduce((length, text) => length + text.length, 0));
    return makeString(texts.join(''), scope.meter.limits);
  },
  method: methodCalled,
  item: ({ object, index, at }, scope) => {
    const [holder, key] = [evaluateExpression(object, scope), evaluateExpression(index, scope)];
    scope.meter.at = at;
    return itemOf(holder, key, scope.meter);
  },
  slice: ({ object, bounds, at }, scope) => {
    const holder = evaluateExpression(object, scope);
    const [start, stop, step] = bounds.map(bound =>
      bound === null ? null : evaluateExpression(bound, scope),
    );
    scope.meter.at = at;
    return sliceOf(holder, [start, stop, step], scope.meter);
  },
};

/** The value of an expression. @throws Raised */
export function evaluateExpression(expression: Expression, scope: Scope): Value {
  scope.meter.step(expression.at);
  const evaluation = EVALUATIONS[expression.kind] as Evaluation<Kind>;
  return evaluation(expression, scope);
}

/** Evaluates from left to right; then the run's place is back at the enclosing expression. */
function evaluateAll(expressions: readonly Expression[], at: Place, scope: Scope): readonly Value[] {
  const values = expressions.map(expression => evaluateExpression(expression, scope));
  scope.meter.at = at;
  scope.meter.work(values.length);
  return values;
}

/** A local, else a variable of the context. */
function named(name: string, scope: Scope): Value {
  const local = scope.locals.get(name);
  if (local !== undefined) return local;
  const value = scope.variable(name);
  if (value !== undefined) return value;
  if (PYTHON_NAMES.has(name))
    raise('LimitError', `${name} is a name of Python's that this language does not have`);
  const said = () => `name '${name}' is not defined`;
  throw new Raised('NameError', `there is no variable ${echo(name)}`, { said, inside: null }, name);
}

/** `context[key]`. @throws Raised a KeyError, a TypeError for what cannot be a key */
export function variable(key: Value, scope: Scope): Value {
  const value = find(key, scope);
  return value === undefined
    ? raise('KeyError', `the context has no ${brief(key)}`, () => writeIn(scope.meter, key, true))
    : value;
}

function find(key: Value, scope: Scope): Value | undefined {
  if (typeof key === 'string') return scope.variable(key);
  keyOf(key, scope.meter);
  return undefined;
}

/** The first operand with the given truth, else the last; later ones are not evaluated. */
function firstThat(operands: readonly Expression[], scope: Scope, wanted: boolean): Value {
  let value: Value = null;
  for (const operand of operands) {
    value = evaluateExpression(operand, scope);
    if (truth(value) === wanted) return value;
  }
  return value;
}

/** Evaluates each operand once, and none after a link that does not hold. */
function compared({ first, links, at }: Of<'comparison'>, scope: Scope): boolean {
  let left = evaluateExpression(first, scope);
  for (const { operator, right } of links) {
    const other = right === null ? null : evaluateExpression(right, scope);
    scope.meter.at = at;
    const holds =
      right === null ? isVariable(left, operator, scope) : isHolding(operator, left, other, scope.meter);
    if (!holds) return false;
    left = other;
  }
  return true;
}

const isVariable = (key: Value, operator: ComparisonLink['operator'], scope: Scope): boolean =>
  (find(key, scope) !== undefined) === (operator === 'in');

function replaced({ value, isRepr, format }: Replacement, at: Place, scope: Scope): string {
  const seen = evaluateExpression(value, scope);
  scope.meter.at = at;
  return formattedValue(isRepr ? writeIn(scope.meter, seen, true) : seen, format, scope.meter);
}

function collected(comprehension: Of<'comprehension'>, scope: Scope): Value {
  const { meter } = scope;
  if (comprehension.form !== 'dict')
    return makeList(
      [...produced(comprehension, scope, evaluateExpression)].map(([, value]) => value),
      meter,
    );
  const pairs: (readonly [Value, Value])[] = [];
  for (const pair of produced(comprehension, scope, evaluateExpression)) {
    keyOf(pair[0], meter);
    pairs.push(pair);
  }
  meter.at = comprehension.at;
  return makeDict(pairs, meter);
}

function called(call: Of<'call'>, scope: Scope): Value {
  const { name, values, named, at } = call;
  const { meter } = scope;
  if (isView(call)) return makeList([...viewed(call, scope, evaluateExpression)()], meter);
  const stream = values[0]?.kind === 'comprehension' && values[0].form === 'generator' ? values[0] : null;
  const lazy = stream !== null && STREAMS[name] !== undefined;
  const chosen = values.length === 1 && named.length > 0 && (name === 'max' || name === 'min');
  const items = chosen ? prepared(values[0], scope, evaluateExpression) : null;
  const given = lazy || chosen ? [] : evaluateAll(values, at, scope);
  const { key, reverse, fallback } = keywordsOf(named, scope);
  meter.at = at;
  if (scope.variable(name) !== undefined)
    raise('TypeError', `${name} is a variable of the context here, and no function`);
  if (stream !== null && lazy)
    return STREAMS[name](valuesIn(produced(stream, scope, evaluateExpression)), meter);
  const keyed = key === null ? null : (item: Value) => callValue(key, [item]);
  if (name === 'sorted') return sorted(given[0], keyed, reverse, meter);
  if ((name === 'max' || name === 'min') && (items !== null || keyed !== null))
    return extremeBy(name, items?.() ?? given, keyed ?? (item => item), fallback, meter);
  return CALLS[name](given, meter);
}

/** Evaluates the object, then the arguments. */
function methodCalled(call: Of<'method'>, scope: Scope): Value {
  const { object, name, values, named, at } = call;
  const { meter } = scope;
  if (isView(call)) return makeList([...viewed(call, scope, evaluateExpression)()], meter);
  const receiver = evaluateExpression(object, scope);
  meter.at = at;
  checkMethod(receiver, name);
  const [source] = values;
  if (isContainer(receiver) && GROWING.has(name) && source !== undefined) {
    const stream = streamOf(source, scope);
    const items = stream ?? evaluateExpression(source, scope);
    meter.at = at;
    grow(receiver, items, meter);
    return null;
  }
  if (!isKind(receiver, 'list') || name !== 'sort')
    return callMethod(receiver, name, evaluateAll(values, at, scope), meter);
  const { key, reverse } = keywordsOf(named, scope);
  meter.at = at;
  sortInPlace(receiver, key === null ? null : item => callValue(key, [item]), reverse, meter);
  return null;
}

const GROWING: ReadonlySet<string> = new Set(['extend', 'update']);

/** The items of a generator or of zip(), items() and the like as they come; null for any other expression. */
function streamOf(expression: Expression, scope: Scope): Iterable<Value> | null {
  if (expression.kind === 'comprehension' && expression.form === 'generator')
    return valuesIn(produced(expression, scope, evaluateExpression));
  return isView(expression) ? through(expression, scope, evaluateExpression) : null;
}

interface Keywords {
  key: Value;
  reverse: Value;
  /** What max() and min() give where there is nothing. */
  fallback: Value | undefined;
}

/** The arguments by name, evaluated in the order in which they are written; a lambda takes no step. */
function keywordsOf(named: readonly Named[], scope: Scope): Keywords {
  const found: Keywords = { key: null, reverse: false, fallback: undefined };
  for (const { name, value } of named)
    if (name === 'reverse') found.reverse = evaluateExpression(value, scope);
    else if (name === 'default') found.fallback = evaluateExpression(value, scope);
    else found.key = value.kind === 'lambda' ? lambda(value, scope) : evaluateExpression(value, scope);
  return found;
}

function* valuesIn(pairs: Iterable<readonly [Value, Value]>): Iterable<Value> {
  for (const [, value] of pairs) yield value;
}

/** The values of a definition's last parameters. @throws Raised */
export const fallbacksOf = ({ parameters }: Definition<unknown>, scope: Scope): readonly Value[] =>
  parameters.flatMap(({ fallback }) => (fallback === null ? [] : evaluateExpression(fallback, scope)));

function lambda({ made }: Of<'lambda'>, scope: Scope): Value {
  const fallbacks = fallbacksOf(made, scope);
  return functionValue('lambda', made, fallbacks, scope, inside => evaluateExpression(made.body, inside));
}

/** Evaluates what is called, then the values, then those by their names. */
function invoked({ callee, values, named, at }: Of<'invoke'>, scope: Scope): Value {
  const called = evaluateExpression(callee, scope);
  const given = evaluateAll(values, at, scope);
  const byName = named.map(({ name, value }) => [name, evaluateExpression(value, scope)] as const);
  scope.meter.at = at;
  return callValue(called, given, byName);
}
