import type { Tick } from '../../../core/indices.ts';
import { compareCodeUnits } from '../../../files/textFile.ts';
import type { NothingShared } from '../../../model/nothingShared.ts';
import type { PlainRule } from '../../../rules/stopRule.ts';
import { checkConformance } from '../conformance/checkConformance.ts';
import { collectVariants, findCaseLoops } from '../discovery/loops.ts';
import { indexAgentsByCaseId, type PreparedCase } from '../governance/prepareCases.ts';
import type { RecordedState } from '../recordedState.ts';

/** Most loops, ways and deviating cases that are listed; more are counted. */
const MAX_LISTED_PATHS = 12;
const MAX_DEVIATING_CASES = 200;

/** A way through the states that cases have in common; steps that stay in a state count once. */
interface CommonWay {
  readonly path: readonly string[];
  readonly cases: number;
  readonly failed: number;
  readonly succeeded: number;
  /** One of them. */
  readonly agent: number;
}

/** A cycle of states, and the case that walks it most often. */
interface WalkedLoop {
  readonly path: readonly string[];
  readonly count: number;
  readonly cases: number;
  readonly most: { readonly agent: number; readonly times: number };
}

/** A case that leaves the given chart; steps count from 1, without those that the mapping ignores. */
interface DeviatingCase {
  readonly agent: number;
  readonly deviations: number;
  readonly first: {
    readonly step: number;
    readonly tick: Tick;
    readonly from: string | null;
    readonly to: string;
  };
}

/** A move that the given chart does not have, and the first step that makes it. */
interface ForeignEdge {
  readonly from: string | null;
  readonly to: string;
  readonly count: number;
  readonly agent: number;
  readonly step: number;
  readonly tick: Tick;
}

/** Cases against the chart that they should follow. */
export interface ConformanceReport {
  readonly chart: string;
  readonly cases: number;
  readonly following: number;
  readonly moves: number;
  readonly deviating: number;
  readonly endOutside: number | null;
  /** Most frequent first. */
  readonly edges: readonly ForeignEdge[];
  /** At most 200. */
  readonly walks: readonly DeviatingCase[];
  /** Null if the chart has a state of the cases. */
  readonly nothingShared: NothingShared | null;
}

/** The ways that cases took through their states. */
export interface WaysReport {
  readonly loops: readonly WalkedLoop[];
  readonly loopsInAll: number;
  readonly ways: readonly CommonWay[];
  readonly waysInAll: number;
  /** Steps that 99 % of the visits of successful cases do not exceed. */
  readonly stays: readonly { readonly state: string; readonly visits: number; readonly steps: number }[];
  /** Null without a reference chart. */
  readonly conformance: ConformanceReport | null;
}

/** Loops, common ways, usual stays, and what deviates from the given chart. O(steps). */
export function buildPathsReport({ inputs, schedule }: RecordedState): WaysReport {
  const { prepared } = inputs;
  const agentOf = indexAgentsByCaseId(prepared);
  const agent = (id: string) => agentOf.get(id) ?? 0;
  const loops = findCaseLoops(prepared, 'state');
  const ways = collectVariants(prepared, 'state');
  return {
    loops: loops
      .slice(0, MAX_LISTED_PATHS)
      .map(({ most, ...loop }) => ({ ...loop, most: { agent: agent(most.id), times: most.times } })),
    loopsInAll: loops.length,
    ways: ways.slice(0, MAX_LISTED_PATHS).map(({ ids, ...way }) => ({ ...way, agent: agent(ids[0]) })),
    waysInAll: ways.length,
    stays: computeDwellLimits(prepared),
    conformance: buildConformanceReport(inputs, schedule),
  };
}

function buildConformanceReport(
  { prepared, given }: RecordedState['inputs'],
  { first, tickOf }: RecordedState['schedule'],
): ConformanceReport | null {
  if (given === null) return null;
  const { walks, edges, moves, deviating, following, endOutside, nothingShared } = checkConformance(
    prepared,
    given.definition,
  );
  const left: DeviatingCase[] = [];
  const firsts = new Map<string, Pick<ForeignEdge, 'agent' | 'step' | 'tick'>>();
  for (const [agent, { deviations }] of walks.entries()) {
    if (deviations.length === 0) continue;
    const positions = new Map(prepared[agent].places.map((place, i) => [place, i]));
    const found = deviations.map(({ from, to, step: place }) => {
      const position = positions.get(place) ?? 0;
      return { from, to, step: position + 1, tick: tickOf[first[agent] + position] };
    });
    for (const { from, to, step, tick } of found) {
      const key = JSON.stringify([from, to]);
      if (!firsts.has(key)) firsts.set(key, { agent, step, tick });
    }
    left.push({ agent, deviations: found.length, first: found[0] });
  }
  const firstOf = (from: string | null, to: string) =>
    firsts.get(JSON.stringify([from, to])) ?? { agent: 0, step: 1, tick: 1 };
  return {
    chart: given.name,
    cases: walks.length,
    ...{ following, moves, deviating, endOutside, nothingShared },
    edges: edges.map(edge => ({ ...edge, ...firstOf(edge.from, edge.to) })),
    walks: left.slice(0, MAX_DEVIATING_CASES),
  };
}

/** Usual stay of successful cases in a state. */
interface DwellLimit {
  readonly state: string;
  /** Visits of successful cases that it was learned from. */
  readonly visits: number;
  /** Steps that a share of the visits does not exceed. */
  readonly steps: number;
}

/** Share of visits that stay within the usual limit. */
const USUAL_SHARE = 0.99;

/** A limit on the stay in each state that a successful case has visited, by name: the 99 % quantile of its visits. */
export function computeDwellLimits(cases: readonly PreparedCase[], share = USUAL_SHARE): DwellLimit[] {
  const visits = new Map<string, number[]>();
  for (const { source, states } of cases)
    if (source.outcome === 'succeeded')
      for (const [state, steps] of listStateVisits(states)) addVisitLength(visits, state, steps);
  return [...visits]
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([state, lengths]) => ({
      state,
      visits: lengths.length,
      steps: computeUpperQuantile(lengths, share) ?? 0,
    }));
}

function addVisitLength(visits: Map<string, number[]>, state: string, steps: number): void {
  const known = visits.get(state);
  if (known === undefined) visits.set(state, [steps]);
  else known.push(steps);
}

/** Stays in a state, each with its number of steps. */
function listStateVisits(states: readonly string[]): (readonly [state: string, steps: number])[] {
  const found: [string, number][] = [];
  for (const state of states) {
    const last = found.at(-1);
    if (last?.[0] === state) last[1]++;
    else found.push([state, 1]);
  }
  return found;
}

/** A quantile of whole numbers: the first that at least this share of them is not above; null of none. */
function computeUpperQuantile(values: readonly number[], share: number): number | null {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
}

/**
 * The rule "longer than this share of the successful cases". Learn it from other cases than those it is evaluated on.
 * @returns null if no case succeeded
 */
export function learnLengthRule(cases: readonly PreparedCase[], share: number): PlainRule | null {
  const lengths = cases.filter(({ source }) => source.outcome === 'succeeded').map(one => one.steps.length);
  const threshold = computeUpperQuantile(lengths, share);
  return threshold === null ? null : { rule: 'longer_than', threshold, compare: 'step' };
}
