import { type DateOrder, type NumericDate, parseNumericDate, parseTraceTime } from '../times.ts';
import type { TraceSink } from '../traceReading.ts';
import type { StepDraft } from '../traceSteps.ts';
import { toFiniteNumber } from '../values.ts';

/** Place of a time in its step. */
type TimeField = 'at' | 'until';

/** A date that waits until it is known which of its numbers is the day. */
export interface WaitingDate {
  readonly date: NumericDate;
  step: StepDraft;
  field: TimeField;
}

/** Days from 2000 to 2099 as Excel counts them, taken for seconds since 1970, ms. */
const FIRST_SERIAL = 36_526_000;
const LAST_SERIAL = 73_051_000;

/**
 * The times of one log. Dates in numbers with the year last are read once all rows are known: one whose first number is
 * above 12 proves that the day is first, one whose second is, that the month is. A file has one habit, so all its columns of
 * times decide together.
 */
export class ColumnDates {
  private readonly waiting: WaitingDate[] = [];
  private example: string | null = null;
  private read = 0;
  /** Times that may be days since 1900. */
  private serials: {
    readonly example: string;
    readonly column: string | null;
    readonly count: number;
  } | null = null;
  private refused: { readonly example: string; readonly column: string | null; count: number } | null = null;

  /** @param isEuropean true if the table is written as in countries with the day first: with semicolons */
  constructor(
    private readonly sink: TraceSink,
    private readonly isEuropean: () => boolean,
  ) {}

  /** Sets a time of a step, now or at the end. @returns what waits for the end */
  set(step: StepDraft, field: TimeField, value: unknown, column: string | null): WaitingDate | null {
    const time = parseEventTime(value);
    step[field] = time;
    if (time !== null) this.read++;
    if (time !== null && time >= FIRST_SERIAL && time < LAST_SERIAL)
      this.serials = {
        example: this.serials?.example ?? String(value),
        column,
        count: (this.serials?.count ?? 0) + 1,
      };
    if (time !== null || typeof value !== 'string' || value.trim() === '') return null;
    const date = parseNumericDate(value);
    if (date === null) {
      this.refused ??= { example: value.trim(), column, count: 0 };
      this.refused.count++;
      return null;
    }
    this.example ??= value.trim();
    const waiting = { date, step, field };
    this.waiting.push(waiting);
    return waiting;
  }

  /** Sets the times that waited, and says what was decided. */
  end(): void {
    const order = this.order();
    for (const { date, step, field } of this.waiting) step[field] = order === null ? null : date.times[order];
    this.tellRefused();
    this.tellSerials();
    this.waiting.length = 0;
  }

  private order(): DateOrder | null {
    const { dates } = this.sink.reading;
    if (dates !== undefined || this.example === null) return dates ?? null;
    const proves = (other: DateOrder): boolean => this.waiting.some(({ date }) => date.times[other] === null);
    const [day, month] = [proves('month-first'), proves('day-first')];
    const shown = JSON.stringify(this.example);
    if (day && month) {
      this.sink.note(
        `some dates such as ${shown} have the day first and some the month, so none is read and the order is the file’s; {"dates": "day-first"} in a reading takes one order`,
      );
      return null;
    }
    if (day || month) return day ? 'day-first' : 'month-first';
    const usual = this.waiting.find(({ date }) => date.usual !== null)?.date.usual;
    const taken = usual ?? (this.isEuropean() ? 'day-first' : 'month-first');
    const other = taken === 'day-first' ? 'month-first' : 'day-first';
    this.sink.note(
      `dates such as ${shown} do not show which number is the day; they are read ${taken}, and {"dates": "${other}"} in a reading takes the other`,
    );
    return taken;
  }

  /** Spreadsheets count days since 1900, which no clock of seconds would be near. */
  private tellSerials(): void {
    if (this.serials === null || this.serials.count < this.read) return;
    const { example, column } = this.serials;
    const where = column === null ? '' : ` in the column “${column}”`;
    this.sink.note(
      `times such as ${JSON.stringify(example.slice(0, 40))}${where} look like the days that Excel counts, and are read as seconds; save the column as dates to have the right ones`,
    );
  }

  private tellRefused(): void {
    if (this.refused === null) return;
    const { example, column, count } = this.refused;
    const shown = JSON.stringify(example.slice(0, 40));
    const where = column === null ? '' : ` in the column “${column}”`;
    const kept =
      this.read + this.waiting.length === 0
        ? 'the order is the file’s'
        : `${count === 1 ? 'its event keeps its place' : `${count} events keep their places`}`;
    this.sink.note(
      `times such as ${shown}${where} are not understood, so ${kept}; those such as "2024-02-01 09:00" are, and {"columns": {"time": "…"}} in a reading names another column, or null for none`,
    );
  }
}

/** Clocks of logs may begin at 0. */
const parseEventTime = (value: unknown): number | null =>
  isShortValue(value) && toFiniteNumber(value) === 0 ? 0 : parseTraceTime(value);

/** Texts of dates are longer than any way to write 0: they need not be read as numbers first. */
const isShortValue = (value: unknown): boolean => typeof value !== 'string' || value.length < 10;
