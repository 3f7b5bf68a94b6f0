import type { Edge } from '../inputs/workflow.ts';

/** The declared edges by the state that they leave, each kind in the order of the text. */
export class Edges {
  readonly #from: readonly (readonly number[])[];
  readonly #wildcards: readonly number[];

  constructor(
    states: number,
    readonly all: readonly Edge[],
  ) {
    this.#from = Array.from({ length: states }, (_, state) => numbersOf(all, edge => edge.from === state));
    this.#wildcards = numbersOf(all, edge => edge.from === null);
  }

  /**
   * The first open edge out of a state: exact ones before wildcards. A wildcard to the state itself does not
   * lead out of it.
   * @param to the requested state; null for any
   * @returns its number, or −1
   */
  open(state: number, to: number | null, isOpen: (edge: number) => boolean): number {
    for (const edge of this.#from[state]) if (this.#leads(edge, to) && isOpen(edge)) return edge;
    for (const edge of this.#wildcards)
      if (this.all[edge].to !== state && this.#leads(edge, to) && isOpen(edge)) return edge;
    return -1;
  }

  /** Conditions of the edges that would allow a move, as written. @param to the requested state; null for any */
  conditionsOf(state: number, to: number | null): readonly string[] {
    return this.#outOf(state)
      .filter(edge => this.#leads(edge, to))
      .map(edge => this.all[edge].condition?.text ?? 'True');
  }

  /** Whether any edge leads out of a state. */
  hasWayOut(state: number): boolean {
    return this.#outOf(state).length > 0;
  }

  #outOf(state: number): readonly number[] {
    return [...this.#from[state], ...this.#wildcards.filter(edge => this.all[edge].to !== state)];
  }

  #leads(edge: number, to: number | null): boolean {
    return to === null || this.all[edge].to === to;
  }
}

const numbersOf = (edges: readonly Edge[], fits: (edge: Edge) => boolean): readonly number[] =>
  edges.flatMap((edge, number) => (fits(edge) ? [number] : []));
