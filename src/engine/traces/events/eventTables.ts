import type { ColumnRole } from '../../files/columnRoles.ts';
import { assignColumnRoles } from '../../files/columnRoles.ts';
import { parseNumericDate, parseTraceTime } from '../times.ts';
import type { TextFormat, TextReader, TracePlace, TraceSink } from '../traceReading.ts';
import { EventCases, type EventRow } from './eventCases.ts';
import { looksLikeTable } from './looksLikeTable.ts';
import { getTableColumnNames, RowReader, type RowSink } from './rowReader.ts';

/** Event logs as tables: cells between commas, semicolons, tabs or bars, quoted if they must be. */
export const EVENT_TABLES: TextFormat = {
  name: 'event table',
  fits: looksLikeTable,
  open: (sink, file) => new EventTable(sink, file),
};

class EventTable implements TextReader, RowSink {
  private readonly cases: EventCases;
  private readonly rows: RowReader;
  private one: EventTableRow | null = null;
  private names: readonly string[] = [];
  /** The first row, while columns that look like times are looked for. */
  private isFirst = true;

  constructor(
    private readonly sink: TraceSink,
    private readonly file: string,
  ) {
    this.cases = new EventCases(sink);
    this.rows = new RowReader(this);
  }

  write(text: string): void {
    this.rows.write(text);
  }

  end(): void {
    this.rows.end();
    this.cases.end();
  }

  refuse(reason: string, line: number): void {
    this.sink.skip({ file: this.file, line }, reason);
  }

  row(cells: readonly string[], line: number): void {
    if (this.one === null) {
      this.header(cells);
      return;
    }
    if (cells.length < this.names.length) {
      this.refuse(`${cells.length} cells where the first row has ${this.names.length}`, line);
      return;
    }
    if (this.isFirst) this.tellTimes(cells);
    this.one.cells = cells;
    this.one.line = line;
    this.cases.add(this.one, this.one);
  }

  private header(cells: readonly string[]): void {
    const names = getTableColumnNames(cells);
    const roles = assignColumnRoles(names, this.sink.reading);
    this.one = new EventTableRow(
      this.file,
      new Map([...roles].map(([role, name]) => [role, names.indexOf(name)])),
    );
    this.names = names;
    this.cases.name(roles, this.rows.delimiter);
    this.sink.tellRoles({ kind: 'columns', names, roles: Object.fromEntries(roles) });
    const missing = (['case', 'activity'] as const).filter(role => !roles.has(role));
    if (missing.length === 0) return;
    this.rows.stop();
    const shown = names.slice(0, 20).join(', ').slice(0, 400);
    this.sink.skip(
      { file: this.file, line: null },
      `no column for the ${missing.join(' and the ')} among ${shown}`,
    );
  }

  /** Says of a table without a column of times that one of its columns looks like that. */
  private tellTimes(cells: readonly string[]): void {
    this.isFirst = false;
    if (this.one?.columns.has('time') === true || this.sink.reading.columns?.time !== undefined) return;
    const index = cells.findIndex(cell => looksLikeTimeCell(cell));
    const name = JSON.stringify(this.names[index] ?? '');
    if (index < 0 || this.names[index] === undefined) return;
    this.sink.note(
      `no column is known as the one of times, so the order is the file’s; ${name} looks like it (${JSON.stringify(cells[index].slice(0, 40))}), and {"columns": {"time": ${name}}} in a reading takes it`,
    );
  }
}

/** A row's place, and its cells by the roles of their columns. One is used for all rows, since there are millions. */
class EventTableRow implements EventRow, TracePlace {
  cells: readonly string[] = [];
  line = 1;

  constructor(
    readonly file: string,
    readonly columns: ReadonlyMap<ColumnRole, number>,
  ) {}

  get(role: ColumnRole): string | undefined {
    const column = this.columns.get(role);
    return column === undefined ? undefined : this.cells[column];
  }
}

const looksLikeTimeCell = (cell: string): boolean =>
  /\d[-/. :]\d/.test(cell) &&
  (parseNumericDate(cell) ?? parseTraceTime(cell)) !== null &&
  Number.isNaN(Number(cell));
