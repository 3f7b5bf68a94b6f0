import type { ChartDefinition } from '../statechart/definition.ts';
import type { NothingShared } from './nothingShared.ts';

/** Shares of a discovered chart's states and edges that are left out, the rarest first; 0 to 1. */
export interface LeftOut {
  readonly states: number;
  readonly edges: number;
}

/** How many are there, of all. */
export interface PartOf {
  readonly shown: number;
  readonly all: number;
}

/** How much of what happened a discovered chart has. */
export interface Shown {
  readonly states: PartOf;
  /**
   * Those out of the beginning, those that stay in their state, and one out of a state for each way in which agents ended
   * there among them: the chart has a transition for each.
   */
  readonly edges: PartOf;
  /** Steps, each a move into its state. */
  readonly moves: PartOf;
  /** Agents that end where the chart lets them end. */
  readonly ends: PartOf;
}

/** A chart that was found in what agents did. */
export interface DiscoveredTold extends Shown {
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
export interface ConformanceTold {
  readonly chart: string;
  readonly agents: number;
  readonly following: number;
  readonly moves: number;
  readonly deviating: number;
  /** Agents that end outside its final states; null where it has none. */
  readonly endOutside: number | null;
  /** Most frequent first. */
  readonly edges: readonly ForeignMove[];
  /** Null where the chart has a state of the agents. */
  readonly nothingShared: NothingShared | null;
}

/** What a model tells of the chart that its agents' moves make. */
export interface DiscoveryTold {
  /** @throws InputError for shares that are none */
  chart(leftOut: LeftOut): DiscoveredTold;
  /** Null where no chart was given. */
  conformance(): ConformanceTold | null;
}
