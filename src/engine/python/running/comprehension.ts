import { listTargetVariables } from '../assigned.ts';
import type { Meter } from '../meter.ts';
import type { Expression, Target } from '../program.ts';
import { isTruthy, type Value } from '../value.ts';
import { Inner } from './inner.ts';
import { iterateExpression } from './iterateExpression.ts';
import type { Evaluate, Scope } from './scope.ts';
import { unpackValue } from './unpackValue.ts';

type Comprehension = Extract<Expression, { readonly kind: 'comprehension' }>;

/**
 * Keys and values of a comprehension one by one, as a generator yields them; the key is None where there is
 * none. @throws Raised
 */
export function iterateComprehension(
  { clauses, key, value, at }: Comprehension,
  scope: Scope,
  evaluate: Evaluate,
): Iterable<readonly [Value, Value]> {
  const locals = new Inner(
    scope.locals,
    clauses.flatMap(({ target }) => listTargetVariables(target)),
  );
  const inside: Scope = { ...scope, locals };
  // Python evaluates the first source at once, and outside.
  return rows(0, iterateExpression(clauses[0].source, scope, evaluate));

  function* rows(depth: number, items: Iterable<Value>): Generator<readonly [Value, Value]> {
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

function setComprehensionTarget(target: Target, value: Value, locals: Inner, meter: Meter): void {
  if (target.kind === 'name') locals.set(target.name, value);
  else if (target.kind === 'targets') {
    meter.at = target.at;
    const values = unpackValue(value, target.targets.length, meter);
    for (const [at, part] of target.targets.entries())
      setComprehensionTarget(part, values[at], locals, meter);
  }
}
