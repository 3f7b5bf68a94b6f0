import type { ChartOutline } from '../../../engine/statechart/buildChartOutline.ts';

/** In place of a state: the chart itself, or any leaf as the source of a line. */
export const NOBODY = -1;

/** A line between two states, for all transitions that join them in this direction. */
export interface NestedLine {
  /** NOBODY for any leaf. */
  readonly source: number;
  readonly target: number;
  /** Indices of the transitions; none for the default of a history. */
  readonly transitions: readonly number[];
}

/** The lines of a chart, in the order of its transitions. One without a target leads nowhere and has none. */
export function collectNestedLines({ states, transitions }: ChartOutline): readonly NestedLine[] {
  const lines = new Map<string, { source: number; target: number; transitions: number[] }>();
  const line = (source: number, target: number) => {
    const key = `${source}>${target}`;
    const known = lines.get(key) ?? { source, target, transitions: [] };
    lines.set(key, known);
    return known;
  };
  for (const [i, { source, targets }] of transitions.entries())
    for (const target of targets) line(source, target).transitions.push(i);
  for (const [state, { kind, initial }] of states.entries())
    if (kind === 'history' || kind === 'deep history') for (const target of initial) line(state, target);
  return [...lines.values()];
}

/** Which states stand in which, and which of them no line enters or leaves. */
export class Nest {
  readonly #children = new Map<number, number[]>([[NOBODY, []]]);
  readonly #open = new Set<number>();

  constructor(
    readonly outline: ChartOutline,
    lines: readonly NestedLine[],
  ) {
    for (const [state, { parent }] of outline.states.entries()) {
      this.#children.set(state, []);
      this.#children.get(parent)?.push(state);
    }
    for (const { source, target } of lines) {
      const [out, into] = [this.around(source), this.around(target)];
      for (const state of out) if (!into.includes(state)) this.#open.add(state);
      for (const state of into) if (!out.includes(state)) this.#open.add(state);
    }
  }

  /** States right in another; those at the top in NOBODY. */
  children(state: number): readonly number[] {
    return this.#children.get(state) ?? [];
  }

  /** States around another, the next first. */
  around(state: number): readonly number[] {
    const around: number[] = [];
    let at = state;
    while (at !== NOBODY) {
      at = this.outline.states[at].parent;
      if (at !== NOBODY) around.push(at);
    }
    return around;
  }

  /** True if no line joins the content of a state with anything outside: it can be laid out by itself. */
  isClosed(state: number): boolean {
    return !this.#open.has(state);
  }

  isIn(state: number, other: number): boolean {
    return other === NOBODY || this.around(state).includes(other);
  }

  /** A child of a parallel state that has states of its own: drawn without a border. */
  isRegion(state: number): boolean {
    const { parent } = this.outline.states[state];
    return (
      parent !== NOBODY && this.outline.states[parent].kind === 'parallel' && this.children(state).length > 0
    );
  }
}
