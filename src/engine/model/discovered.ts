import type { ChartDefinition } from '../statechart/definition.ts';
import type { NothingShared } from './nothingShared.ts';

/** Shares of a discovered chart's states and edges that are left out, the rarest first; 0 to 1. */
export interface LeftOut {
  readonly states: number;
  readonly edges: number;
}

/** A part and its total. */
export interface PartOf {
  readonly shown: number;
  readonly all: number;
}

/** Shares of the events that a discovered chart has. */
export interface DiscoveredShares {
  readonly states: PartOf;
  /**
   * Includes edges from the start, self-loops, and one exit edge per kind of ending: the chart has a transition for
   * each.
   */
  readonly edges: PartOf;
  /** Steps, each a move into its state. */
  readonly moves: PartOf;
  /** Agents that end in an end of the chart. */
  readonly ends: PartOf;
}

/** A chart that was found in what agents did. */
export interface DiscoveredReport extends DiscoveredShares {
  readonly chart: ChartDefinition;
}

/** A move that a chart does not have. */
interface ForeignMove {
  /** Null: the beginning. */
  readonly from: string | null;
  readonly to: string;
  readonly count: number;
}

/** Agents against the chart that they should follow. */
export interface ConformanceSummary {
  readonly chart: string;
  readonly agents: number;
  readonly following: number;
  readonly moves: number;
  readonly deviating: number;
  /** Agents that end outside its final states; null if it has none. */
  readonly endOutside: number | null;
  /** Most frequent first. */
  readonly edges: readonly ForeignMove[];
  /** Null if the chart has a state of the agents. */
  readonly nothingShared: NothingShared | null;
}

/** A model's report on the chart of its agents' moves. */
export interface DiscoveryReport {
  /** @throws InputError for shares that are none */
  chart(leftOut: LeftOut): DiscoveredReport;
  /** Null without a reference chart. */
  conformance(): ConformanceSummary | null;
}
