/** Parts of a step that a rule looks at; "tool args" is both with a space between. */
export const MAPPED_FIELDS = ['tool', 'args', 'tool args', 'agent', 'state'] as const;
/** One of them. */
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** A rule that names the state of the steps it matches. */
export interface StateRule {
  readonly on: MappedField;
  /** Regular expression, found anywhere in the text; an empty one matches every step. */
  readonly match: string;
  /** Null: the step is ignored. */
  readonly state: string | null;
}

/** Source of the state when no rule matches; an unknown source or agent leaves the tool's name. */
export const OTHERWISE = ['tool', 'agent', 'source', 'ignored'] as const;
/** One of them. */
export type Otherwise = (typeof OTHERWISE)[number];

/** Mapping of steps to states: rules in order, the first match wins. Plain data. */
export interface Mapping {
  readonly name: string;
  readonly rules: readonly StateRule[];
  /** Regular expression; what it matches in the arguments is left out before any rule looks at them. */
  readonly strip?: string;
  readonly otherwise: Otherwise;
}
