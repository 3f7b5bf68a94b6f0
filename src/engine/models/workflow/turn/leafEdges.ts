import type { Nesting } from '../inputs/nesting.ts';
import type { Workflow, WorkflowEdge } from '../inputs/workflow.ts';

/** The declared edges by the leaf that they leave. */
export class LeafEdges {
  /**
   * Edges out of each leaf: its own, then those of the states around it from the inside out, then wildcards, each in the
   * order of the text. Those that are not its own never lead to the leaf itself.
   */
  readonly #outOf: readonly (readonly number[])[];
  readonly #all: readonly WorkflowEdge[];
  readonly #nesting: Nesting;

  constructor({ edges, nesting, states }: Pick<Workflow, 'edges' | 'nesting' | 'states'>) {
    this.#all = edges;
    this.#nesting = nesting;
    const from = states.map((_, state) => listEdgeNumbers(edges, edge => edge.from === state));
    const wildcards = listEdgeNumbers(edges, edge => edge.from === null);
    this.#outOf = states.map((_, leaf) => {
      const around = nesting.around(leaf).slice(1);
      const wider = [...around.flatMap(state => from[state]), ...wildcards];
      return [...from[leaf], ...wider.filter(edge => nesting.landing(edges[edge].to, leaf) !== leaf)];
    });
  }

  /**
   * The first open edge out of a leaf.
   * @param to the requested state; null for any
   * @returns its number, or −1
   */
  open(leaf: number, to: number | null, isOpen: (edge: number) => boolean): number {
    return this.#outOf[leaf].find(edge => this.#leads(edge, to) && isOpen(edge)) ?? -1;
  }

  /** Conditions of the edges that would allow a move, as written. @param to the requested state; null for any */
  conditionsOf(leaf: number, to: number | null): readonly string[] {
    return this.leading(leaf, to).map(edge => this.#all[edge].condition?.text ?? 'True');
  }

  /** Numbers of the edges that would allow a move, were they open. @param to the requested state; null for any */
  leading(leaf: number, to: number | null): readonly number[] {
    return this.#outOf[leaf].filter(edge => this.#leads(edge, to));
  }

  /** True if any edge leads out of a leaf. */
  hasWayOut(leaf: number): boolean {
    return this.#outOf[leaf].length > 0;
  }

  #leads(edge: number, to: number | null): boolean {
    return to === null || this.#nesting.goal(this.#all[edge].to) === this.#nesting.goal(to);
  }
}

const listEdgeNumbers = (
  edges: readonly WorkflowEdge[],
  fits: (edge: WorkflowEdge) => boolean,
): readonly number[] => edges.flatMap((edge, number) => (fits(edge) ? [number] : []));
