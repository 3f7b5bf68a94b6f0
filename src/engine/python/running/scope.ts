import type { Meter } from '../meter.ts';
import type { Value } from '../value.ts';

/** The names that a run can see. */
export interface Scope {
  readonly locals: { get(name: string): Value | undefined };
  readonly variable: (name: string) => Value | undefined;
  readonly meter: Meter;
}
