import { formatFixedDigits } from '../../engine/core/computeSharedDigits.ts';
import { getOutcomeRange } from '../../engine/model/outcomeDefinition.ts';
import {
  computeMean,
  computeMeanInterval,
  computePairedInterval,
  getValueKind,
} from '../../engine/statistics/intervals/computeMeanInterval.ts';
import { computeWilsonInterval } from '../../engine/statistics/intervals/computeShareInterval.ts';
import type { Interval } from '../../engine/statistics/intervals/interval.ts';
import { computeWorldBand, computeWorldRank, type WorldBand } from '../../engine/statistics/quantiles.ts';
import { formatGroupedInteger } from '../lib/formatCounts.ts';
import type { PageState } from '../state/pageState.ts';
import { getViewedTick, isLookingBack } from '../state/viewState.ts';
import type { WantedWidth, Worlds } from '../state/worldsState.ts';
import { formatFixedNumber, scaleToUnit } from '../words/figures.ts';
import {
  collectOutcomesAt,
  computeDifferencesAt,
  findCurrentWorld,
  findTickPlace,
  getOutcomeAt,
  isOutcomeGrowingAt,
} from './courses.ts';
import { countWorldsForShare, describeWantedWidth, formatRoughCount } from './neededWorlds.ts';

/** Tenths are omitted from here on. */
const WHOLE_NUMBERS_FROM = 1000;

/** Place in the courses of the round that the user looks back on; else the last one, which may be after the run's. */
export const findCurrentPlace = (state: PageState, worlds: Worlds): number =>
  findTickPlace(worlds, isLookingBack(state) ? getViewedTick(state) : worlds.plan.rounds);

/** One outcome over all worlds at a place of their courses. */
export function summarizeOutcome(worlds: Worlds, place: number, measure: number) {
  const all = collectOutcomesAt(worlds, place, measure).map(({ world, value }) => ({
    world,
    value,
    isGrowing: isOutcomeGrowingAt(world, worlds, place, measure),
  }));
  const values = all.map(({ value }) => value);
  const shown = findCurrentWorld(worlds);
  const here = shown === null ? null : getOutcomeAt(shown, worlds, place, measure);
  return {
    definition: worlds.definitions[measure],
    all,
    values,
    band: computeWorldBand(values),
    here,
    rank: here === null ? null : computeWorldRank(here, values),
  };
}

/**
 * The mean of an outcome over the worlds with its interval of 95 %, as the command line has it; null without a value.
 * @param agents of each world
 * @param hasInterval true if the interval is wanted, which takes a while
 */
export function estimateOutcomeMean(
  { all, definition }: Pick<OutcomeText, 'all' | 'definition'>,
  seed: number,
  agents: number,
  hasInterval: boolean,
): { readonly mean: number; readonly interval: Interval | null } | null {
  // Resamples depend on the order of the values.
  const values = [...all].sort((a, b) => a.world.world - b.world.world).map(({ value }) => value);
  if (values.length === 0) return null;
  const range = getOutcomeRange(definition, agents);
  const kind = getValueKind(definition.unit);
  return {
    mean: computeMean(values),
    interval: hasInterval ? computeMeanInterval(values, seed, kind, range) : null,
  };
}

/** Summary of an outcome over all worlds. */
export type OutcomeText = ReturnType<typeof summarizeOutcome>;

/**
 * Effect of a change on an outcome, world by world.
 * @param hasInterval true if the mean's interval is wanted, which takes a while
 */
export function summarizeDifference(worlds: Worlds, place: number, measure: number, hasInterval: boolean) {
  const values = computeDifferencesAt(worlds, place, measure);
  const { seed } = worlds.plan.arms[0].setup;
  const definition = worlds.definitions[measure];
  return {
    definition,
    values,
    band: computeWorldBand(values),
    // The mark of the strip: no difference.
    here: values.length === 0 ? null : 0,
    mean: values.length === 0 ? null : computeMean(values),
    interval: hasInterval ? computePairedInterval(values, seed, definition) : null,
    more: values.filter(value => value > 0).length,
    less: values.filter(value => value < 0).length,
  };
}

/** True for an outcome that either happened or did not in each world. */
export const isBinaryOutcome = ({
  definition,
  values,
}: Pick<OutcomeText, 'definition' | 'values'>): boolean => definition.isYesOrNo === true && values.length > 0;

/** "in 38 of 200 worlds", "in none of 200 worlds": if fewer than all have a value; else empty. */
export const describeFewerWorlds = (count: number, all: number, noun: string): string =>
  count === all
    ? ''
    : `in ${count === 0 ? 'none' : formatGroupedInteger(count)} of ${formatGroupedInteger(all)} ${noun}`;

/** The median, or in how many worlds of a hundred it happened: "65", "37.5 % of them". */
export const formatMedian = ({
  definition,
  values,
  band,
}: Pick<OutcomeText, 'definition' | 'values' | 'band'>): string =>
  isBinaryOutcome({ definition, values })
    ? `${formatOutcomeValue(computeMean(values), 'share')} of them`
    : formatOutcomeValue(band?.median ?? 0, definition.unit);

/** Summary of a difference over all worlds. */
export type DifferenceText = ReturnType<typeof summarizeDifference>;

/**
 * "+12.4", "−0.31", "+465,532", "+2.0 points": a mean difference, with its sign; of shares in percentage points. One
 * too small for these digits is given by the smallest visible number: "between 0 and −0.001 points".
 */
export function formatSignedValue(
  value: number,
  unit: string,
  digits = chooseValueDigits([value], unit),
): string {
  const words = formatEndValue(value, unit, digits);
  if (value === 0 || /[1-9]/.test(words)) return words;
  const least = 10 ** -digits / scaleToUnit(1, unit);
  return `between 0 and ${formatEndValue(Math.sign(value) * least, unit, digits)}`;
}

/**
 * The same for an end of an interval or of an axis, with the sign alone for a value too small for the digits: "−0.00".
 */
export function formatEndValue(
  value: number,
  unit: string,
  digits = chooseValueDigits([value], unit),
): string {
  const sign = value === 0 ? '' : value < 0 ? '−' : '+';
  const text = `${sign}${formatFixedNumber(Math.abs(scaleToUnit(value, unit)), digits)}`;
  return unit === 'share' ? `${text}${POINTS}` : text;
}

/** Suffix of a difference of shares. */
const POINTS = ' points';

/** A mean in words, and the ends of its interval, null for none. */
export interface MeanWords {
  readonly mean: string;
  readonly ends: string | null;
}

/** A mean difference and the ends of its interval in the same digits: "+0.012 points", "−0.010 to +0.034 points". */
export function formatMeanInterval(
  { mean, interval }: { readonly mean: number; readonly interval: Interval | null },
  unit: string,
): MeanWords {
  const digits = chooseValueDigits([mean, ...(interval ?? [])], unit);
  const ends = interval?.map(end => formatEndValue(end, unit, digits)) ?? null;
  return {
    mean: formatSignedValue(mean, unit, digits),
    // The unit stands behind the second end alone.
    ends: ends && `${ends[0].replace(POINTS, '')} to ${ends[1]}`,
  };
}

/** The ends of the interval that holds for all comparisons together; empty for none. */
export const formatJointEnds = (
  { mean, jointInterval }: { readonly mean: number; readonly jointInterval: Interval | null },
  unit: string,
): string => formatMeanInterval({ mean, interval: jointInterval }, unit).ends ?? '';

/** A mean and the ends of its interval in the same digits, without signs: "34.2 %", "30.1 to 38.5 %". */
export function formatMean(
  { mean, interval }: { readonly mean: number; readonly interval: Interval | null },
  unit: string,
): MeanWords {
  const digits = chooseValueDigits([mean, ...(interval ?? [])], unit);
  const percent = unit === 'share' ? ' %' : '';
  const format = (value: number) => formatFixedNumber(scaleToUnit(value, unit), digits);
  return {
    mean: format(mean) + percent,
    ends: interval && `${format(interval[0])} to ${format(interval[1])}${percent}`,
  };
}

/** Digits that are added to the usual ones at most. */
const MAX_EXTRA_DIGITS = 2;

/** As few as show what more digits show: that values are not 0, and differ. At first as many as suit the first one. */
function chooseValueDigits(values: readonly number[], unit: string): number {
  const shown = values.map(value => scaleToUnit(value, unit));
  const size = Math.abs(shown[0]);
  // Fewer if they say no more.
  const usual = unit === 'share' || (size >= 10 && size < WHOLE_NUMBERS_FROM) ? 1 : size < 10 ? 2 : 0;
  const most = usual + MAX_EXTRA_DIGITS;
  const seen = (digits: number) => {
    const words = shown.map(value => formatFixedDigits(value, digits));
    return new Set(words).size + words.filter(word => Number(word) !== 0).length;
  };
  for (let digits = usual; digits < most; digits++) if (seen(digits) === seen(most)) return digits;
  return most;
}

/** "32", "2.69", "34.0 %"; a fraction of a count is rounded to a whole number. */
export function formatOutcomeValue(value: number, unit: string): string {
  if (unit === 'share') return `${(100 * value).toFixed(1)} %`;
  if (Number.isInteger(value)) return formatGroupedInteger(value);
  return unit === 'steps' || unit === '' ? value.toFixed(2) : formatGroupedInteger(Math.round(value));
}

/** " people"; nothing for a share, whose value says it. */
export const formatUnitSuffix = (unit: string): string => (unit === 'share' || unit === '' ? '' : ` ${unit}`);

/** Placeholder before the first figures. */
export const describeEmptyWorlds = ({ status }: Worlds): string =>
  status === 'playing' ? 'the first worlds are under way' : 'no world has been played';

/** The least of some values and how far they reach from it, with this run’s among them. */
export function computeValueSpan({
  values,
  here,
}: {
  readonly values: readonly number[];
  readonly here: number | null;
}) {
  const all = here === null ? values : [...values, here];
  const low = Math.min(...all);
  return { low, span: Math.max(...all) - low || 1 };
}

/** "41–105", "33.0–40.2 %", and "41" where both ends are one */
export function formatBandRange({ low, high }: WorldBand, unit: string): string {
  const end = formatOutcomeValue(high, unit);
  if (low === high) return end;
  return `${unit === 'share' ? (100 * low).toFixed(1) : formatOutcomeValue(low, unit)}–${end}`;
}

/**
 * "as far as here or further: 39 of 200 worlds, 20 % (95 %: 15–26 %)", Wilson’s interval, and how many worlds one of the wanted
 * width needs.
 */
export function describeAsFarRank({ rank, values }: OutcomeText, wanted: WantedWidth): string {
  if (rank === null || values.length === 0) return '';
  const count = rank.level + rank.behind;
  const percent = (share: number) => (100 * share).toFixed(0);
  const [low, high] = computeWilsonInterval(count, values.length);
  const needed = countWorldsForShare(count, values.length, wanted);
  const more =
    needed > values.length
      ? `; ${describeWantedWidth('share', wanted)} need about ${formatRoughCount(needed)} worlds`
      : '';
  return `as far as here or further: ${formatGroupedInteger(count)} of ${formatGroupedInteger(values.length)} worlds, ${percent(count / values.length)} % (95 %: ${percent(low)}–${percent(high)} %)${more}`;
}

/** When the mean of numbers has no interval: `hasEnoughVariation` in words. */
export const NO_INTERVAL_RULE =
  'none if fewer than five worlds (of fewer than ten, fewer than half) differ from the most frequent value';

/** "in 161 of 200 other worlds it was less", "in all 200 other worlds it was the same" */
export function describeRank({ rank, values }: OutcomeText): string {
  if (rank === null || values.length === 0) return '';
  const { ahead, behind } = rank;
  const of = `${formatGroupedInteger(values.length)} other worlds`;
  if (ahead + behind === 0) return `in all ${of} it was the same`;
  return ahead >= behind
    ? `in ${formatGroupedInteger(ahead)} of ${of} it was less`
    : `in ${formatGroupedInteger(behind)} of ${of} it was more`;
}
