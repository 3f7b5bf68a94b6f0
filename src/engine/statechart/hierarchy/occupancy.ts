import type { CompiledChart } from '../compiled.ts';
import type { Numbering } from './numbering.ts';
import { isDescendantState, ROOT } from './stateTree.ts';

/** Marks a missing transition. */
const NO_TRANSITION = 0xffff;

/** Result of a step in one region. */
interface RegionMove {
  readonly region: number;
  /** State without states of its own; ASLEEP: the region sleeps from now on. */
  readonly leaf: number;
  /** The transition that did it; NO_TRANSITION if it is unknown. */
  readonly transition: number;
}

/** An agent's place in every region of a chart with hierarchy at once. What a step does is worked out once. */
export class Occupancy {
  readonly #chart: CompiledChart;
  readonly #numbering: Numbering;
  readonly #moves: (readonly RegionMove[])[] = [];

  constructor(chart: CompiledChart, numbering: Numbering) {
    this.#chart = chart;
    this.#numbering = numbering;
  }

  get regions(): number {
    return this.#chart.regions.heads.length;
  }

  /** The regions in which a step moves an agent. */
  moves(step: number): readonly RegionMove[] {
    this.#moves[step] ??= this.#movesOf(step);
    return this.#moves[step];
  }

  /** Active leaves of all agents, region after region; ASLEEP for none. @param of their configurations */
  leaves(of: Uint16Array): Uint16Array {
    const leaves = new Uint16Array(this.regions * of.length);
    for (let region = 0; region < this.regions; region++) {
      const active = this.#numbering.leaves(region);
      for (let agent = 0; agent < of.length; agent++) leaves[region * of.length + agent] = active[of[agent]];
    }
    return leaves;
  }

  #movesOf(step: number): RegionMove[] {
    const { from, to, transitions } = this.#numbering.step(step);
    const moves: RegionMove[] = [];
    for (let region = 0; region < this.regions; region++) {
      const leaves = this.#numbering.leaves(region);
      const [before, leaf] = [leaves[from], leaves[to]];
      if (before === leaf) continue;
      const moved = transitions.find(t => this.#leaves(t, before) || this.#enters(t, leaf));
      moves.push({ region, leaf, transition: moved ?? transitions[0] ?? NO_TRANSITION });
    }
    return moves;
  }

  /** True if a transition leaves a leaf or a state around it. */
  #leaves(transition: number, leaf: number): boolean {
    const { definition, stateNumber, tree, states } = this.#chart;
    if (leaf >= states.length) return false;
    const source = stateNumber.get(definition.transitions[transition].source) ?? ROOT;
    return source === leaf || isDescendantState(tree, leaf, source);
  }

  #enters(transition: number, leaf: number): boolean {
    const { tree, states, interpreter } = this.#chart;
    if (leaf >= states.length) return false;
    return interpreter.moves
      .targets(transition)
      .some(
        target =>
          target === leaf || isDescendantState(tree, leaf, target) || isDescendantState(tree, target, leaf),
      );
  }
}
