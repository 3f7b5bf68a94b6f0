import { compareCodeUnits } from '../../../files/textFile.ts';
import type { NothingShared } from '../../../model/nothingShared.ts';
import type { ChartDefinition } from '../../../statechart/definition.ts';
import { isGuardTool } from '../../../traces/guardSteps.ts';
import type { TraceOutcome } from '../../../traces/traces.ts';
import { type GraphLevel, listStepNames } from '../discovery/graph.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import { type AllowedMoves, collectAllowedMoves } from './collectAllowedMoves.ts';

/** A move that the chart does not have. */
interface Deviation {
  /** Place of the step that it leads to among those of the source, from 0. */
  readonly step: number;
  /** Null: the beginning of the case. */
  readonly from: string | null;
  readonly to: string;
}

/** A case's walk over a chart. After a deviation it continues from the case's state. */
interface CaseWalk {
  readonly id: string;
  readonly outcome: TraceOutcome | null;
  /** Moves, the one into the first state among them. */
  readonly moves: number;
  /** In their order; at the first the case left the chart. */
  readonly deviations: readonly Deviation[];
  /** True if it ends in a final state; null if the chart has none. */
  readonly endsFinal: boolean | null;
}

/** Cases against a chart. */
export interface Conformance {
  readonly walks: readonly CaseWalk[];
  readonly moves: number;
  readonly deviating: number;
  /** Cases without a deviation. */
  readonly following: number;
  /** Cases that end outside a final state; null if the chart has none. */
  readonly endOutside: number | null;
  /** Share of the cases that follow the chart; null of none. */
  readonly fits: number | null;
  /** Moves that the chart does not have, most frequent first. */
  readonly edges: readonly { readonly from: string | null; readonly to: string; readonly count: number }[];
  /** Null if the chart has a state of the cases. */
  readonly nothingShared: NothingShared | null;
}

/** Walks each case over a chart. @throws InputError for a chart with mistakes or with parallel states */
export function checkConformance(
  cases: readonly PreparedCase[],
  chart: ChartDefinition,
  level: GraphLevel = 'state',
): Conformance {
  const allowed = collectAllowedMoves(chart);
  const walks = cases.map(one => walkCase(one, allowed, level));
  const following = walks.filter(({ deviations }) => deviations.length === 0).length;
  return {
    walks,
    moves: walks.reduce((sum, { moves }) => sum + moves, 0),
    deviating: walks.reduce((sum, { deviations }) => sum + deviations.length, 0),
    following,
    endOutside: allowed.hasFinal ? walks.filter(({ endsFinal }) => endsFinal === false).length : null,
    fits: walks.length === 0 ? null : following / walks.length,
    edges: countWalkedEdges(walks),
    nothingShared: findNothingShared(cases, allowed, level),
  };
}

function findNothingShared(
  cases: readonly PreparedCase[],
  allowed: AllowedMoves,
  level: GraphLevel,
): NothingShared | null {
  const own = new Set(cases.flatMap(one => listStepNames(one, level)));
  return own.size === 0 || [...own].some(name => allowed.has(name))
    ? null
    : { chart: allowed.states, cases: [...own] };
}

function walkCase(one: PreparedCase, allowed: AllowedMoves, level: GraphLevel): CaseWalk {
  const names = listStepNames(one, level);
  const deviations: Deviation[] = [];
  let from: string | null = null;
  let moves = 0;
  for (let i = 0; i < names.length; i++) {
    // A guard's decision is not a move of the agent's.
    if (isGuardTool(one.source.steps[one.places[i]].tool)) continue;
    const to = names[i];
    moves++;
    if (!allowed.allows(from, to)) deviations.push({ step: one.places[i], from, to });
    from = to;
  }
  return {
    id: one.source.id,
    outcome: one.source.outcome,
    moves,
    deviations,
    endsFinal: allowed.hasFinal ? allowed.isFinal(from) : null,
  };
}

function countWalkedEdges(walks: readonly CaseWalk[]): Conformance['edges'] {
  const counts = new Map<string, { from: string | null; to: string; count: number }>();
  for (const { deviations } of walks)
    for (const { from, to } of deviations) {
      const key = JSON.stringify([from, to]);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { from, to, count: 1 });
      else known.count++;
    }
  return [...counts]
    .sort(([a, x], [b, y]) => y.count - x.count || compareCodeUnits(a, b))
    .map(([, edge]) => edge);
}
