import { computeSharedDigits, formatSignedDifference } from '../../engine/core/computeSharedDigits.ts';
import type { OutcomeDefinition } from '../../engine/model/outcomeDefinition.ts';
import { formatFixedNumber, scaleToUnit } from './figures.ts';

/** The unit of an outcome unless its label has it: "per cent"; null for none. */
export function describeOutcomeUnit({ label, unit }: OutcomeDefinition): string | null {
  if (unit === '' || label.toLowerCase().includes(unit)) return null;
  return unit === 'share' ? 'per cent' : unit;
}

/**
 * An outcome of two runs and B's surplus, in digits that agree: "2.625", "2.615", "−0.010"; "4", "7", "+3". Shares are
 * in per cent; a dash if there is nothing to measure.
 */
export function formatOutcomePair(a: number | null, b: number | null, unit: string) {
  const [shownA, shownB] = [a, b].map(value => (value === null ? null : scaleToUnit(value, unit)));
  const digits = computeSharedDigits(shownA, shownB, () => getDefaultDigits(unit));
  const format = (value: number | null) => (value === null ? '–' : formatFixedNumber(value, digits));
  const difference = shownA === null || shownB === null ? null : shownB - shownA;
  return {
    a: format(shownA),
    b: format(shownB),
    difference: formatSignedDifference(difference, format(difference)),
  };
}

/**
 * The same two figures in a sentence, without a head of a column for the unit: "65.8 %" and "58.4 %", "35" and "26
 * people".
 */
export function describeOutcomePair(outcome: OutcomeDefinition, a: number | null, b: number | null) {
  const words = formatOutcomePair(a, b, outcome.unit);
  if (outcome.unit === 'share')
    return { a: a === null ? words.a : `${words.a} %`, b: b === null ? words.b : `${words.b} %` };
  const unit = describeOutcomeUnit(outcome);
  const format = (word: string) =>
    unit === null ? word : `${word} ${word === '1' ? singularizeUnit(unit) : unit}`;
  // The unit stands behind the last figure alone.
  if (b === null) return { a: a === null ? words.a : format(words.a), b: words.b };
  return { a: words.a, b: format(words.b) };
}

/** A unit after 1: "step", "person"; one that is not a plural, such as "in a row" or "s", stays. */
const singularizeUnit = (unit: string): string =>
  unit === 'people' ? 'person' : /^[a-z]{2,}s$/.test(unit) ? unit.slice(0, -1) : unit;

const getDefaultDigits = (unit: string): number => (unit === 'share' ? 1 : 2);
