import type { Meter } from '../meter.ts';
import type { Value } from '../value.ts';

/** What asks for a name: the code that the names belong to, or what stands within it. */
export type Asker = 'here' | 'comprehension' | 'function';

/** Names with their values; a Map is one. */
export interface Names {
  /** @throws Raised where the name is one of these and has no value yet */
  get(name: string, asker?: Asker): Value | undefined;
  set(name: string, value: Value): unknown;
}

/** What a part of a program can see. */
export interface Scope {
  readonly locals: Names;
  /** A variable of the context. */
  readonly variable: (name: string) => Value | undefined;
  /** @throws Raised a LimitError */
  readonly setVariable: (name: string, value: Value) => void;
  readonly meter: Meter;
}
