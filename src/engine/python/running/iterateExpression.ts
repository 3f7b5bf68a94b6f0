import { raiseError } from '../limits.ts';
import type { Expression } from '../program.ts';
import { getPyTypeName, isContainerOfKind, makeTuple, type PyDict, type PyValue } from '../value.ts';
import { checkMethodExists } from '../values/callMethod.ts';
import { iterateDictEntries, iterateReversed, iterateValue } from '../values/each.ts';
import { checkIntBits } from '../values/number.ts';
import type { Evaluate, Scope } from './createFunctionValue.ts';
import { createRange } from './functions.ts';

type IterableExpression<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;

/** Items of an expression one by one, in the order of a loop. @throws Raised a TypeError */
export const iterateExpression = (
  expression: Expression,
  scope: Scope,
  evaluate: Evaluate,
): Iterable<PyValue> => prepareIteration(expression, scope, evaluate)();

/** Evaluates an expression; whether it has items is asked when what comes back is called. */
export function prepareIteration(
  expression: Expression,
  scope: Scope,
  evaluate: Evaluate,
): () => Iterable<PyValue> {
  const { meter } = scope;
  if (isViewExpression(expression)) {
    meter.step(expression.at);
    const items = prepareView(expression, scope, evaluate)();
    return () => items;
  }
  const value = evaluate(expression, scope);
  return () => {
    meter.at = expression.at;
    return iterateValue(value, meter);
  };
}

/** The same of range(), zip(), items() and the like, whose step has been taken. */
export const prepareView = (
  view: IterableExpression<'call'> | IterableExpression<'method'>,
  scope: Scope,
  evaluate: Evaluate,
): (() => Iterable<PyValue>) =>
  view.kind === 'call' ? prepareCallView(view, scope, evaluate) : prepareDictView(view, scope, evaluate);

function prepareDictView(
  { object, name, at }: IterableExpression<'method'>,
  scope: Scope,
  evaluate: Evaluate,
): () => Iterable<PyValue> {
  const { meter } = scope;
  const receiver = evaluate(object, scope);
  meter.at = at;
  checkMethodExists(receiver, name);
  if (!isContainerOfKind(receiver, 'dict'))
    return raiseError('TypeError', `a ${getPyTypeName(receiver)} has no ${name}`);
  return () => partsOf(receiver);

  function* partsOf(dict: PyDict): Iterable<PyValue> {
    for (const entry of iterateDictEntries(dict))
      yield name === 'items' ? makeTuple(entry, meter) : entry[name === 'keys' ? 0 : 1];
  }
}

function prepareCallView(
  { name, values, at }: IterableExpression<'call'>,
  scope: Scope,
  evaluate: Evaluate,
): () => Iterable<PyValue> {
  const { meter } = scope;
  const isLazy = (place: number): boolean => name === 'zip' || (name === 'enumerate' && place === 0);
  const sources: (() => Iterable<PyValue>)[] = [];
  const given: PyValue[] = [];
  for (const [place, value] of values.entries())
    if (isLazy(place)) sources.push(prepareIteration(value, scope, evaluate));
    else given.push(evaluate(value, scope));
  meter.at = at;
  meter.work(values.length);
  if (scope.variable(name) !== undefined)
    raiseError('TypeError', `${name} is a variable of the context here, and no function`);
  const [first] = given;
  switch (name) {
    case 'enumerate':
      return () => enumerateItems(sources[0](), first ?? 0n, scope);
    case 'zip':
      return () =>
        zipSources(
          sources.map(source => source()),
          scope,
        );
    case 'reversed':
      return () => iterateReversed(first, meter);
    default: {
      const range = createRange(given, meter);
      return () => iterateValue(range, meter);
    }
  }
}

function enumerateItems(items: Iterable<PyValue>, start: PyValue, { meter }: Scope): Iterable<PyValue> {
  if (typeof start !== 'bigint' && typeof start !== 'boolean')
    return raiseError('TypeError', `a count starts with an int, not a ${getPyTypeName(start)}`);
  return pairs(BigInt(start));

  function* pairs(first: bigint): Iterable<PyValue> {
    let number = first;
    for (const item of items) {
      yield makeTuple([checkIntBits(number, meter), item], meter);
      number += 1n;
    }
  }
}

/** Stops at the first source that has no more. */
function* zipSources(sources: readonly Iterable<PyValue>[], { meter }: Scope): Iterable<PyValue> {
  const iterators = sources.map(source => source[Symbol.iterator]());
  while (iterators.length > 0) {
    const row: PyValue[] = [];
    for (const iterator of iterators) {
      const next = iterator.next();
      if (next.done === true) return;
      row.push(next.value);
    }
    yield makeTuple(row, meter);
  }
}

const FUNCTIONS: ReadonlySet<string> = new Set(['enumerate', 'range', 'reversed', 'zip']);
const METHODS: ReadonlySet<string> = new Set(['items', 'keys', 'values']);

/** True if Python's value is a view, outside of this language: it can be iterated, and no more. */
export const isViewExpression = (
  expression: Expression,
): expression is Extract<Expression, { kind: 'call' | 'method' }> =>
  (expression.kind === 'call' && FUNCTIONS.has(expression.name)) ||
  (expression.kind === 'method' && METHODS.has(expression.name));
