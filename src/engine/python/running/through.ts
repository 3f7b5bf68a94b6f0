import { raise } from '../limits.ts';
import type { Expression } from '../program.ts';
import { isView } from '../reading/views.ts';
import { isKind, makeTuple, type PyDict, typeName, type Value } from '../value.ts';
import { backwards, eachEntry, eachOf } from '../values/each.ts';
import { checkMethod } from '../values/methods.ts';
import { bounded } from '../values/number.ts';
import { ranged } from './functions.ts';
import type { Evaluate, Scope } from './scope.ts';

type Of<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;

/** What an expression gives one by one, as a loop goes through it. @throws Raised a TypeError */
export const through = (expression: Expression, scope: Scope, evaluate: Evaluate): Iterable<Value> =>
  prepared(expression, scope, evaluate)();

/** Evaluates an expression; whether it has items is asked when what comes back is called. */
export function prepared(expression: Expression, scope: Scope, evaluate: Evaluate): () => Iterable<Value> {
  const { meter } = scope;
  if (isView(expression)) {
    meter.step(expression.at);
    const items = viewed(expression, scope, evaluate)();
    return () => items;
  }
  const value = evaluate(expression, scope);
  return () => {
    meter.at = expression.at;
    return eachOf(value, meter);
  };
}

/** The same of range(), zip(), items() and the like, whose step has been taken. */
export const viewed = (
  view: Of<'call'> | Of<'method'>,
  scope: Scope,
  evaluate: Evaluate,
): (() => Iterable<Value>) =>
  view.kind === 'call' ? viewOfCall(view, scope, evaluate) : viewOfDict(view, scope, evaluate);

function viewOfDict(
  { object, name, at }: Of<'method'>,
  scope: Scope,
  evaluate: Evaluate,
): () => Iterable<Value> {
  const { meter } = scope;
  const receiver = evaluate(object, scope);
  meter.at = at;
  checkMethod(receiver, name);
  if (!isKind(receiver, 'dict')) return raise('TypeError', `a ${typeName(receiver)} has no ${name}`);
  return () => partsOf(receiver);

  function* partsOf(dict: PyDict): Iterable<Value> {
    for (const entry of eachEntry(dict))
      yield name === 'items' ? makeTuple(entry, meter) : entry[name === 'keys' ? 0 : 1];
  }
}

function viewOfCall(
  { name, values, at }: Of<'call'>,
  scope: Scope,
  evaluate: Evaluate,
): () => Iterable<Value> {
  const { meter } = scope;
  const isLazy = (place: number): boolean => name === 'zip' || (name === 'enumerate' && place === 0);
  const sources: (() => Iterable<Value>)[] = [];
  const given: Value[] = [];
  for (const [place, value] of values.entries())
    if (isLazy(place)) sources.push(prepared(value, scope, evaluate));
    else given.push(evaluate(value, scope));
  meter.at = at;
  meter.work(values.length);
  if (scope.variable(name) !== undefined)
    raise('TypeError', `${name} is a variable of the context here, and no function`);
  const [first] = given;
  switch (name) {
    case 'enumerate':
      return () => numbered(sources[0](), first ?? 0n, scope);
    case 'zip':
      return () =>
        sideBySide(
          sources.map(source => source()),
          scope,
        );
    case 'reversed':
      return () => backwards(first, meter);
    default: {
      const range = ranged(given, meter);
      return () => eachOf(range, meter);
    }
  }
}

function numbered(items: Iterable<Value>, start: Value, { meter }: Scope): Iterable<Value> {
  if (typeof start !== 'bigint' && typeof start !== 'boolean')
    return raise('TypeError', `a count starts with an int, not a ${typeName(start)}`);
  return pairs(BigInt(start));

  function* pairs(first: bigint): Iterable<Value> {
    let number = first;
    for (const item of items) {
      yield makeTuple([bounded(number, meter), item], meter);
      number += 1n;
    }
  }
}

/** Stops at the first source that has no more. */
function* sideBySide(sources: readonly Iterable<Value>[], { meter }: Scope): Iterable<Value> {
  const iterators = sources.map(source => source[Symbol.iterator]());
  while (iterators.length > 0) {
    const row: Value[] = [];
    for (const iterator of iterators) {
      const next = iterator.next();
      if (next.done === true) return;
      row.push(next.value);
    }
    yield makeTuple(row, meter);
  }
}
