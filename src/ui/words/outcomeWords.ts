import type { OutcomeDefinition } from '../../engine/outcomes.ts';
import { grouped } from './words.ts';

/** The unit of an outcome where its label does not say it: "per cent"; null for none. */
export function unitTold({ label, unit }: OutcomeDefinition): string | null {
  if (unit === '' || label.toLowerCase().includes(unit)) return null;
  return unit === 'share' ? 'per cent' : unit;
}

/** Whole numbers as they are, others to two decimals, shares in per cent; a dash where there is nothing to measure. */
export function outcomeWords(value: number | null, unit: string): string {
  if (value === null) return '–';
  const shown = unit === 'share' ? 100 * value : value;
  const digits = Number.isInteger(shown) ? 0 : unit === 'share' ? 1 : 2;
  return (digits === 0 ? grouped(shown) : shown.toFixed(digits)).replace('-', '−');
}

/** A difference with its sign: "+3", "−0.2", "0". */
export const differenceWords = (difference: number, unit: string): string =>
  `${difference > 0 ? '+' : ''}${outcomeWords(difference, unit)}`;
