import { type DSV, dsvFormat } from 'd3-dsv';
import { detectDelimiter, EXCEL_HINT } from '../../files/eventTableHeader.ts';
import { MAX_LINE_LENGTH } from '../input/jsonInput.ts';
import type { TextReader } from '../traceReading.ts';

/** Characters that are parsed at a time, at least. */
const BLOCK = 256 * 1024;

/** Takes the rows of a table, the one of names first. */
export interface RowSink {
  /** @param line in which the row begins, from 1 */
  row(cells: readonly string[], line: number): void;
  refuse(reason: string, line: number): void;
}

/**
 * Cuts a table that comes in pieces into rows: cells between commas, semicolons, tabs or bars, quoted if they must be.
 */
export class RowReader implements TextReader {
  private text = '';
  private scanned = 0;
  /** True if the scanned text ends within a quoted cell. */
  private quoted = false;
  /** End of the last row that is whole. */
  private whole = 0;
  private line = 1;
  private dsv: DSV | null = null;
  private given: string | null = null;
  private stopped = false;

  constructor(private readonly sink: RowSink) {}

  /** The sign between cells; null before the first row. */
  get delimiter(): string | null {
    return this.given;
  }

  /** Reads no more. */
  stop(): void {
    this.stopped = true;
  }

  write(text: string): void {
    if (this.stopped) return;
    this.text += text;
    if (this.text.length - this.scanned < BLOCK) return;
    this.scan();
    if (this.whole > 0) this.read(this.whole);
    else if (this.text.length > MAX_LINE_LENGTH) this.giveUp();
  }

  end(): void {
    if (this.stopped) return;
    this.scan();
    if (this.quoted) this.sink.refuse('a quoted cell that does not end', this.line);
    this.read(this.quoted ? this.whole : this.text.length);
  }

  /** Finds the last end of a row outside of quotes. */
  private scan(): void {
    if (!this.quoted && !this.text.includes('"', this.scanned)) {
      const end = this.text.lastIndexOf('\n');
      if (end >= this.scanned) this.whole = end + 1;
      this.scanned = this.text.length;
      return;
    }
    const stop = /["\n]/g;
    stop.lastIndex = this.scanned;
    for (let found = stop.exec(this.text); found !== null; found = stop.exec(this.text))
      if (found[0] === '\n') this.whole = this.quoted ? this.whole : found.index + 1;
      else if (this.quoted || this.opensCell(found.index)) this.quoted = !this.quoted;
    this.scanned = this.text.length;
  }

  /** True if a quote begins a cell, or comes right after one that closed it; elsewhere it is an ordinary character. */
  private opensCell(index: number): boolean {
    this.given ??= detectDelimiter(this.text) ?? ',';
    const before = index === 0 ? '\n' : this.text[index - 1];
    return before === this.given || before === '"' || /[\n\r\uFEFF]/.test(before);
  }

  private read(length: number): void {
    let block = this.text.slice(0, length);
    this.text = this.text.slice(length);
    this.scanned -= length;
    this.whole = 0;
    // Only a quoted cell has lines of its own.
    const mayBreak = block.includes('"');
    if (this.dsv === null) {
      this.given ??= detectDelimiter(block) ?? ',';
      this.dsv = dsvFormat(this.given);
      const hint = EXCEL_HINT.exec(block)?.[0] ?? '';
      block = block.slice(hint.length);
      if (hint !== '') this.line++;
    }
    for (const row of this.dsv.parseRows(block)) {
      if (this.stopped) return;
      if (row.length > 1 || row[0] !== '') this.sink.row(row, this.line);
      this.line += 1 + (mayBreak ? row.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0) : 0);
    }
  }

  private giveUp(): void {
    this.stopped = true;
    this.sink.refuse(`a row of more than ${MAX_LINE_LENGTH / 1024 / 1024} MB`, this.line);
  }
}

/** Names of a table's columns, as the first row has them. */
export const getTableColumnNames = (cells: readonly string[]): readonly string[] =>
  cells.map(cell => cell.replace(/^\uFEFF/, '').trim());
