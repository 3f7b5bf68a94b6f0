import { type ChartDefinition, type StateDefinition, toNameList } from '../definition.ts';

/** Kinds of states, as numbers. */
export const StateKind = { atomic: 0, compound: 1, parallel: 2, final: 3, shallow: 4, deep: 5 } as const;

/** The chart itself, above all of its states. */
export const ROOT = -1;

/** States in document order, as columns: a state stands before those below it. */
export interface Tree {
  readonly ids: readonly string[];
  readonly numberOf: ReadonlyMap<string, number>;
  /** Values of `Kind`. */
  readonly kind: Uint8Array;
  /** ROOT for those at the top. */
  readonly parent: Int32Array;
  /** States d with s < d < end[s] stand below s. */
  readonly end: Int32Array;
  /** States right below, histories too; those at the top under ROOT. */
  readonly children: (state: number) => readonly number[];
  /** Targets of a compound state, a history, and ROOT. */
  readonly initial: (state: number) => readonly number[];
  /** Null for a state that is a name alone. */
  readonly definitions: readonly (StateDefinition | null)[];
  /** Histories, in document order. */
  readonly histories: readonly number[];
}

/** A state as its author wrote it, with its place. */
export interface Placed {
  readonly id: string;
  readonly definition: StateDefinition | null;
  /** Place in the list; ROOT at the top. */
  readonly parent: number;
  /** From 0. */
  readonly depth: number;
}

/** All states in document order, whatever mistakes are in them. Walks with a stack of its own: nesting has no end. */
export function listPlacedStates({ states }: ChartDefinition): Placed[] {
  const placed: Placed[] = [];
  const open = [...states].reverse().map(state => ({ state, parent: ROOT, depth: 0 }));
  while (open.length > 0) {
    const { state, parent, depth } = open.pop()!;
    const definition = typeof state === 'string' ? null : state;
    const place = placed.length;
    placed.push({ id: definition?.id ?? (state as string), definition, parent, depth });
    for (const child of [...(definition?.states ?? [])].reverse())
      open.push({ state: child, parent: place, depth: depth + 1 });
  }
  return placed;
}

/** The kind of a state by what its author wrote. */
export function getStateKind(definition: StateDefinition | null): number {
  if (definition === null) return StateKind.atomic;
  const { kind, states = [], deep } = definition;
  if (kind === 'history') return deep ? StateKind.deep : StateKind.shallow;
  if (kind === 'final') return StateKind.final;
  if (kind === 'parallel') return StateKind.parallel;
  return states.length > 0 ? StateKind.compound : StateKind.atomic;
}

const isHistoryKind = (kind: number) => kind === StateKind.shallow || kind === StateKind.deep;

/** Numbers the states of a chart without mistakes. */
export function buildStateTree(definition: ChartDefinition): Tree {
  const placed = listPlacedStates(definition);
  const ids = placed.map(({ id }) => id);
  const numberOf = new Map(ids.map((id, i) => [id, i]));
  const kind = Uint8Array.from(placed, one => getStateKind(one.definition));
  const children = new Map<number, number[]>([[ROOT, []]]);
  const end = new Int32Array(ids.length);
  for (const [i, { parent }] of placed.entries()) {
    children.set(i, []);
    children.get(parent)!.push(i);
  }
  for (let i = ids.length - 1; i >= 0; i--) end[i] = children.get(i)!.reduce((_, child) => end[child], i + 1);
  const numbers = (names: string | readonly string[]) => toNameList(names).map(id => numberOf.get(id)!);
  const first = (state: number) =>
    children
      .get(state)!
      .filter(child => !isHistoryKind(kind[child]))
      .slice(0, 1);
  const begins = ({ definition: own }: Placed, i: number) =>
    own?.initial !== undefined ? numbers(own.initial) : kind[i] === StateKind.compound ? first(i) : [];
  // A history without a target leads to its parent's initial state.
  const initial = placed.map((one, i) => {
    if (!isHistoryKind(kind[i]) || one.definition?.initial !== undefined || one.parent === ROOT)
      return begins(one, i);
    if (kind[one.parent] !== StateKind.parallel) return begins(placed[one.parent], one.parent);
    return children.get(one.parent)!.filter(child => !isHistoryKind(kind[child]));
  });
  const top = numbers(definition.initial);
  return {
    ids,
    numberOf,
    kind,
    parent: Int32Array.from(placed, one => one.parent),
    end,
    children: state => children.get(state)!,
    initial: state => (state === ROOT ? top : initial[state]),
    definitions: placed.map(one => one.definition),
    histories: ids.flatMap((_, i) => (isHistoryKind(kind[i]) ? [i] : [])),
  };
}

/** True if a state is below another; every state is below ROOT. */
export const isDescendantState = ({ end }: Tree, state: number, other: number): boolean =>
  other === ROOT ? state !== ROOT : other < state && state < end[other];

/** True if a state has no states of its own: atomic or final. */
export const isLeafState = ({ kind }: Tree, state: number): boolean =>
  kind[state] === StateKind.atomic || kind[state] === StateKind.final;

/** The nearest compound state (or the chart) above all of these: the domain that a transition between them leaves. */
export function findCommonAncestor(tree: Tree, states: readonly number[]): number {
  const [head, ...others] = states;
  for (let above = tree.parent[head]; above !== ROOT; above = tree.parent[above])
    if (
      tree.kind[above] === StateKind.compound &&
      others.every(state => isDescendantState(tree, state, above))
    )
      return above;
  return ROOT;
}

/**
 * Regions: parts of the chart in which at most one leaf is active at a time. One for the chart itself, one for each
 * child of a parallel state; those without leaves of their own are left out.
 */
export interface Regions {
  /** The state whose leaves they are; ROOT for the chart itself. */
  readonly heads: readonly number[];
  /** Per state, the index of the region that it stands in. */
  readonly of: Int32Array;
}

/** Finds the regions of a chart, in document order. */
export function findChartRegions(tree: Tree): Regions {
  const { ids, parent, kind } = tree;
  const headOf = new Int32Array(ids.length);
  const heads: number[] = [];
  for (let state = 0; state < ids.length; state++) {
    const above = parent[state];
    if (above === ROOT) headOf[state] = ROOT;
    else headOf[state] = kind[above] === StateKind.parallel ? state : headOf[above];
    if (isLeafState(tree, state) && !heads.includes(headOf[state])) heads.push(headOf[state]);
  }
  return { heads, of: headOf.map(head => heads.indexOf(head)) };
}
