/** An event as charts see it; SCXML's `_event`. */
export interface ChartEvent {
  readonly name: string;
  /** From outside or sent by the chart; raised by the chart; or the engine's own (`done.state.a`, `error.execution`). */
  readonly kind: 'external' | 'internal' | 'platform';
  readonly data?: unknown;
  /** Id of the `send` that it comes from. */
  readonly sendId?: string;
  /** Address for a reply to it; of events that were sent. */
  readonly origin?: string;
}

/** An action that failed in a way which the chart may answer: `error.execution`, unless it names another event. */
export class ActionFailure extends Error {
  override readonly name = 'ActionFailure';

  constructor(
    message: string,
    readonly event: string,
    readonly sendId?: string,
  ) {
    super(message);
  }
}

/** An element of a document as it was written: what was read from one can be written again. */
export interface Written {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Written[];
  readonly text?: string;
}

/** An event that an agent sends to itself. */
export interface Sending {
  /** In ticks from now; 0, the default, is after the transitions that are under way. */
  readonly after?: number;
  /** For `cancel`. */
  readonly id?: string;
  readonly data?: unknown;
}

/** An agent as seen by guards and actions that are functions; `Agent` is one. */
export interface ChartAgent {
  /** From 0. */
  readonly index: number;
  /** Name of its state; an action may set it, in a chart without hierarchy. */
  state: string;
  ticksInState: number;
  /** Timeout in ticks, above 0. */
  timeoutThreshold: number;
  /** The event that is answered; null before the first. */
  readonly event: ChartEvent | null;
  /** Variables of its own; kept and saved with it. */
  readonly data: Record<string, unknown>;
  /** True if a state is active, at any level. @throws TypeError when the chart has no such state. */
  isIn(state: string): boolean;
  /** Raises an event that is answered before any other; in a chart with hierarchy or with events of its own. */
  raise(name: string, data?: unknown): void;
  send(name: string, sending?: Sending): void;
  /** Takes back what was sent with this id and is not due yet. */
  cancel(id: string): void;
  /** Runs actions within an action. @throws as they do */
  run(block: Block): void;
  /** Counts the work of a function that loops, in rounds, so that no chart computes for ever. @throws Error that ends the run */
  charge(units: number): void;
}

/** Operator of a data guard. */
export type GuardOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** A guard as data: compares the agent's value in a column of the population. */
export interface DataGuard {
  readonly kind: 'compare';
  /** Words for people; defaults to the comparison itself. */
  readonly name?: string;
  readonly column: string;
  readonly op: GuardOperator;
  readonly value: number | { readonly column: string };
  /** Names of the column's values 0, 1, 2 …, if they are not quantities. */
  readonly labels?: readonly string[];
}

/** A guard as a function, if data cannot express it. One that throws counts as false and is reported. */
export interface FunctionGuard {
  readonly kind: 'function';
  readonly name: string;
  readonly test: (agent: ChartAgent, context: unknown) => boolean;
  /** The values of an agent that it reads now, in words (`hand 'works', balance 12`); empty if it reads none. */
  readonly reads?: (agent: ChartAgent) => string;
  /** True if the name is an expression, from which the test was made. */
  readonly isExpression?: boolean;
}

/** A guard that asks whether a state is active, at whatever level. */
interface InGuard {
  readonly kind: 'in';
  readonly state: string;
  readonly not?: boolean;
  readonly name?: string;
}

/** A condition on a transition: data if possible, so that it can be shown with its numbers. */
export type Guard = DataGuard | FunctionGuard | InGuard;
/** A side effect of a transition. One that throws is reported; the transition stands. */
export type Action = (agent: ChartAgent, context: unknown) => void;

/** A number that a chart names: itself, or the agent's value in a column of the population. */
export type Quantity = number | { readonly column: string };

/** A side effect as data, or a function with a name. */
export type ActionDefinition =
  /** @param written what it was made from. */
  | { readonly kind: 'function'; readonly name: string; readonly run: Action; readonly written?: Written }
  | { readonly kind: 'raise'; readonly event: string }
  /** @param after ticks from now. */
  | { readonly kind: 'send'; readonly event: string; readonly after?: number; readonly id?: string }
  | { readonly kind: 'cancel'; readonly id: string }
  /** Sets a column of the agent's, or adds to it. */
  | { readonly kind: 'set' | 'add'; readonly column: string; readonly value: Quantity };

/** Actions that run one after the other; one that throws ends its block, and `error.execution` is raised. */
export type Block = readonly ActionDefinition[];

/**
 * A state with more to it than its name, after SCXML: compound if it has states, parallel if all of these are active at
 * once, final, or a history of the state it stands in.
 */
export interface StateDefinition {
  readonly id: string;
  readonly kind?: 'parallel' | 'final' | 'history';
  readonly states?: readonly (string | StateDefinition)[];
  /**
   * Compound: its initial states, ids at any depth below it; its first state when absent. History: its default target;
   * required, except in XState's semantics, with its parent's initial state as default.
   */
  readonly initial?: string | readonly string[];
  /** Of a compound state's initial transition, of a history's default one. */
  readonly initialActions?: Block;
  /** History of all states below, not of the next level alone. */
  readonly deep?: boolean;
  readonly entry?: readonly Block[];
  readonly exit?: readonly Block[];
  /**
   * Question for an agent in it, if its transitions leave a choice of events; the caller fills in `{…}`. The chart
   * itself asks nothing.
   */
  readonly asks?: string;
  /** Final: data of the event that announces it. @throws anything: `error.execution`, and no data */
  readonly done?: (agent: ChartAgent) => unknown;
  /** Source of `done`. */
  readonly doneWritten?: Written;
}

/** A transition as its author writes it. */
export interface TransitionDefinition {
  /** Its name; the event that it answers, unless `on` says otherwise. */
  readonly trigger: string;
  /**
   * Events that it answers: a name, the beginning of dotted names (`error` answers `error.execution`), or `*`. None:
   * it needs no event, and is taken as soon as its guard holds.
   */
  readonly on?: readonly string[];
  /** A state at whatever level, or `*` for every state without states of its own. */
  readonly source: string;
  /** A state, several in parallel regions, or null: its actions run and no state is left. */
  readonly target: string | readonly string[] | null;
  /** A transition into its own compound state that does not leave it. */
  readonly isInternal?: boolean;
  /** In XState's semantics: leaves its source and enters it again, even for a target in it. */
  readonly reenter?: boolean;
  readonly guard?: Guard;
  readonly action?: Action;
  readonly actions?: Block;
  /**
   * Probability in a tick: the transition needs no event, it is drawn. Those out of one region compete: one draw, at
   * most one of them.
   */
  readonly rate?: Quantity;
  /**
   * A rate for each neighbour that is in this state, each with a chance of its own: 1 − (1 − rate)^n in a tick. The
   * owner of the network counts neighbours, in the column that `getNeighbourCountColumn` names.
   */
  readonly per?: string;
  /** Weight of its event if its state asks and there is no better answer; 1 when absent. */
  readonly weight?: Quantity;
  /**
   * Of a timeout: its time starts again with every state that is entered below its source, so that it limits the stay
   * in each of them, not in all together.
   */
  readonly restarts?: boolean;
  /** True if it stems from a wildcard edge, which yields to the others. */
  readonly wildcard?: boolean;
  /** Its own words for people, in place of its trigger's: no part of a run. */
  readonly words?: Partial<PlainWords>;
}

/** A state or a trigger in plain words, for people: no part of a run. */
export interface PlainWords {
  /** A few words: "sees a post". */
  readonly label: string;
  /** Its meaning, in half a sentence. */
  readonly description: string;
}

/** Plain words of a chart, by the names of its states and triggers; those without have their names alone. */
export interface ChartWords {
  readonly states: Readonly<Record<string, PlainWords>>;
  readonly triggers: Readonly<Record<string, PlainWords>>;
}

/** Rules of a chart: SCXML's algorithm, or that of XState 5 if it differs. */
type Semantics = 'scxml' | 'xstate';

/** A number that its user may set before a run or during it: rates, weights, timeouts, guards and actions name it as a column. */
export interface ChartParameter {
  readonly name: string;
  /** A few words; its name when absent. */
  readonly label?: string;
  /** Its meaning, in half a sentence. */
  readonly description?: string;
  /** 0 when absent. */
  readonly min?: number;
  /** 1 when absent. */
  readonly max?: number;
  /** Of a slider; whole numbers alone if it is 1 and `min` is whole. */
  readonly step?: number;
  /** Unless a run says otherwise. */
  readonly value: number;
}

/** A statechart as plain data. Candidates of a (state, trigger) are tried in definition order. */
export interface ChartDefinition {
  readonly name: string;
  /** SCXML's when absent. */
  readonly semantics?: Semantics;
  /** In XState's semantics: the one state at the top that is the machine itself, if that does more than hold states. */
  readonly machine?: string;
  /** In document order; a string is a state without more to it. */
  readonly states: readonly (string | StateDefinition)[];
  readonly initial: string | readonly string[];
  /** Actions before the first state is entered. */
  readonly setUp?: readonly Block[];
  readonly transitions: readonly TransitionDefinition[];
  /**
   * A state's own timeout threshold in ticks; states that are not named take the agent's. `timeout` fires
   * in the first tick with ticks_in_state > threshold in which nothing else fired.
   */
  readonly thresholds?: Readonly<Record<string, Quantity>>;
  readonly parameters?: readonly ChartParameter[];
  readonly words?: ChartWords;
}

/**
 * A chart without hierarchy whose states have these names: the compiler finds a misspelled one, as in
 * `const STATES = ['on', 'off'] as const; const chart = { states: STATES, … } as const satisfies FlatChart<(typeof STATES)[number]>`.
 */
export interface FlatChart<State extends string>
  extends Omit<ChartDefinition, 'states' | 'initial' | 'transitions' | 'thresholds' | 'words'> {
  readonly states: readonly State[];
  readonly initial: State;
  readonly transitions: readonly (TransitionDefinition & {
    readonly source: State | '*';
    readonly target: State | null;
  })[];
  readonly thresholds?: Readonly<Partial<Record<State, Quantity>>>;
  readonly words?: {
    readonly states: Readonly<Partial<Record<State, PlainWords>>>;
    readonly triggers: ChartWords['triggers'];
  };
}

/** `interest >= notice` */
export function describeGuard(guard: Guard): string {
  if (guard.kind === 'function') return guard.name;
  if (guard.kind === 'in') return guard.name ?? `${guard.not ? 'not in' : 'in'} ${guard.state}`;
  return guard.name ?? `${guard.column} ${guard.op} ${formatQuantity(guard.value)}`;
}

/** True if a transition waits for time: the trigger `timeout`, and no event by that or any other name. */
export const isTimedTransition = ({ trigger, on, rate }: TransitionDefinition): boolean =>
  trigger === 'timeout' && on === undefined && rate === undefined;

/** Ticks that a chart itself sets for a state's timeout; undefined where a column or the agent has them. */
export function getOwnThreshold(
  thresholds: ChartDefinition['thresholds'],
  state: string,
): number | undefined {
  const own = thresholds !== undefined && Object.hasOwn(thresholds, state) ? thresholds[state] : undefined;
  return typeof own === 'number' ? own : undefined;
}

/** One name or several, as a list. */
export const toNameList = (names: string | readonly string[]): readonly string[] =>
  typeof names === 'string' ? [names] : names;

/** Names of a transition's targets: none for one without. */
export const listTargetNames = ({ target }: TransitionDefinition): readonly string[] =>
  target === null ? [] : toNameList(target);

/** `0.5`, `interest` */
export const formatQuantity = (quantity: Quantity): string =>
  typeof quantity === 'number' ? String(quantity) : quantity.column;

/** Trigger of a transition that waits for nothing and has no name. */
export const UNNAMED = 'always';

/**
 * A transition's name for people, in place of its trigger: its own words, or the rate that moves agents if it has no
 * name.
 */
export function getTransitionWords({ words, trigger, rate, per }: TransitionDefinition): {
  words?: Partial<PlainWords>;
} {
  if (words !== undefined) return { words };
  if (trigger !== UNNAMED || rate === undefined) return {};
  return {
    words: { label: `rate ${formatQuantity(rate)}${per === undefined ? '' : ` per neighbour ${per}`}` },
  };
}

/** Column of how many neighbours are in a state. */
export const getNeighbourCountColumn = (state: string): string => `neighbours in ${state}`;

/**
 * Name of the column that sums the weights of an agent's links to its neighbours in a state; absent if weights do not
 * count.
 */
export const getNeighbourWeightColumn = (state: string): string => `weight of neighbours in ${state}`;

/** The state whose neighbours a column counts; null for any other column. */
export const parseNeighbourColumn = (column: string): string | null =>
  column.startsWith(getNeighbourCountColumn('')) ? column.slice(getNeighbourCountColumn('').length) : null;

/** Target of a transition, for people; its own source if it leads nowhere else. */
export const getTargetName = (t: TransitionDefinition): string => listTargetNames(t).join(', ') || t.source;

/** Numbers of configurations, steps and states have 16 bits; the last few have a meaning. */
export const MAX_STATE_NUMBERS = 0xfff0;
