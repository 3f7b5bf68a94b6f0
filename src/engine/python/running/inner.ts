import { raise } from '../limits.ts';
import type { Value } from '../value.ts';
import type { Scope } from './scope.ts';

/** The names of a comprehension or a lambda, before those around it. */
export class Inner {
  readonly #outer: Scope['locals'];
  readonly #names: ReadonlySet<string>;
  readonly #values = new Map<string, Value>();

  /** @param names those that are its own, whether they are set yet or not */
  constructor(outer: Scope['locals'], names: readonly string[]) {
    this.#outer = outer;
    this.#names = new Set(names);
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value);
  }

  /** @throws Raised a LimitError for an own name that is not set yet */
  get(name: string): Value | undefined {
    if (!this.#names.has(name)) return this.#outer.get(name);
    return this.#values.get(name) ?? this.#missing(name);
  }

  #missing(name: string): Value {
    return this.#values.has(name) ? null : raise('LimitError', `${name} is not set yet at this place`);
  }
}

/** A scope without its locals. */
export const scopeOf = ({ variable, meter }: Scope): Omit<Scope, 'locals'> => ({ variable, meter });
