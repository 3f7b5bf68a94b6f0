import { conformanceOf } from './conformance/conformance.ts';
import { dwellLimits } from './discovery/dwell.ts';
import { loopsOf } from './discovery/loops.ts';
import { variantsOf } from './discovery/variants.ts';
import type { RecordedState } from './state.ts';

/** Most loops, ways and deviating cases that are listed; more are counted. */
const LISTED = 12;
const MOST_DEVIATING = 200;

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
  readonly first: { readonly step: number; readonly from: string | null; readonly to: string };
}

/** Cases against the chart that they should follow. */
export interface ConformanceReport {
  readonly chart: string;
  readonly cases: number;
  readonly following: number;
  readonly moves: number;
  readonly deviating: number;
  readonly endOutside: number | null;
  readonly edges: readonly { readonly from: string | null; readonly to: string; readonly count: number }[];
  /** At most 200. */
  readonly walks: readonly DeviatingCase[];
}

/** The ways that cases took through their states. */
export interface WaysReport {
  readonly loops: readonly WalkedLoop[];
  readonly loopsInAll: number;
  readonly ways: readonly CommonWay[];
  readonly waysInAll: number;
  /** Steps that 99 % of the visits of successful cases do not exceed. */
  readonly stays: readonly { readonly state: string; readonly visits: number; readonly steps: number }[];
  /** Null where no chart was given. */
  readonly conformance: ConformanceReport | null;
}

/** Loops, common ways, usual stays, and what deviates from the given chart. O(steps). */
export function waysReport({ inputs }: RecordedState): WaysReport {
  const { prepared } = inputs;
  const agentOf = new Map(prepared.map(({ source }, agent) => [source.id, agent]));
  const agent = (id: string) => agentOf.get(id) ?? 0;
  const loops = loopsOf(prepared, 'state');
  const ways = variantsOf(prepared, 'state');
  return {
    loops: loops
      .slice(0, LISTED)
      .map(({ most, ...loop }) => ({ ...loop, most: { agent: agent(most.id), times: most.times } })),
    loopsInAll: loops.length,
    ways: ways.slice(0, LISTED).map(({ ids, ...way }) => ({ ...way, agent: agent(ids[0]) })),
    waysInAll: ways.length,
    stays: dwellLimits(prepared),
    conformance: conformanceReport(inputs),
  };
}

function conformanceReport({ prepared, given }: RecordedState['inputs']): ConformanceReport | null {
  if (given === null) return null;
  const { walks, edges, moves, deviating, following, endOutside } = conformanceOf(prepared, given.definition);
  const left = walks.flatMap(({ deviations }, agent) => {
    const [first] = deviations;
    if (first === undefined) return [];
    const step = prepared[agent].places.indexOf(first.step) + 1;
    return [{ agent, deviations: deviations.length, first: { ...first, step } }];
  });
  return {
    chart: given.name,
    cases: walks.length,
    ...{ following, moves, deviating, endOutside, edges },
    walks: left.slice(0, MOST_DEVIATING),
  };
}
