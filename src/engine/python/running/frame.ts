import { formatSourceExcerpt } from '../formatSourceExcerpt.ts';
import { Raised, raiseError } from '../limits.ts';
import type { Value } from '../value.ts';
import type { Asker, Locals, Names } from './scope.ts';

/** The names of one call of a function, before those around its definition. */
export class Frame implements Locals {
  readonly #outer: Names;
  readonly #own: ReadonlySet<string>;
  readonly #values = new Map<string, Value>();

  /** @param own parameters, and all names that the function sets anywhere */
  constructor(outer: Names, own: ReadonlySet<string>) {
    this.#outer = outer;
    this.#own = own;
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value);
  }

  delete(name: string): boolean {
    return this.#values.delete(name);
  }

  get(name: string, asker: Asker = 'here'): Value | undefined {
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
