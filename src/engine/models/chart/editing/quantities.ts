import { formatQuotedText } from '../../../core/formatQuotedText.ts';

/** Meaning of a number in a table: a chance per tick, a weight among others, or a duration. */
export type Measure = 'rate' | 'weight' | 'ticks';

const QUANTITY_NUMBER = /^\d*\.?\d+(e-?\d+)?$/i;
const COLUMN = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const ALLOWED: Readonly<Record<Measure, readonly [words: string, most: number]>> = {
  rate: ['a rate is a number from 0 to 1', 1],
  weight: ['a weight is a number from 0 on', Number.MAX_VALUE],
  ticks: ['a timeout is a number of ticks from 0 on', Number.MAX_VALUE],
};

/** Reason why a text is neither such a number nor the name of a column; null if it is one. */
export function findQuantityMistake(measure: Measure, typed: string): string | null {
  const text = typed.trim();
  const [words, most] = ALLOWED[measure];
  const isRight = QUANTITY_NUMBER.test(text) ? Number(text) <= most : COLUMN.test(text);
  return isRight ? null : `${words}, or the name of a column, not “${formatQuotedText(typed)}”`;
}

/** A number or a column as JSON has it. */
export const toJsonQuantity = (typed: string): number | { readonly column: string } =>
  QUANTITY_NUMBER.test(typed.trim()) ? Number(typed) : { column: typed.trim() };
