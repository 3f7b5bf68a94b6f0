import type { SpanAttributes } from '../otelSpan.ts';

/** A log record of OpenTelemetry, as its JSON and its protobuf form both hold it. */
export interface LogRecord {
  /** Empty if it belongs to no span. */
  readonly traceId: string;
  readonly spanId: string;
  /** Name of the event: the record's own, or that under `event.name`. */
  readonly name: string;
  /** Milliseconds since 1970; null if it is missing. */
  readonly time: number | null;
  readonly body: unknown;
  readonly attributes: SpanAttributes;
}
