import { InputError } from '../../../core/errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../../reading.ts';
import { isFields } from '../../values.ts';
import { agentEventOf, conversationOf, isAgentRecord, isMessageRecord } from '../logs/agentEvents.ts';
import type { LogRecord } from '../logs/logRecord.ts';
import { turnOfSpan } from '../modelTurn.ts';
import { readSpan } from '../pieceOfSpan.ts';
import { PromptHistories } from '../promptHistories.ts';
import { type OtelEvent, type OtelSpan, spanOf } from '../span.ts';
import { SpanCases } from '../spanCases.ts';
import { holdsSpans, logsOfJson, spansOfJson } from './otlpJson.ts';

/** Spans and log records that were read from protobuf. */
export class DecodedSpans {
  constructor(
    readonly spans: readonly OtelSpan[],
    readonly logs: readonly LogRecord[] = [],
  ) {}
}

/** Exports of OpenTelemetry, spans and log records, with the GenAI, OpenInference or OpenLLMetry attributes. */
export const OTLP_JSON: ValueFormat = {
  name: 'OpenTelemetry spans',
  fits: holdsSpans,
  open: sink => new TelemetryReader(sink),
};

/** Spans and log records of one reading, which tell of each other. */
class TelemetryReader implements ValueReader {
  private readonly cases: SpanCases;
  private readonly histories = new PromptHistories();
  /** Records that stand for events of a span, by trace and span. */
  private readonly messages = new Map<string, HeldMessages>();
  private readonly spanFiles = new Set<string>();
  private readonly logFiles = new Set<string>();

  constructor(private readonly sink: TraceSink) {
    this.cases = new SpanCases(sink);
  }

  take(value: unknown, place: TracePlace): void {
    if (!(value instanceof DecodedSpans) && !holdsSpans(value))
      throw new InputError('no spans of OpenTelemetry');
    const refuse = (reason: string): void => this.sink.skip(place, reason);
    const spans = value instanceof DecodedSpans ? value.spans : spansOfJson(value, refuse);
    for (const span of spans) this.span(span, place);
    const logs = value instanceof DecodedSpans ? value.logs : logsOfJson(value, refuse);
    for (const record of logs) this.record(record, place);
    if (!(value instanceof DecodedSpans)) this.tellKind(place.file, spans.length > 0, logs.length > 0);
  }

  /** A file of log records is none of spans. */
  private tellKind(file: string, hasSpans: boolean, hasLogs: boolean): void {
    if ((!hasSpans || this.spanFiles.has(file)) && (!hasLogs || this.logFiles.has(file))) return;
    if (hasSpans) this.spanFiles.add(file);
    if (hasLogs) this.logFiles.add(file);
    if (!this.logFiles.has(file)) return;
    this.sink.opened(
      file,
      this.spanFiles.has(file) ? 'OpenTelemetry spans and log records' : 'OpenTelemetry log records',
    );
  }

  endFile(): void {}

  end(): void {
    for (const _ of this.ending());
  }

  *ending(): Generator<string> {
    for (const held of this.messages.values()) {
      const span = spanOfMessages(held);
      const { piece } = readSpan(span, this.histories);
      this.cases.addTurn({ piece: { ...piece, turn: turnOfSpan(NONE, span.events) }, place: held.place });
    }
    this.messages.clear();
    yield* this.cases.ending();
  }

  private span(span: OtelSpan, place: TracePlace): void {
    const { piece, leftOut } = readSpan(span, this.histories);
    if (leftOut !== null) this.sink.leaveOut(place.file, leftOut);
    this.cases.add(piece, place);
  }

  private record(record: LogRecord, place: TracePlace): void {
    if (isMessageRecord(record)) {
      const { traceId, spanId } = record;
      const key = `${traceId} ${spanId}`;
      const found = this.messages.get(key) ?? { traceId, spanId, place, records: [] };
      this.messages.set(key, found);
      found.records.push(record);
      return;
    }
    const event = agentEventOf(record);
    if (event !== null) this.cases.addEvent(event, place);
    else
      this.sink.leaveOut(
        place.file,
        isAgentRecord(record)
          ? 'log records of settings, requests and decisions'
          : 'log records of no agent, model or tool',
      );
  }
}

/** Records of one call of a model. */
interface HeldMessages {
  readonly traceId: string;
  readonly spanId: string;
  readonly place: TracePlace;
  readonly records: LogRecord[];
}

/** As they were written, whatever the order in which they came. */
const eventsOf = ({ records }: HeldMessages): readonly OtelEvent[] =>
  records
    .toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0))
    .map(record => ({ name: record.name, attributes: attributesOf(record) }));

/** The span in which they were written, as far as they tell of it: its tokens stand in it alone. */
function spanOfMessages(held: HeldMessages): OtelSpan {
  const { traceId, spanId, records } = held;
  const times = records.flatMap(({ time }) => time ?? []).sort((a, b) => a - b);
  const conversation = records.map(conversationOf).find(id => id !== null) ?? null;
  return spanOf({
    ...{ traceId, spanId, parentSpanId: '', name: 'chat', events: eventsOf(held) },
    start: times.at(0) ?? null,
    end: times.at(-1) ?? null,
    attributes: new Map([
      ['gen_ai.operation.name', 'chat'],
      ...(conversation === null ? [] : [['gen_ai.conversation.id', conversation] as const]),
    ]),
  });
}

const NONE: OtelEvent['attributes'] = new Map();

/** A record's body holds what an event's attributes do. */
const attributesOf = ({ attributes, body }: LogRecord): OtelEvent['attributes'] =>
  isFields(body) ? new Map([...attributes, ...Object.entries(body)]) : attributes;
