/** Attributes of a span by name. Values are texts, numbers, booleans, or lists and maps of them. */
export type SpanAttributes = ReadonlyMap<string, unknown>;

/** A span of OpenTelemetry, as its JSON and its protobuf form both hold it. */
export interface OtelSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  /** Milliseconds since 1970; null if it is missing. */
  readonly start: number | null;
  readonly end: number | null;
  readonly attributes: SpanAttributes;
  readonly events: readonly OtelEvent[];
  /** True if its status is an error. */
  readonly failed: boolean;
  readonly statusMessage: string | null;
  /** Attributes of what emitted it. */
  readonly resource: SpanAttributes;
  /** Attributes that its tracer dropped because of a limit, 128 by default. */
  readonly droppedAttributes: number;
}

/** Something that happened during a span. */
export interface OtelEvent {
  readonly name: string;
  readonly attributes: SpanAttributes;
}

/** A span; missing fields are unknown. */
export const createOtelSpan = (
  report: Pick<OtelSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name'> & Partial<OtelSpan>,
): OtelSpan => ({
  ...{
    start: null,
    end: null,
    attributes: NO_ATTRIBUTES,
    events: [],
    failed: false,
    statusMessage: null,
    resource: NO_ATTRIBUTES,
    droppedAttributes: 0,
  },
  ...report,
});

const NO_ATTRIBUTES: SpanAttributes = new Map();
