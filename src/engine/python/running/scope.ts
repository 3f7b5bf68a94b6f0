import type { Raised } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Expression } from '../program.ts';
import type { PyValue } from '../value.ts';

/** User of a name: the code that owns the names, or code within it. */
export type Asker = 'here' | 'comprehension' | 'function';

/** Names with their values. */
export interface ScopeNames {
  /** @throws Raised if the name is one of these and has no value yet */
  get(name: string, asker?: Asker): PyValue | undefined;
}

/** The names of a block, or of a call of a function; a Map is one. */
export interface Locals extends ScopeNames {
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
