import { Random } from '../../../random.ts';
import type { Interval } from '../../../worlds/intervals.ts';
import { ascending, quantile } from '../../../worlds/quantiles.ts';
import { RecordedDomain } from '../domain.ts';

/** How often each task counts: once, or as often as a resample has drawn it. */
export type Times = Readonly<Uint16Array>;

/** A figure of one set, from the tasks as often as they count; NaN where they say nothing of it. */
export type Figure = (times: Times) => number;

/** A figure of two sets. */
export interface TwoFigures {
  readonly a: Figure;
  readonly b: Figure;
}

/** The same with what is known of it; null where nothing is. Intervals are of 95 %. */
export interface Contrast {
  readonly a: number | null;
  readonly b: number | null;
  /** B − A. */
  readonly difference: number | null;
  readonly intervals: {
    readonly a: Interval | null;
    readonly b: Interval | null;
    readonly difference: Interval | null;
  };
}

/** Tasks of either set; of paired ones the same. */
interface SetSizes {
  readonly a: number;
  readonly b: number;
  readonly isPaired: boolean;
}

/** Resamples; fewer of more than `MANY` tasks, where they differ little. */
const RESAMPLES = 1000;
const FEW_RESAMPLES = 200;
const MANY = 10_000;
/** Share of the resamples that must say something, for an interval. */
const MOST = 0.9;

/**
 * Figures of two sets with intervals from resamples of tasks, the same ones of both sets where they are paired; drawn by a
 * seed. None from fewer than two tasks, nor where 95 % of the resamples are the same, nor of a
 * difference to a set of which that is so. @param rest is awaited now and then
 */
export async function contrasts(
  figures: readonly TwoFigures[],
  drawn: SetSizes,
  seed: number,
  rest: () => Promise<unknown>,
): Promise<readonly Contrast[]> {
  const once = { a: new Uint16Array(drawn.a).fill(1), b: new Uint16Array(drawn.b).fill(1) };
  const size = Math.max(drawn.a, drawn.b) > MANY ? FEW_RESAMPLES : RESAMPLES;
  const samples = figures.map(() => ({ a: new Float64Array(size), b: new Float64Array(size) }));
  const random = new Random(seed, RecordedDomain.sets);
  for (let sample = 0; sample < size; sample++) {
    const a = redrawn(random, sample, drawn.a, 0);
    const b = drawn.isPaired ? a : redrawn(random, sample, drawn.b, 1);
    for (let i = 0; i < figures.length; i++) {
      samples[i].a[sample] = figures[i].a(a);
      samples[i].b[sample] = figures[i].b(b);
    }
    if (sample % 20 === 0) await rest();
  }
  const isEnough = drawn.isPaired ? drawn.a > 1 : drawn.a > 1 && drawn.b > 1;
  return figures.map((figure, i) => {
    const [a, b] = [figure.a(once.a), figure.b(once.b)];
    const differences = samples[i].b.map((value, sample) => value - samples[i].a[sample]);
    const interval = (values: Float64Array) => (isEnough ? middleOf(values) : null);
    const own = { a: interval(samples[i].a), b: interval(samples[i].b) };
    return {
      a: known(a),
      b: known(b),
      difference: known(b - a),
      // Resamples of a set that does not vary know nothing of what it might have been.
      intervals: { ...own, difference: own.a && own.b && interval(differences) },
    };
  });
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

function redrawn(random: Random, sample: number, tasks: number, set: number): Times {
  const times = new Uint16Array(tasks);
  for (let draw = 0; draw < tasks; draw++) times[Math.floor(random.unit(draw, sample, set) * tasks)]++;
  return times;
}

/** The middle 95 %; null where too few say something, or nearly all the same. */
function middleOf(values: Float64Array): Interval | null {
  const sorted = ascending(values.filter(value => !Number.isNaN(value)));
  if (sorted.length < MOST * values.length) return null;
  const [from, to] = [quantile(sorted, 0.025), quantile(sorted, 0.975)];
  return from === to ? null : [from, to];
}

/** Sum over sum, each task as often as it counts; NaN where there is nothing to divide by. */
export function ratio(part: Float64Array, whole: Float64Array): Figure {
  return times => {
    let [above, below] = [0, 0];
    for (let task = 0; task < times.length; task++) {
      above += times[task] * part[task];
      below += times[task] * whole[task];
    }
    return below > 0 ? above / below : Number.NaN;
  };
}

/** A value that counts with its task: `weight` makes up for tasks of several cases. */
export interface WeighedValue {
  readonly value: number;
  readonly task: number;
  readonly weight: number;
}

/** The median, half-way between two values where the weights below and above are equal; NaN for none. */
export function median(values: readonly WeighedValue[]): Figure {
  const sorted = [...values].sort((x, y) => x.value - y.value);
  const value = Float64Array.from(sorted, one => one.value);
  const task = Uint32Array.from(sorted, one => one.task);
  const weight = Float64Array.from(sorted, one => one.weight);
  return times => {
    let sum = 0;
    for (let i = 0; i < task.length; i++) sum += weight[i] * times[task[i]];
    if (sum === 0) return Number.NaN;
    // Sums of thirds differ in their last digits.
    const [half, hair] = [sum / 2, sum * 1e-9];
    let [so, at] = [0, Number.NaN];
    for (let i = 0; i < task.length; i++) {
      const more = weight[i] * times[task[i]];
      if (more === 0) continue;
      if (!Number.isNaN(at)) return (at + value[i]) / 2;
      so += more;
      if (so > half + hair) return value[i];
      if (so >= half - hair) at = value[i];
    }
    return at;
  };
}
