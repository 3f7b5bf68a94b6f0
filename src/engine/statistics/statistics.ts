import type { CompiledChart } from '../statechart/compiled.ts';
import type { Machine } from '../statechart/machine.ts';
import { type Counting, resolveCounting } from './counted.ts';
import { computeDwellTimes, type Dwell } from './dwell.ts';
import { listChartRegions, PlaceTable } from './places.ts';
import { Tally, type TickRange } from './tally.ts';

/** Dwell and flow of some agents in a range of ticks. */
export interface Statistics extends TickRange {
  /** Number of counted agents. */
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
    dwell: computeDwellTimes(tally, agents, counting.lastTickOf),
    flow: computeFlowMatrix(tally, chart),
  };
}

/** Number of moves from one place to another by one trigger, in a range of ticks. */
interface Flow {
  readonly from: string;
  readonly to: string;
  readonly trigger: string;
  readonly count: number;
  /** Of all that left `from`. */
  readonly share: number;
  /** Ticks in `from` before it: the middle of the stays that began in the range; null for none. */
  readonly median: number | null;
}

/** The matrix of transitions, one entry for each way that was taken, by place and trigger. */
function computeFlowMatrix(tally: Tally, { triggers }: CompiledChart): readonly Flow[] {
  const { ways, names } = tally.places;
  const taken = ways.map((way, number) => {
    const lengths = tally.lengthsOf(number);
    return { ...way, count: lengths.count + tally.cutOf(number).count, median: lengths.quantile(50) };
  });
  const exits = new Float64Array(names.length);
  for (const { from, count } of taken) exits[from] += count;
  return taken
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.from - b.from || a.to - b.to || a.trigger - b.trigger)
    .map(({ from, to, trigger, count, median }) => ({
      from: names[from],
      to: names[to],
      trigger: triggers[trigger] ?? '',
      count,
      share: count / exits[from],
      median,
    }));
}
