import { Raised, raiseError } from '../limits.ts';
import { listTargetVariables } from '../listSubexpressions.ts';
import type { Meter } from '../meter.ts';
import type {
  ComparisonLink,
  Definition,
  Expression,
  NamedArgument,
  Replacement,
  Target,
} from '../program.ts';
import { PYTHON_NAMES } from '../reading/pythonWords.ts';
import type { Place } from '../sourcePlace.ts';
import { writeValueMetered } from '../toPyRepr.ts';
import {
  getPyTypeName,
  isContainerOfKind,
  isContainerValue,
  isTruthy,
  makeDict,
  makeList,
  makeString,
  makeTuple,
  type PyDict,
  type PyList,
  type PyTuple,
  type PyValue,
  toDictKey,
} from '../value.ts';
import { callMethod, checkMethodExists } from '../values/callMethod.ts';
import { setEntry, spliceList } from '../values/collectionChanges.ts';
import { isComparisonTrue } from '../values/compareValues.ts';
import { applyUnarySign, computeArithmetic } from '../values/computeArithmetic.ts';
import { iterateValue } from '../values/each.ts';
import { formatPyValue } from '../values/formatPyValue.ts';
import { collectIteratedItems, formatBriefValue, getItemAtIndex, sliceSequence } from '../values/items.ts';
import {
  type Asker,
  callValue,
  createFunctionValue,
  type Evaluate,
  formatSourceExcerpt,
  type NamedValue,
  type Scope,
  type ScopeNames,
} from './createFunctionValue.ts';
import { CALLS, createSortedList, findExtremeByKey, STREAMS, sortListInPlace } from './functions.ts';
import { isViewExpression, iterateExpression, prepareIteration, prepareView } from './iterateExpression.ts';

/**
 * `list.extend(source)` or `dict.update(source)`. What comes as a stream is taken item by item, so that it sees
 * what it adds to. @throws Raised
 */
function growContainer(
  container: PyList | PyTuple | PyDict,
  source: PyValue | Iterable<PyValue>,
  meter: Meter,
): void {
  if (isValueStream(source)) {
    if (isContainerOfKind(container, 'dict')) updateDictFromPairs(container, source, meter);
    else if (isContainerOfKind(container, 'list'))
      for (const item of source) spliceList(container, container.items.length, 0, [item], meter);
  } else if (isContainerOfKind(container, 'list'))
    spliceList(container, container.items.length, 0, collectIteratedItems(source, meter), meter);
  else if (isContainerOfKind(container, 'dict') && isContainerOfKind(source, 'dict'))
    for (const [key, item] of [...source.entries.values()]) setEntry(container, key, item, meter);
  else if (isContainerOfKind(container, 'dict'))
    updateDictFromPairs(container, iterateValue(source, meter), meter);
}

const isValueStream = (source: PyValue | Iterable<PyValue>): source is Iterable<PyValue> =>
  typeof source === 'object' && source !== null && Symbol.iterator in source;

/** `dict.update(pairs)`: those before an invalid pair stay. @throws Raised a TypeError, a ValueError */
function updateDictFromPairs(dict: PyDict, pairs: Iterable<PyValue>, meter: Meter): void {
  for (const pair of pairs) {
    if (
      !isContainerOfKind(pair, 'list') &&
      !isContainerOfKind(pair, 'tuple') &&
      typeof pair !== 'string' &&
      !isContainerOfKind(pair, 'dict')
    )
      raiseError('TypeError', `a ${getPyTypeName(pair)} is no key with its value`);
    const parts = collectIteratedItems(pair, meter);
    if (parts.length !== 2)
      raiseError('ValueError', `a ${getPyTypeName(pair)} of ${parts.length} is no key with its value`);
    setEntry(dict, parts[0], parts[1], meter);
  }
}

type Comprehension = Extract<Expression, { readonly kind: 'comprehension' }>;

/**
 * Keys and values of a comprehension one by one, as a generator yields them; the key is None if there is none.
 * @throws Raised
 */
function iterateComprehension(
  { clauses, key, value, at }: Comprehension,
  scope: Scope,
  evaluate: Evaluate,
): Iterable<readonly [PyValue, PyValue]> {
  const locals = new Inner(
    scope.locals,
    clauses.flatMap(({ target }) => listTargetVariables(target)),
  );
  const inside: Scope = { ...scope, locals };
  // Python evaluates the first source at once, and outside.
  return rows(0, iterateExpression(clauses[0].source, scope, evaluate));

  function* rows(depth: number, items: Iterable<PyValue>): Generator<readonly [PyValue, PyValue]> {
    const { target, tests } = clauses[depth];
    for (const item of items) {
      scope.meter.step(at);
      setComprehensionTarget(target, item, locals, scope.meter);
      if (!tests.every(test => isTruthy(evaluate(test, inside)))) continue;
      const next = clauses[depth + 1];
      if (next !== undefined) yield* rows(depth + 1, iterateExpression(next.source, inside, evaluate));
      else yield [key === null ? null : evaluate(key, inside), evaluate(value, inside)];
    }
  }
}

function setComprehensionTarget(target: Target, value: PyValue, locals: Inner, meter: Meter): void {
  if (target.kind === 'name') locals.set(target.name, value);
  else if (target.kind === 'targets') {
    meter.at = target.at;
    const values = unpackValue(value, target.targets.length, meter);
    for (const [at, part] of target.targets.entries())
      setComprehensionTarget(part, values[at], locals, meter);
  }
}

/** The names of a comprehension, before those around it. */
class Inner implements ScopeNames {
  readonly #outer: ScopeNames;
  readonly #own: ReadonlySet<string>;
  readonly #values = new Map<string, PyValue>();

  /** @param own those that are its own, whether they are set yet or not */
  constructor(outer: ScopeNames, own: readonly string[]) {
    this.#outer = outer;
    this.#own = new Set(own);
  }

  set(name: string, value: PyValue): void {
    this.#values.set(name, value);
  }

  /** @throws Raised a LimitError for an own name that is not set yet */
  get(name: string, asker: Asker = 'here'): PyValue | undefined {
    if (!this.#own.has(name)) return this.#outer.get(name, asker === 'here' ? 'comprehension' : asker);
    return this.#values.get(name) ?? this.#missing(name);
  }

  #missing(name: string): PyValue {
    return this.#values.has(name) ? null : raiseError('LimitError', `${name} is not set yet at this place`);
  }
}

type ExpressionKind = Expression['kind'];
type ExpressionOfKind<K extends ExpressionKind> = Extract<Expression, { readonly kind: K }>;
type Evaluation<K extends ExpressionKind> = (expression: ExpressionOfKind<K>, scope: Scope) => PyValue;

const EVALUATIONS: { readonly [K in ExpressionKind]: Evaluation<K> } = {
  constant: ({ value }) => value,
  name: ({ name }, scope) => resolveName(name, scope),
  variable: ({ key, at }, scope) => {
    const name = evaluateExpression(key, scope);
    scope.meter.at = at;
    return getContextVariable(name, scope);
  },
  get: ({ key, fallback, at }, scope) => {
    const [name, other] = [
      evaluateExpression(key, scope),
      fallback === null ? null : evaluateExpression(fallback, scope),
    ];
    scope.meter.at = at;
    const value = findContextVariable(name, scope);
    return value === undefined ? other : value;
  },
  list: ({ items, at }, scope) => makeList(evaluateInOrder(items, at, scope), scope.meter),
  tuple: ({ items, at }, scope) => makeTuple(evaluateInOrder(items, at, scope), scope.meter),
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
    return operator === 'not' ? !isTruthy(value) : applyUnarySign(operator, value);
  },
  binary: ({ operator, left, right, at }, scope) => {
    const [one, other] = [evaluateExpression(left, scope), evaluateExpression(right, scope)];
    scope.meter.at = at;
    return computeArithmetic(operator, one, other, scope.meter);
  },
  and: ({ operands }, scope) => evaluateUntilTruth(operands, scope, false),
  or: ({ operands }, scope) => evaluateUntilTruth(operands, scope, true),
  comparison: evaluateComparison,
  conditional: ({ test, value, otherwise }, scope) =>
    evaluateExpression(isTruthy(evaluateExpression(test, scope)) ? value : otherwise, scope),
  call: evaluateCall,
  invoke: evaluateInvocation,
  ask: evaluateArtifactQuestion,
  lambda: createLambdaValue,
  comprehension: collectComprehension,
  format: ({ parts, at }, scope) => {
    const texts = parts.map(part => (typeof part === 'string' ? part : evaluateReplacement(part, at, scope)));
    scope.meter.work(texts.reduce((length, text) => length + text.length, 0));
    return makeString(texts.join(''), scope.meter.limits);
  },
  method: evaluateMethodCall,
  item: ({ object, index, at }, scope) => {
    const [holder, key] = [evaluateExpression(object, scope), evaluateExpression(index, scope)];
    scope.meter.at = at;
    return getItemAtIndex(holder, key, scope.meter);
  },
  slice: ({ object, bounds, at }, scope) => {
    const holder = evaluateExpression(object, scope);
    const [start, stop, step] = bounds.map(bound =>
      bound === null ? null : evaluateExpression(bound, scope),
    );
    scope.meter.at = at;
    return sliceSequence(holder, [start, stop, step], scope.meter);
  },
};

/** The value of an expression. @throws Raised */
export function evaluateExpression(expression: Expression, scope: Scope): PyValue {
  scope.meter.step(expression.at);
  const evaluation = EVALUATIONS[expression.kind] as Evaluation<ExpressionKind>;
  return evaluation(expression, scope);
}

/** Evaluates from left to right; then the run's place is back at the enclosing expression. */
function evaluateInOrder(expressions: readonly Expression[], at: Place, scope: Scope): readonly PyValue[] {
  const values = expressions.map(expression => evaluateExpression(expression, scope));
  scope.meter.at = at;
  scope.meter.work(values.length);
  return values;
}

/** A local, else a variable of the context. */
function resolveName(name: string, scope: Scope): PyValue {
  const local = scope.locals.get(name);
  if (local !== undefined) return local;
  const value = scope.variable(name);
  if (value !== undefined) return value;
  if (PYTHON_NAMES.has(name))
    raiseError('LimitError', `${name} is a name of Python's that this language does not have`);
  const formatMessage = () => `name '${name}' is not defined`;
  throw new Raised(
    'NameError',
    `there is no variable ${formatSourceExcerpt(name)}`,
    { format: formatMessage, inside: null },
    name,
  );
}

/** `context[key]`. @throws Raised a KeyError, a TypeError for what cannot be a key */
export function getContextVariable(key: PyValue, scope: Scope): PyValue {
  const value = findContextVariable(key, scope);
  return value === undefined
    ? raiseError('KeyError', `the context has no ${formatBriefValue(key)}`, () =>
        writeValueMetered(scope.meter, key, true),
      )
    : value;
}

function findContextVariable(key: PyValue, scope: Scope): PyValue | undefined {
  if (typeof key === 'string') return scope.variable(key);
  toDictKey(key, scope.meter);
  return undefined;
}

/** The first operand with the given truth, else the last; later ones are not evaluated. */
function evaluateUntilTruth(operands: readonly Expression[], scope: Scope, wanted: boolean): PyValue {
  let value: PyValue = null;
  for (const operand of operands) {
    value = evaluateExpression(operand, scope);
    if (isTruthy(value) === wanted) return value;
  }
  return value;
}

/** Evaluates each operand once, and none after a link that does not hold. */
function evaluateComparison({ first, links, at }: ExpressionOfKind<'comparison'>, scope: Scope): boolean {
  let left = evaluateExpression(first, scope);
  for (const { operator, right } of links) {
    const other = right === null ? null : evaluateExpression(right, scope);
    scope.meter.at = at;
    const holds =
      right === null
        ? isContextMembership(left, operator, scope)
        : isComparisonTrue(operator, left, other, scope.meter);
    if (!holds) return false;
    left = other;
  }
  return true;
}

const isContextMembership = (key: PyValue, operator: ComparisonLink['operator'], scope: Scope): boolean =>
  (findContextVariable(key, scope) !== undefined) === (operator === 'in');

function evaluateReplacement({ value, isRepr, format }: Replacement, at: Place, scope: Scope): string {
  const seen = evaluateExpression(value, scope);
  scope.meter.at = at;
  return formatPyValue(isRepr ? writeValueMetered(scope.meter, seen, true) : seen, format, scope.meter);
}

function collectComprehension(comprehension: ExpressionOfKind<'comprehension'>, scope: Scope): PyValue {
  const { meter } = scope;
  if (comprehension.form !== 'dict')
    return makeList(
      [...iterateComprehension(comprehension, scope, evaluateExpression)].map(([, value]) => value),
      meter,
    );
  const pairs: (readonly [PyValue, PyValue])[] = [];
  for (const pair of iterateComprehension(comprehension, scope, evaluateExpression)) {
    toDictKey(pair[0], meter);
    pairs.push(pair);
  }
  meter.at = comprehension.at;
  return makeDict(pairs, meter);
}

function evaluateCall(call: ExpressionOfKind<'call'>, scope: Scope): PyValue {
  const { name, values, named, at } = call;
  const { meter } = scope;
  if (isViewExpression(call)) return makeList([...prepareView(call, scope, evaluateExpression)()], meter);
  const stream = values[0]?.kind === 'comprehension' && values[0].form === 'generator' ? values[0] : null;
  const lazy = stream !== null && STREAMS[name] !== undefined;
  const chosen = values.length === 1 && named.length > 0 && (name === 'max' || name === 'min');
  const items = chosen ? prepareIteration(values[0], scope, evaluateExpression) : null;
  const given = lazy || chosen ? [] : evaluateInOrder(values, at, scope);
  const { key, reverse, fallback } = evaluateKeywords(named, scope);
  meter.at = at;
  if (scope.variable(name) !== undefined)
    raiseError('TypeError', `${name} is a variable of the context here, and no function`);
  if (stream !== null && lazy)
    return STREAMS[name](iteratePairValues(iterateComprehension(stream, scope, evaluateExpression)), meter);
  const keyed = key === null ? null : (item: PyValue) => callValue(key, [item]);
  if (name === 'sorted') return createSortedList(given[0], keyed, reverse, meter);
  if ((name === 'max' || name === 'min') && (items !== null || keyed !== null))
    return findExtremeByKey(name, items?.() ?? given, keyed ?? (item => item), fallback, meter);
  return CALLS[name](given, meter);
}

/** Evaluates the object, then the arguments. */
function evaluateMethodCall(call: ExpressionOfKind<'method'>, scope: Scope): PyValue {
  const { object, name, values, named, at } = call;
  const { meter } = scope;
  if (isViewExpression(call)) return makeList([...prepareView(call, scope, evaluateExpression)()], meter);
  const receiver = evaluateExpression(object, scope);
  meter.at = at;
  checkMethodExists(receiver, name);
  const [source] = values;
  if (isContainerValue(receiver) && GROWING_METHODS.has(name) && source !== undefined) {
    const stream = evaluateAsStream(source, scope);
    const items = stream ?? evaluateExpression(source, scope);
    meter.at = at;
    growContainer(receiver, items, meter);
    return null;
  }
  if (!isContainerOfKind(receiver, 'list') || name !== 'sort')
    return callMethod(receiver, name, evaluateInOrder(values, at, scope), meter);
  const { key, reverse } = evaluateKeywords(named, scope);
  meter.at = at;
  sortListInPlace(receiver, key === null ? null : item => callValue(key, [item]), reverse, meter);
  return null;
}

const GROWING_METHODS: ReadonlySet<string> = new Set(['extend', 'update']);

/** The items of a generator or of zip(), items() and the like as they come; null for any other expression. */
function evaluateAsStream(expression: Expression, scope: Scope): Iterable<PyValue> | null {
  if (expression.kind === 'comprehension' && expression.form === 'generator')
    return iteratePairValues(iterateComprehension(expression, scope, evaluateExpression));
  return isViewExpression(expression) ? iterateExpression(expression, scope, evaluateExpression) : null;
}

interface Keywords {
  key: PyValue;
  reverse: PyValue;
  /** Result of max() and min() without items. */
  fallback: PyValue | undefined;
}

/** The arguments by name, evaluated in the order in which they are written; a lambda takes no step. */
function evaluateKeywords(named: readonly NamedArgument[], scope: Scope): Keywords {
  const found: Keywords = { key: null, reverse: false, fallback: undefined };
  for (const { name, value } of named)
    if (name === 'reverse') found.reverse = evaluateExpression(value, scope);
    else if (name === 'default') found.fallback = evaluateExpression(value, scope);
    else
      found.key =
        value.kind === 'lambda' ? createLambdaValue(value, scope) : evaluateExpression(value, scope);
  return found;
}

function* iteratePairValues(pairs: Iterable<readonly [PyValue, PyValue]>): Iterable<PyValue> {
  for (const [, value] of pairs) yield value;
}

/** The values of a definition's last parameters. @throws Raised */
export const evaluateDefaults = ({ parameters }: Definition<unknown>, scope: Scope): readonly PyValue[] =>
  parameters.flatMap(({ fallback }) => (fallback === null ? [] : evaluateExpression(fallback, scope)));

function createLambdaValue({ made }: ExpressionOfKind<'lambda'>, scope: Scope): PyValue {
  const fallbacks = evaluateDefaults(made, scope);
  return createFunctionValue('lambda', made, fallbacks, scope, inside =>
    evaluateExpression(made.body, inside),
  );
}

/** Evaluates what is called, then the values, then those by their names. */
function evaluateInvocation(
  { callee, values, named, at }: ExpressionOfKind<'invoke'>,
  scope: Scope,
): PyValue {
  const called = evaluateExpression(callee, scope);
  return callValue(called, ...evaluateArguments(values, named, at, scope));
}

/** Evaluates the name, then the values, then those by their names. */
function evaluateArtifactQuestion(
  { artifact, values, named, at }: ExpressionOfKind<'ask'>,
  scope: Scope,
): PyValue {
  const asked = evaluateExpression(artifact, scope);
  return scope.ask(asked, ...evaluateArguments(values, named, at, scope));
}

function evaluateArguments(
  values: readonly Expression[],
  named: readonly NamedArgument[],
  at: Place,
  scope: Scope,
): readonly [readonly PyValue[], readonly NamedValue[]] {
  const given = evaluateInOrder(values, at, scope);
  const byName = named.map(({ name, value }) => [name, evaluateExpression(value, scope)] as const);
  scope.meter.at = at;
  return [given, byName];
}

/** The items of a value for as many targets. @throws Raised a ValueError for more or fewer, a TypeError */
export function unpackValue(value: PyValue, count: number, meter: Meter): readonly PyValue[] {
  // The value itself may contain the result of the first target.
  const items = [...collectIteratedItems(value, meter)];
  if (items.length !== count)
    raiseError('ValueError', `a ${getPyTypeName(value)} of ${items.length} for ${count} names`);
  return items;
}
