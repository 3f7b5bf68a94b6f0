import { raiseError } from '../limits.ts';
import type { Definition, Parameter } from '../program.ts';
import { getPyTypeName, isPyFunction, type PyFunction, type Value } from '../value.ts';
import { Frame } from './frame.ts';
import type { BlockScope, Scope } from './scope.ts';

/** Levels that a call counts as at least, whatever is in the function. */
const FEWEST_LEVELS = 8;

/**
 * The function that a definition makes where it stands.
 * @param fallbacks values of its last parameters, evaluated where it is defined
 * @param run what the function does with its names
 */
export function createFunctionValue(
  name: string,
  { parameters, own, levels }: Definition<unknown>,
  fallbacks: readonly Value[],
  scope: Scope,
  run: (inside: BlockScope) => Value,
): PyFunction {
  const names = new Set(own);
  const cost = Math.max(FEWEST_LEVELS, levels + 2);
  return {
    kind: 'function',
    name,
    call(values, named) {
      const locals = new Frame(scope.locals, names);
      const given = bindArguments(name, parameters, values, named);
      for (const [at, parameter] of parameters.entries()) {
        const value = given[at];
        const fallback = fallbacks[at - parameters.length + fallbacks.length];
        locals.set(parameter.name, value === undefined ? fallback : value);
      }
      const { meter } = scope;
      const place = meter.at;
      meter.enter(cost);
      meter.work(parameters.length);
      const result = run({ ...scope, locals });
      meter.leave(cost);
      meter.at = place;
      return result;
    },
  };
}

/** The values of a call by parameter; undefined where the parameter's own is meant. @throws Raised a TypeError */
function bindArguments(
  name: string,
  parameters: readonly Parameter[],
  values: readonly Value[],
  named: readonly (readonly [string, Value])[],
): readonly (Value | undefined)[] {
  if (values.length > parameters.length)
    raiseError('TypeError', `${name} takes ${parameters.length} values, not ${values.length}`);
  const given: (Value | undefined)[] = [...values];
  for (const [word, value] of named) {
    const at = parameters.findIndex(parameter => parameter.name === word);
    if (at < 0) raiseError('TypeError', `${name} has no parameter ${word}`);
    if (given[at] !== undefined) raiseError('TypeError', `${name} is given ${word} twice`);
    given[at] = value;
  }
  const missing = parameters.find(({ fallback }, at) => fallback === null && given[at] === undefined);
  if (missing !== undefined) raiseError('TypeError', `${name} is not given ${missing.name}`);
  return given;
}

/** Calls a value. @throws Raised a TypeError for anything but a function */
export function callValue(
  value: Value,
  values: readonly Value[],
  named: readonly (readonly [string, Value])[] = [],
): Value {
  if (!isPyFunction(value)) return raiseError('TypeError', `a ${getPyTypeName(value)} cannot be called`);
  return value.call(values, named);
}
