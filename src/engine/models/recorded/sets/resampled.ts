import { Random } from '../../../core/random.ts';
import {
  computeCorrelation,
  computeDifferenceInterval,
} from '../../../statistics/intervals/computeDifferenceInterval.ts';
import { widenResampleInterval } from '../../../statistics/intervals/computeMeanInterval.ts';
import {
  computeShareInterval,
  computeSpread,
  hasEnoughVariation,
} from '../../../statistics/intervals/computeShareInterval.ts';
import { type Interval, TAIL, UNBOUNDED } from '../../../statistics/intervals/interval.ts';
import { computeQuantile, sortAscending } from '../../../statistics/quantiles.ts';
import { RecordedDomain } from '../recordedDomain.ts';

/** Weight of each task: once, or as often as a resample has drawn it. */
type Times = Readonly<Uint16Array>;

/** A figure of one set. */
export interface Figure {
  /** From the tasks by their weights; NaN if they have no value. */
  of(times: Times): number;
  /** Each task's contribution to the figure beyond the others; null if that is not known. */
  readonly influences: Float64Array | null;
  /** The least and the most that it can be. */
  readonly range: Interval;
  /** Interval of a share, 0 to 1; null for other figures, and for a missing one. */
  readonly share: Interval | null;
}

/** A figure of two sets. */
export interface TwoFigures {
  readonly a: Figure;
  readonly b: Figure;
}

/** The contrast with its figures; null without any. Intervals are of 95 %. */
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

/** Number of resamples; fewer for more than `MANY_TASKS` tasks, which differ little. */
const RESAMPLES = 1000;
const FEW_RESAMPLES = 200;
const MANY_TASKS = 10_000;
/** Share of the resamples that must say something, for an interval. */
const MIN_DEFINED_SHARE = 0.9;

/**
 * Figures of two sets with their intervals: of a share Wilson's over tasks, of others from resamples of tasks, the same
 * ones of both sets if they are paired; drawn by a seed. None from fewer than two tasks, for a figure other than a
 * share that is nearly the same in all tasks or in 95 % of the resamples, or for a difference to such a one.
 * @param rest is awaited from time to time
 */
export async function computeContrasts(
  figures: readonly TwoFigures[],
  drawn: SetSizes,
  seed: number,
  rest: () => Promise<unknown>,
): Promise<readonly Contrast[]> {
  const once = { a: new Uint16Array(drawn.a).fill(1), b: new Uint16Array(drawn.b).fill(1) };
  const samples = await drawResamples(
    figures.filter(({ a, b }) => a.share === null || b.share === null),
    drawn,
    seed,
    rest,
  );
  const isEnough = drawn.isPaired ? drawn.a > 1 : drawn.a > 1 && drawn.b > 1;
  return figures.map(both => {
    const [a, b] = [both.a.of(once.a), both.b.of(once.b)];
    const none = { a: null, b: null, difference: null };
    return {
      a: toKnownNumber(a),
      b: toKnownNumber(b),
      difference: toKnownNumber(b - a),
      intervals: isEnough ? computeContrastIntervals(both, { a, b }, samples.get(both), drawn) : none,
    };
  });
}

/** Values of the resamples, by set. */
type Samples = { readonly a: Float64Array; readonly b: Float64Array };

async function drawResamples(
  figures: readonly TwoFigures[],
  drawn: SetSizes,
  seed: number,
  rest: () => Promise<unknown>,
): Promise<ReadonlyMap<TwoFigures, Samples>> {
  const size = Math.max(drawn.a, drawn.b) > MANY_TASKS ? FEW_RESAMPLES : RESAMPLES;
  const samples = figures.map(() => ({ a: new Float64Array(size), b: new Float64Array(size) }));
  const random = new Random(seed, RecordedDomain.sets);
  for (let sample = 0; sample < size; sample++) {
    const a = redrawTasks(random, sample, drawn.a, 0);
    const b = drawn.isPaired ? a : redrawTasks(random, sample, drawn.b, 1);
    for (let i = 0; i < figures.length; i++) {
      samples[i].a[sample] = figures[i].a.of(a);
      samples[i].b[sample] = figures[i].b.of(b);
    }
    if (sample % 20 === 0) await rest();
  }
  return new Map(figures.map((both, i) => [both, samples[i]]));
}

function computeContrastIntervals(
  { a: ofA, b: ofB }: TwoFigures,
  { a, b }: { readonly a: number; readonly b: number },
  samples: Samples | undefined,
  { isPaired, ...sizes }: SetSizes,
): Contrast['intervals'] {
  if (samples === undefined) {
    if (ofA.share === null || ofB.share === null) return { a: ofA.share, b: ofB.share, difference: null };
    const isSame = isPaired && ofA.influences !== null && ofB.influences !== null;
    const correlation = isSame ? computeCorrelation(ofA.influences, ofB.influences) : 0;
    const estimates = [
      { value: a, interval: ofA.share },
      { value: b, interval: ofB.share },
    ] as const;
    return { a: ofA.share, b: ofB.share, difference: computeDifferenceInterval(...estimates, correlation) };
  }
  const own = {
    a: computeResampleInterval(samples.a, a, ofA, sizes.a),
    b: computeResampleInterval(samples.b, b, ofB, sizes.b),
  };
  const differences = samples.b.map((value, sample) => value - samples.a[sample]);
  const influences = isPaired
    ? subtractSamples(ofA.influences, ofB.influences)
    : concatSamples(ofA.influences, ofB.influences);
  const units = isPaired ? sizes.a : sizes.a + sizes.b;
  const both = { influences, range: UNBOUNDED };
  const difference = own.a && own.b && computeResampleInterval(differences, b - a, both, units);
  return { ...own, difference };
}

const subtractSamples = (a: Float64Array | null, b: Float64Array | null): Float64Array | null =>
  a === null || b === null ? null : b.map((value, task) => value - a[task]);

const toKnownNumber = (value: number): number | null => (Number.isNaN(value) ? null : value);

function concatSamples(a: Float64Array | null, b: Float64Array | null): Float64Array | null {
  if (a === null || b === null) return null;
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

function redrawTasks(random: Random, sample: number, tasks: number, set: number): Times {
  const times = new Uint16Array(tasks);
  for (let draw = 0; draw < tasks; draw++) times[Math.floor(random.unit(draw, sample, set) * tasks)]++;
  return times;
}

/** The interval from resamples; null if too few of them or of the tasks have a value, or nearly all the same. */
function computeResampleInterval(
  values: Float64Array,
  figure: number,
  { influences, range }: Pick<Figure, 'influences' | 'range'>,
  units: number,
): Interval | null {
  const sorted = sortAscending(values.filter(value => !Number.isNaN(value)));
  if (sorted.length < MIN_DEFINED_SHARE * values.length || Number.isNaN(figure)) return null;
  if (computeQuantile(sorted, TAIL) === computeQuantile(sorted, 1 - TAIL)) return null;
  if (influences === null) return widenResampleInterval(sorted, figure, units - 1, units, range);
  return hasEnoughVariation(influences)
    ? widenResampleInterval(sorted, figure, computeSpread(influences).freedom, units, range)
    : null;
}

/** Range of a figure that adds or selects such values: counts, tokens and times are never below 0. */
const getSampleRange = (values: Float64Array): Interval =>
  values.every(value => value >= 0) ? [0, Number.POSITIVE_INFINITY] : UNBOUNDED;

/**
 * Sum over sum, each task by its weight; NaN if there is nothing to divide by.
 * @param isShare true if no part is more than its whole
 */
export function createRatioFigure(part: Float64Array, whole: Float64Array, isShare: boolean): Figure {
  const of = (times: Times): number => {
    let [above, below] = [0, 0];
    for (let task = 0; task < times.length; task++) {
      above += times[task] * part[task];
      below += times[task] * whole[task];
    }
    return below > 0 ? above / below : Number.NaN;
  };
  const inAll = whole.reduce((sum, one) => sum + one, 0);
  const value = part.reduce((sum, one) => sum + one, 0) / inAll;
  return {
    of,
    influences: inAll > 0 ? part.map((one, task) => (one - value * whole[task]) / inAll) : null,
    range: isShare ? [0, 1] : getSampleRange(part),
    share: isShare ? computeShareInterval(part, whole) : null,
  };
}

/** A value that counts with its task: `weight` makes up for tasks of several cases. */
export interface WeighedValue {
  readonly value: number;
  readonly task: number;
  readonly weight: number;
}

/** The median, half-way between two values if the weights below and above are equal; NaN for none. */
export function createMedianFigure(values: readonly WeighedValue[]): Figure {
  const sorted = [...values].sort((x, y) => x.value - y.value);
  const value = Float64Array.from(sorted, one => one.value);
  const task = Uint32Array.from(sorted, one => one.task);
  const weight = Float64Array.from(sorted, one => one.weight);
  const of = (times: Times): number => {
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
  return { of, influences: null, range: getSampleRange(value), share: null };
}
