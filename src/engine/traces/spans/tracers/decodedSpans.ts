import { InputError } from '../../../core/errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../../traceReading.ts';
import { isFieldsObject } from '../../values.ts';
import { isGuardSpan } from '../guardSpans.ts';
import {
  getRecordConversation,
  isAgentRecord,
  isMessageRecord,
  type LogRecord,
  readAgentEvent,
} from '../logs/agentEvents.ts';
import { readSpanTurn } from '../modelTurn.ts';
import { createOtelSpan, type OtelEvent, type OtelSpan } from '../otelSpan.ts';
import { PromptHistories, readAgentSpan } from '../pieceOfSpan.ts';
import { SpanCases } from '../spanCases.ts';
import { isOtlpJson, readOtlpJsonLogs, readOtlpJsonSpans } from './otlpJson.ts';

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
  fits: isOtlpJson,
  open: sink => new TelemetryReader(sink),
};

/** Spans and log records of one reading, which complete each other. */
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
    if (!(value instanceof DecodedSpans) && !isOtlpJson(value))
      throw new InputError('no spans of OpenTelemetry');
    const refuse = (reason: string): void => this.sink.skip(place, reason);
    const spans = value instanceof DecodedSpans ? value.spans : readOtlpJsonSpans(value, refuse);
    for (const span of spans) this.span(span, place);
    const logs = value instanceof DecodedSpans ? value.logs : readOtlpJsonLogs(value, refuse);
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
      const span = buildMessageSpan(held);
      const { piece } = readAgentSpan(span, this.histories);
      this.cases.addTurn({
        piece: { ...piece, turn: readSpanTurn(NO_EVENT_ATTRIBUTES, span.events) },
        place: held.place,
      });
    }
    this.messages.clear();
    yield* this.cases.ending();
  }

  private span(span: OtelSpan, place: TracePlace): void {
    if (isGuardSpan(span)) {
      this.cases.addGuardSpan(span, place);
      return;
    }
    const { piece, leftOut } = readAgentSpan(span, this.histories);
    if (leftOut !== null) this.sink.leaveOut(place.file, leftOut);
    if (span.droppedAttributes > 0 && piece.kind !== 'other') this.cases.countTruncatedSpan();
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
    const event = readAgentEvent(record);
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
const sortMessageEvents = ({ records }: HeldMessages): readonly OtelEvent[] =>
  records
    .toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0))
    .map(record => ({ name: record.name, attributes: getRecordAttributes(record) }));

/** The span in which they were written, as far as they show it: its tokens are in it alone. */
function buildMessageSpan(held: HeldMessages): OtelSpan {
  const { traceId, spanId, records } = held;
  const times = records.flatMap(({ time }) => time ?? []).sort((a, b) => a - b);
  const conversation = records.map(getRecordConversation).find(id => id !== null) ?? null;
  return createOtelSpan({
    ...{ traceId, spanId, parentSpanId: '', name: 'chat', events: sortMessageEvents(held) },
    start: times.at(0) ?? null,
    end: times.at(-1) ?? null,
    attributes: new Map([
      ['gen_ai.operation.name', 'chat'],
      ...(conversation === null ? [] : [['gen_ai.conversation.id', conversation] as const]),
    ]),
  });
}

const NO_EVENT_ATTRIBUTES: OtelEvent['attributes'] = new Map();

/** A record's body holds what an event's attributes do. */
const getRecordAttributes = ({ attributes, body }: LogRecord): OtelEvent['attributes'] =>
  isFieldsObject(body) ? new Map([...attributes, ...Object.entries(body)]) : attributes;
