import { Raised, raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Definition, Expression, Parameter } from '../program.ts';
import { getPyTypeName, isPyFunction, type PyFunction, type PyValue } from '../value.ts';

/** Levels that a call counts as at least, whatever is in the function. */
const MIN_LEVELS = 8;

/** Levels that running a definition counts as. */
export const countLevels = ({ levels }: { readonly levels: number }): number =>
  Math.max(MIN_LEVELS, levels + 2);

/**
 * The function of a definition.
 * @param fallbacks values of its last parameters, evaluated at the definition
 * @param run body of the function
 */
export function createFunctionValue(
  name: string,
  definition: Definition<unknown>,
  fallbacks: readonly PyValue[],
  scope: Scope,
  run: (inside: BlockScope) => PyValue,
): PyFunction {
  const { parameters, own } = definition;
  const names = new Set(own);
  const cost = countLevels(definition);
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

/** A value that a call gives by its name. */
export type NamedValue = readonly [name: string, value: PyValue];

/** The values of a call by parameter; undefined for the parameter's own default. @throws Raised a TypeError */
export function bindArguments(
  name: string,
  parameters: readonly Parameter[],
  values: readonly PyValue[],
  named: readonly NamedValue[],
): readonly (PyValue | undefined)[] {
  if (values.length > parameters.length)
    raiseError('TypeError', `${name} takes ${parameters.length} values, not ${values.length}`);
  const given: (PyValue | undefined)[] = [...values];
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
  value: PyValue,
  values: readonly PyValue[],
  named: readonly NamedValue[] = [],
): PyValue {
  if (!isPyFunction(value)) return raiseError('TypeError', `a ${getPyTypeName(value)} cannot be called`);
  return value.call(values, named);
}

/** The names of one call of a function, before those around its definition. */
class Frame implements Locals {
  readonly #outer: ScopeNames;
  readonly #own: ReadonlySet<string>;
  readonly #values = new Map<string, PyValue>();

  /** @param own parameters, and all names that the function sets anywhere */
  constructor(outer: ScopeNames, own: ReadonlySet<string>) {
    this.#outer = outer;
    this.#own = own;
  }

  set(name: string, value: PyValue): void {
    this.#values.set(name, value);
  }

  delete(name: string): boolean {
    return this.#values.delete(name);
  }

  get(name: string, asker: Asker = 'here'): PyValue | undefined {
    if (!this.#own.has(name)) return this.#outer.get(name, 'function');
    const value = this.#values.get(name);
    return value === undefined ? raiseMissingName(name, asker) : value;
  }
}

/** The error for an own name without a value; which one a comprehension meets depends on Python's version. */
function raiseMissingName(name: string, asker: Asker): never {
  if (asker === 'comprehension') raiseError('LimitError', `${name} is not set yet at this place`);
  const isHere = asker === 'here';
  const error = isHere ? 'UnboundLocalError' : 'NameError';
  const message = `${formatSourceExcerpt(name)} is set in ${isHere ? 'this function' : 'the function around'}, but not yet`;
  throw new Raised(error, message);
}

/** Characters of a source or a value that a message repeats. */
const MAX_EXCERPT_LENGTH = 60;

/** A part of a source, or a value, as a message repeats it. */
export function formatSourceExcerpt(text: string): string {
  if (text.length <= MAX_EXCERPT_LENGTH) return text;
  return `${text.slice(0, MAX_EXCERPT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** User of a name: the code that owns the names, or code within it. */
export type Asker = 'here' | 'comprehension' | 'function';

/** Names with their values. */
export interface ScopeNames {
  /** @throws Raised if the name is one of these and has no value yet */
  get(name: string, asker?: Asker): PyValue | undefined;
}

/** The names of a block, or of a call of a function; a Map is one. */
interface Locals extends ScopeNames {
  set(name: string, value: PyValue): unknown;
  /** Returns whether the name had a value. */
  delete(name: string): boolean;
}

/** Names visible to an expression. */
export interface Scope {
  readonly locals: ScopeNames;
  /** A variable of the context. */
  readonly variable: (name: string) => PyValue | undefined;
  /** @throws Raised a LimitError */
  readonly setVariable: (name: string, value: PyValue) => void;
  /** The answer of an artifact. @throws Raised a LookupError for one that is missing, and what its code raises */
  readonly ask: (artifact: PyValue, values: readonly PyValue[], named: readonly NamedValue[]) => PyValue;
  readonly meter: Meter;
  /** Errors that are being handled, the latest last. */
  readonly handling: Raised[];
}

/** Names that a statement can read and set. */
export interface BlockScope extends Scope {
  readonly locals: Locals;
}

/** Evaluates an expression. @throws Raised */
export type Evaluate = (expression: Expression, scope: Scope) => PyValue;
