import type { Machine } from '../statechart/machine.ts';
import { type Counting, resolveCounting } from './counted.ts';
import { computeDwellTimes, type Dwell } from './dwell.ts';
import { computeFlowMatrix, type Flow } from './flow.ts';
import { listChartRegions, PlaceTable } from './places.ts';
import { Tally, type TickRange } from './tally.ts';

/** Dwell and flow of some agents in a range of ticks. */
export interface Statistics extends TickRange {
  /** How many agents were counted. */
  readonly agents: number;
  /** State whose region was counted; null for the chart itself. */
  readonly region: string | null;
  readonly dwell: readonly Dwell[];
  readonly flow: readonly Flow[];
}

/** Counts a run's stays and transitions. O(rows of the log in the range). @throws InputError for ticks or agents that are not there */
export function computeRunStatistics(machine: Machine, counting: Counting = {}): Statistics {
  const { chart, table } = machine;
  const { from, to, chosen, agents } = resolveCounting(machine, counting);
  const tally = new Tally(machine, new PlaceTable(machine, counting.region), { from, to }, chosen);
  return {
    from,
    to,
    agents,
    region: listChartRegions(chart)[counting.region ?? table.projection?.region.shown ?? 0],
    dwell: computeDwellTimes(tally, agents),
    flow: computeFlowMatrix(tally, chart),
  };
}
