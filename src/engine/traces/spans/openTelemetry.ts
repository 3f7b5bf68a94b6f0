import { InputError } from '../../errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { isFields } from '../values.ts';
import { agentEventOf, isAgentRecord, isMessageRecord } from './logs/agentEvents.ts';
import type { LogRecord } from './logs/logRecord.ts';
import { turnOfSpan } from './modelTurn.ts';
import { holdsSpans, logsOfJson, spansOfJson } from './otlpJson.ts';
import { readSpan } from './pieceOfSpan.ts';
import type { OtelEvent, OtelSpan } from './span.ts';
import { SpanCases } from './spanCases.ts';

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
  /** Records that stand for events of a span, by trace and span. */
  private readonly events = new Map<string, OtelEvent[]>();

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
  }

  endFile(): void {}

  end(): void {
    for (const _ of this.ending());
  }

  *ending(): Generator<string> {
    for (const [key, events] of this.events) {
      const [trace, span] = key.split(' ');
      this.cases.addTurn(trace, span, turnOfSpan(new Map(), events));
    }
    this.events.clear();
    yield* this.cases.ending();
  }

  private span(span: OtelSpan, place: TracePlace): void {
    const { piece, leftOut } = readSpan(span);
    if (leftOut !== null) this.sink.leaveOut(place.file, leftOut);
    this.cases.add(piece, place);
  }

  private record(record: LogRecord, place: TracePlace): void {
    if (isMessageRecord(record)) {
      const key = `${record.traceId} ${record.spanId}`;
      const found = this.events.get(key) ?? [];
      this.events.set(key, found);
      found.push({ name: record.name, attributes: attributesOf(record) });
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

/** A record's body holds what an event's attributes do. */
const attributesOf = ({ attributes, body }: LogRecord): OtelEvent['attributes'] =>
  isFields(body) ? new Map([...attributes, ...Object.entries(body)]) : attributes;
