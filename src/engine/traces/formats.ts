import { assignColumnRoles, type ColumnRole } from '../files/columnRoles.ts';
import { ADK } from './agents/adkSessions.ts';
import { ATIF } from './agents/atif.ts';
import { CLAUDE_CODE } from './agents/claudeCode.ts';
import { CLINE } from './agents/cline.ts';
import { CODEX } from './agents/codex.ts';
import { CODEX_EXEC } from './agents/codexExec.ts';
import { CONTINUE } from './agents/continue.ts';
import { COPILOT } from './agents/copilot.ts';
import { GEMINI_CLI } from './agents/geminiCli.ts';
import { GEMINI_STREAM } from './agents/geminiStream.ts';
import { GUARD_SESSION } from './agents/guardSession.ts';
import { INSPECT_AI } from './agents/inspectAi.ts';
import { INTER_CODE } from './agents/interCode.ts';
import { MOATLESS } from './agents/moatless.ts';
import { OPENAI_RESPONSES } from './agents/openAiResponses.ts';
import { OPEN_CODE } from './agents/openCode.ts';
import { OPEN_HANDS } from './agents/openHands.ts';
import { PI } from './agents/pi.ts';
import { QWEN_CODE } from './agents/qwenCode.ts';
import { SMOLAGENTS } from './agents/smolagents.ts';
import { MINI_SWE_AGENT, SWE_AGENT } from './agents/sweAgent.ts';
import { TASK_REPORT } from './agents/taskReport.ts';
import { EVENT_ROWS, EventCases, type EventRow } from './events/eventCases.ts';
import { looksLikeTable } from './events/looksLikeTable.ts';
import { OCEL } from './events/ocel.ts';
import { OCEL_1 } from './events/ocel1.ts';
import { OCEL_XML } from './events/ocelXml.ts';
import { getTableColumnNames, RowReader, type RowSink } from './events/rowReader.ts';
import { XES } from './events/xes.ts';
import { AUTOGEN } from './lists/autoGen.ts';
import { DERIVED_RUNS } from './lists/derivedRuns.ts';
import { LANGCHAIN } from './lists/langChain.ts';
import { MESSAGE_LISTS } from './lists/messageList.ts';
import { PYDANTIC_AI } from './lists/pydanticAi.ts';
import { TAU_BENCH, TAU2_BENCH } from './lists/tauBench.ts';
import { CONSOLE_SPANS } from './spans/tracers/consoleSpans.ts';
import { OTLP_JSON } from './spans/tracers/decodedSpans.ts';
import { JAEGER } from './spans/tracers/jaeger.ts';
import { LANGFUSE } from './spans/tracers/langfuseExport.ts';
import { LANGSMITH } from './spans/tracers/langSmith.ts';
import { MLFLOW } from './spans/tracers/mlflowExport.ts';
import { OPENAI_AGENTS } from './spans/tracers/openAiAgents.ts';
import { PHOENIX, PHOENIX_TABLES } from './spans/tracers/phoenix.ts';
import { PRINTED_SPANS } from './spans/tracers/printedSpans.ts';
import { WEAVE } from './spans/tracers/weave.ts';
import { ZIPKIN } from './spans/tracers/zipkin.ts';
import { parseNumericDate, parseTraceTime } from './times.ts';
import type { TextFormat, TextReader, TracePlace, TraceSink, ValueFormat } from './traceReading.ts';

/** Event logs as tables: cells between commas, semicolons, tabs or bars, quoted if they must be. */
const EVENT_TABLES: TextFormat = {
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

/** Formats of JSON files. Of several that fit the first counts, so those that are more particular stand first. */
export const VALUE_FORMATS: readonly ValueFormat[] = [
  OTLP_JSON,
  CONSOLE_SPANS,
  PHOENIX,
  JAEGER,
  ZIPKIN,
  MLFLOW,
  WEAVE,
  GUARD_SESSION,
  INSPECT_AI,
  DERIVED_RUNS,
  TAU2_BENCH,
  TAU_BENCH,
  OCEL,
  OCEL_1,
  LANGFUSE,
  LANGSMITH,
  OPENAI_AGENTS,
  ATIF,
  QWEN_CODE,
  CLAUDE_CODE,
  CODEX,
  CODEX_EXEC,
  GEMINI_CLI,
  GEMINI_STREAM,
  COPILOT,
  OPENAI_RESPONSES,
  OPEN_CODE,
  CLINE,
  PI,
  CONTINUE,
  MINI_SWE_AGENT,
  SWE_AGENT,
  MOATLESS,
  OPEN_HANDS,
  SMOLAGENTS,
  INTER_CODE,
  TASK_REPORT,
  ADK,
  PYDANTIC_AI,
  AUTOGEN,
  LANGCHAIN,
  MESSAGE_LISTS,
  EVENT_ROWS,
];

/** Formats of other text files, as above. */
export const TEXT_FORMATS: readonly TextFormat[] = [
  PRINTED_SPANS,
  OCEL_XML,
  XES,
  PHOENIX_TABLES,
  EVENT_TABLES,
];

/** Name of the one format that is bytes. */
export const PROTOBUF = 'OpenTelemetry protobuf';

/** Names of all formats, for a choice of one. */
export const FORMAT_NAMES: readonly string[] = [
  ...[...VALUE_FORMATS, ...TEXT_FORMATS].map(({ name }) => name),
  PROTOBUF,
];
