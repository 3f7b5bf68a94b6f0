import type { CompiledChart } from '../statechart/compiled.ts';
import type { Tally } from './tally.ts';

/** How often agents went from one place to another by one trigger, in a range of ticks. */
export interface Flow {
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
export function computeFlowMatrix(tally: Tally, { triggers }: CompiledChart): readonly Flow[] {
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
