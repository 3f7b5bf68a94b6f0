/** An agent as seen by guards and actions that are functions; `Agent` is one. */
export interface ChartAgent {
  /** From 0. */
  readonly index: number;
  /** Name of its state; an action may set it. */
  state: string;
  ticksInState: number;
  /** Timeout in ticks, above 0. */
  timeoutThreshold: number;
}

/** Operator of a data guard. */
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** A guard as data: compares the agent's value in a column of the population. */
export interface DataGuard {
  readonly kind: 'compare';
  /** Words for people; defaults to the comparison itself. */
  readonly name?: string;
  readonly column: string;
  readonly op: Comparison;
  readonly value: number | { readonly column: string };
  /** Names of the column's values 0, 1, 2 …, where they are not quantities. */
  readonly labels?: readonly string[];
}

/** A guard as a function, where data cannot say it. One that throws counts as false and is reported. */
export interface FunctionGuard {
  readonly kind: 'function';
  readonly name: string;
  readonly test: (agent: ChartAgent, context: unknown) => boolean;
}

/** A condition on a transition: data where possible, so that it can be shown with its numbers. */
export type Guard = DataGuard | FunctionGuard;
/** A side effect of a transition. One that throws is reported; the transition stands. */
export type Action = (agent: ChartAgent, context: unknown) => void;

/** A transition as its author writes it. */
export interface TransitionDefinition {
  readonly trigger: string;
  /** A state, or `*` for every state. */
  readonly source: string;
  readonly target: string;
  readonly guard?: Guard;
  readonly action?: Action;
  /** Whether it stems from a wildcard edge, which yields to the others. */
  readonly wildcard?: boolean;
  /** Its own words for people, in place of its trigger's: no part of a run. */
  readonly words?: Partial<PlainWords>;
}

/** A state or a trigger in plain words, for people: no part of a run. */
export interface PlainWords {
  /** A few words: "sees a post". */
  readonly label: string;
  /** What it means, in half a sentence. */
  readonly description: string;
}

/** Plain words of a chart, by the names of its states and triggers; those without have their names alone. */
export interface ChartWords {
  readonly states: Readonly<Record<string, PlainWords>>;
  readonly triggers: Readonly<Record<string, PlainWords>>;
}

/** A statechart as plain data. Candidates of a (state, trigger) are tried in definition order. */
export interface ChartDefinition {
  readonly name: string;
  readonly states: readonly string[];
  readonly initial: string;
  readonly transitions: readonly TransitionDefinition[];
  /**
   * A state's own timeout threshold in ticks; states that are not named take the agent's. `timeout` fires
   * in the first tick with ticks_in_state > threshold in which nothing else fired.
   */
  readonly thresholds?: Readonly<Record<string, number | { readonly column: string }>>;
  readonly words?: ChartWords;
}

/** `interest >= notice` */
export function describeGuard(guard: Guard): string {
  if (guard.kind === 'function') return guard.name;
  const right = typeof guard.value === 'number' ? String(guard.value) : guard.value.column;
  return guard.name ?? `${guard.column} ${guard.op} ${right}`;
}
