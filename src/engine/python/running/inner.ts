import { raiseError } from '../limits.ts';
import type { Value } from '../value.ts';
import type { Asker, Names } from './scope.ts';

/** The names of a comprehension, before those around it. */
export class Inner implements Names {
  readonly #outer: Names;
  readonly #own: ReadonlySet<string>;
  readonly #values = new Map<string, Value>();

  /** @param own those that are its own, whether they are set yet or not */
  constructor(outer: Names, own: readonly string[]) {
    this.#outer = outer;
    this.#own = new Set(own);
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value);
  }

  /** @throws Raised a LimitError for an own name that is not set yet */
  get(name: string, asker: Asker = 'here'): Value | undefined {
    if (!this.#own.has(name)) return this.#outer.get(name, asker === 'here' ? 'comprehension' : asker);
    return this.#values.get(name) ?? this.#missing(name);
  }

  #missing(name: string): Value {
    return this.#values.has(name) ? null : raiseError('LimitError', `${name} is not set yet at this place`);
  }
}
