import { type DSV, dsvFormat } from 'd3-dsv';
import { LONGEST_LINE } from '../input/lines.ts';
import type { ColumnRole, TextFormat, TextReader, TraceSink } from '../reading.ts';
import { EventCases } from './eventCases.ts';
import { delimiterOf } from './header.ts';
import { isTable } from './isTable.ts';
import { rolesOf } from './roles.ts';

/** Characters that are parsed at a time, at least. */
const BLOCK = 256 * 1024;

/** Event logs as tables: cells between commas, semicolons, tabs or bars, quoted where they must be. */
export const EVENT_TABLES: TextFormat = {
  name: 'event table',
  fits: isTable,
  open: (sink, file) => new EventTable(sink, file),
};

class EventTable implements TextReader {
  private readonly cases: EventCases;
  private text = '';
  private scanned = 0;
  /** Whether what was scanned ends within a quoted cell. */
  private quoted = false;
  /** End of the last row that is whole. */
  private whole = 0;
  private line = 1;
  private dsv: DSV | null = null;
  private columns: ReadonlyMap<ColumnRole, number> | null = null;
  private width = 0;
  private refused = false;

  constructor(
    private readonly sink: TraceSink,
    private readonly file: string,
  ) {
    this.cases = new EventCases(sink);
  }

  write(text: string): void {
    if (this.refused) return;
    this.text += text;
    if (this.text.length - this.scanned < BLOCK) return;
    this.scan();
    if (this.whole > 0) this.read(this.whole);
    else if (this.text.length > LONGEST_LINE) this.giveUp();
  }

  end(): void {
    if (!this.refused) {
      this.scan();
      if (this.quoted) this.sink.skip(this.place(), 'a quoted cell that does not end');
      this.read(this.quoted ? this.whole : this.text.length);
    }
    this.cases.end();
  }

  /** Finds the last end of a row outside of quotes. */
  private scan(): void {
    const stop = /["\n]/g;
    stop.lastIndex = this.scanned;
    for (let found = stop.exec(this.text); found !== null; found = stop.exec(this.text))
      if (found[0] === '"') this.quoted = !this.quoted;
      else if (!this.quoted) this.whole = found.index + 1;
    this.scanned = this.text.length;
  }

  private read(length: number): void {
    const block = this.text.slice(0, length);
    this.text = this.text.slice(length);
    this.scanned -= length;
    this.whole = 0;
    // Only a quoted cell has lines of its own.
    const mayBreak = block.includes('"');
    this.dsv ??= dsvFormat(delimiterOf(block) ?? ',');
    for (const row of this.dsv.parseRows(block)) {
      if (this.refused) return;
      if (row.length > 1 || row[0] !== '') this.row(row);
      this.line += 1 + (mayBreak ? row.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0) : 0);
    }
  }

  private row(cells: readonly string[]): void {
    if (this.columns === null) {
      this.header(cells);
      return;
    }
    if (cells.length < this.width) {
      this.sink.skip(this.place(), `${cells.length} cells where the first row has ${this.width}`);
      return;
    }
    const { columns } = this;
    this.cases.add({ get: role => cells[columns.get(role) ?? cells.length] }, this.place());
  }

  private header(cells: readonly string[]): void {
    const names = cells.map(cell => cell.replace(/^\uFEFF/, '').trim());
    const roles = rolesOf(names, this.sink.reading);
    this.columns = new Map([...roles].map(([role, name]) => [role, names.indexOf(name)]));
    this.width = names.length;
    this.sink.tellRoles({ kind: 'columns', names, roles: Object.fromEntries(roles) });
    const missing = (['case', 'activity'] as const).filter(role => !roles.has(role));
    if (missing.length === 0) return;
    this.refused = true;
    const shown = names.slice(0, 20).join(', ').slice(0, 400);
    this.sink.skip(
      { file: this.file, line: null },
      `no column for the ${missing.join(' and the ')} among ${shown}`,
    );
  }

  private giveUp(): void {
    this.refused = true;
    this.sink.skip(this.place(), `a row of more than ${LONGEST_LINE / 1024 / 1024} MB`);
  }

  private place() {
    return { file: this.file, line: this.line };
  }
}
