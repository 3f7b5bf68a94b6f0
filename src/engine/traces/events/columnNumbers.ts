import type { TraceSink } from '../traceReading.ts';
import type { StepDraft } from '../traceSteps.ts';
import { toFiniteNumber } from '../values.ts';

/** Numbers of a step in a table. */
type NumberField = 'tokensIn' | 'tokensOut' | 'usd';

// A group of thousands does not begin with 0.
const COMMA = /^-?\d+,\d+$/;
const GROUPS_BY_COMMA = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPS_BY_POINT = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

/** A number that waits until it is known what its signs mean. */
export interface WaitingNumber {
  readonly text: string;
  step: StepDraft;
}

/**
 * The numbers of one column in which commas stand. They are read once all rows are known: "1,5" proves that a comma is the
 * sign of decimals, "1,500.25" that it parts thousands. Of a column of "1,500" alone neither is known, unless its numbers are
 * whole by nature.
 */
export class ColumnNumbers {
  private readonly waiting: WaitingNumber[] = [];

  constructor(
    private readonly sink: TraceSink,
    private readonly field: NumberField,
  ) {}

  /** Sets the number of a step, now or at the end. @returns what waits for the end */
  set(step: StepDraft, value: unknown): WaitingNumber | null {
    if (value === undefined) {
      step[this.field] = null;
      return null;
    }
    const text = typeof value === 'string' && /[.,]/.test(value) ? value.trim() : '';
    const waits =
      text !== '' && (COMMA.test(text) || GROUPS_BY_COMMA.test(text) || GROUPS_BY_POINT.test(text));
    step[this.field] = waits ? null : toFiniteNumber(value);
    if (!waits) return null;
    const waiting = { text, step };
    this.waiting.push(waiting);
    return waiting;
  }

  /** Sets the waiting numbers, and reports the undecided ones. */
  end(column: string | null): void {
    const { decimals = this.decimals() } = this.sink.reading;
    for (const { text, step } of this.waiting) step[this.field] = parseColumnNumber(text, decimals);
    const unread = this.waiting.find(({ text }) => parseColumnNumber(text, decimals) === null);
    if (unread !== undefined)
      this.sink.note(
        `numbers such as ${JSON.stringify(unread.text)}${column === null ? '' : ` in the column “${column}”`} are not read, since their comma may stand before decimals or between thousands; {"decimals": "comma"} or {"decimals": "point"} in a reading says which`,
      );
    this.waiting.length = 0;
  }

  private decimals(): 'comma' | 'point' | null {
    const some = (pattern: RegExp): boolean => this.waiting.some(({ text }) => pattern.test(text));
    const comma = this.waiting.some(({ text }) => COMMA.test(text) && !GROUPS_BY_COMMA.test(text));
    const isWhole = this.field !== 'usd';
    // Tokens are whole, so that signs in them part thousands.
    const byPoint = comma || some(/\..*[,.]/) || (isWhole && some(/\./));
    const byComma = some(/,.*[.,]/) || (isWhole && !comma && some(/,/));
    if (byPoint === byComma) return null;
    return byPoint ? 'comma' : 'point';
  }
}

/** @param decimals the sign before decimals; null: not known, so that a number with a comma is none */
function parseColumnNumber(text: string, decimals: 'comma' | 'point' | null): number | null {
  if (decimals === null) return text.includes(',') ? null : toFiniteNumber(text);
  if (decimals === 'point') return toFiniteNumber(text.replaceAll(',', ''));
  return toFiniteNumber((GROUPS_BY_POINT.test(text) ? text.replaceAll('.', '') : text).replace(',', '.'));
}
