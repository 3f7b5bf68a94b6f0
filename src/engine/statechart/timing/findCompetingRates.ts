import { type CompiledChart, compileValidChart } from '../compiled.ts';
import type { ChartDefinition } from '../definition.ts';
import { HIERARCHY } from '../hierarchy/hierarchy.ts';
import { isDescendantState, isLeafState, ROOT, StateKind } from '../hierarchy/stateTree.ts';

/** Transitions out of a state, or out of those around it in the same region, that happen at rates of which one draw chooses. */
export interface CompetingRates {
  readonly state: string;
  /** Indices into the definition's transitions, two or more. */
  readonly transitions: readonly number[];
  /**
   * Sum of their rates; null if one is a column, has a guard, or is one for each neighbour, so that the sum changes.
   */
  readonly sum: number | null;
}

/** The states of a chart without mistakes in which rates compete. */
export function findCompetingRates(definition: ChartDefinition): readonly CompetingRates[] {
  const { tree, regions, interpreter, states } = compileValidChart(definition, HIERARCHY);
  const found: CompetingRates[] = [];
  for (const [leaf, state] of states.entries()) {
    if (!isLeafState(tree, leaf)) continue;
    const byRegion = new Map<number, number[]>();
    for (const { transition, source } of interpreter.outward(leaf)) {
      if (definition.transitions[transition].rate === undefined) continue;
      const region = Math.max(0, regions.of[source]);
      byRegion.set(region, [...(byRegion.get(region) ?? []), transition]);
    }
    for (const transitions of byRegion.values())
      if (transitions.length > 1)
        found.push({ state, transitions, sum: sumConstantRates(definition, transitions) });
  }
  return found;
}

function sumConstantRates({ transitions }: ChartDefinition, among: readonly number[]): number | null {
  let sum = 0;
  for (const transition of among) {
    const { rate, per, guard } = transitions[transition];
    if (typeof rate !== 'number' || per !== undefined || guard !== undefined) return null;
    sum += rate;
  }
  return sum;
}

/**
 * True if two regions may draw transitions with rates of which only one can be taken: one that leaves its region, or
 * enters it again, leaves the others as well.
 */
export function canRegionsLeaveTogether({ definition, tree, interpreter }: CompiledChart): boolean {
  const { moves } = interpreter;
  const drawn = tree.ids.map((_, state) =>
    moves
      .from(state)
      .filter(t => definition.transitions[t].rate !== undefined && moves.targets(t).length > 0),
  );
  /** Number of draws out of the states before each. */
  const before = [0];
  for (const { length } of drawn) before.push(before[before.length - 1] + length);
  const countIn = (state: number) => before[tree.end[state]] - before[state];
  return drawn.some((transitions, source) =>
    transitions.some(transition => {
      for (let region = source; tree.parent[region] !== ROOT; region = tree.parent[region]) {
        const around = tree.parent[region];
        if (tree.kind[around] !== StateKind.parallel) continue;
        const beside = countIn(around) - countIn(region) - drawn[around].length;
        const isWithin = moves.targets(transition).every(target => isDescendantState(tree, target, region));
        const stays = isWithin && (source !== region || moves.isInternal(transition));
        if (beside > 0 && !stays) return true;
      }
      return false;
    }),
  );
}
