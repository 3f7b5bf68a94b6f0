import { InputError } from '../../../core/errors.ts';
import { encodeHex } from '../../../core/hashing/hex.ts';
import { parseNanoseconds } from '../../times.ts';
import { MAX_VALUE_DEPTH } from '../../traceSteps.ts';
import { toWordText } from '../../values.ts';
import type { LogRecord } from '../logs/agentEvents.ts';
import type { OtelEvent, OtelSpan, SpanAttributes } from '../otelSpan.ts';

/** One field of a protobuf message: its number, and bytes or a number by its wire type. */
interface WireField {
  readonly number: number;
  readonly wire: 'varint' | 'fixed64' | 'bytes' | 'fixed32';
  readonly bytes: Uint8Array;
  /** Of a varint; low 64 bits. */
  readonly value: bigint;
}

const NO_BYTES = new Uint8Array(0);

/** More fields than are wanted of one message. */
export class TooManyFields extends InputError {}

/** Reads the fields of messages one by one, up to a number of fields in all. */
class WireReader {
  #left: number;

  constructor(private readonly most: number) {
    this.#left = most;
  }

  /** The fields of a message in their order. @throws InputError for other bytes, TooManyFields */
  *fields(bytes: Uint8Array): Generator<WireField> {
    let place = 0;
    const take = (length: number): Uint8Array => {
      if (length > bytes.length - place) throw new InputError('protobuf that ends within a field');
      place += length;
      return bytes.subarray(place - length, place);
    };
    const varint = (): bigint => {
      let value = 0n;
      for (let shift = 0n; shift < 70n; shift += 7n) {
        const [byte] = take(1);
        value |= BigInt(byte & 0x7f) << shift;
        if (byte < 0x80) return BigInt.asUintN(64, value);
      }
      throw new InputError('protobuf with a number of more than ten bytes');
    };
    // Nearly all are of one byte, and bigints are slow.
    const small = (): number => (bytes[place] < 0x80 ? bytes[place++] : Number(varint()));
    while (place < bytes.length) {
      if (--this.#left < 0) throw new TooManyFields(`protobuf of more than ${this.most} fields`);
      const tag = small();
      const number = Math.floor(tag / 8);
      if (number < 1 || number > 0x1fffffff) throw new InputError('protobuf with an invalid field number');
      switch (tag % 8) {
        case 0:
          yield { number, wire: 'varint', bytes: NO_BYTES, value: varint() };
          break;
        case 1:
          yield { number, wire: 'fixed64', bytes: take(8), value: 0n };
          break;
        case 2:
          yield { number, wire: 'bytes', bytes: take(small()), value: 0n };
          break;
        case 5:
          yield { number, wire: 'fixed32', bytes: take(4), value: 0n };
          break;
        default:
          throw new InputError(`protobuf with wire type ${tag % 8}`);
      }
    }
  }

  /** The messages under one number. */
  messages(bytes: Uint8Array, number: number): Uint8Array[] {
    const found: Uint8Array[] = [];
    for (const field of this.fields(bytes))
      if (field.number === number && field.wire === 'bytes') found.push(field.bytes);
    return found;
  }
}

/**
 * The spans of an ExportTraceServiceRequest, or of TracesData, in protobuf. Fields that are not known are passed over.
 * @param most fields, all messages within messages together
 * @throws InputError for bytes that are none, or attributes nested more than 64 levels deep; TooManyFields
 */
export function decodeOtlpTraces(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): OtelSpan[] {
  const wire = new WireReader(most);
  return wire.messages(bytes, 1).flatMap(group => {
    const resource = decodeWireAttributes(
      wire,
      wire.messages(group, 1).flatMap(found => wire.messages(found, 1)),
    );
    return wire
      .messages(group, 2)
      .flatMap(scope => wire.messages(scope, 2))
      .filter(item => !isWireLogRecord(wire, item))
      .map(span => decodeWireSpan(wire, span, resource));
  });
}

/**
 * The log records of an ExportLogsServiceRequest, or of LogsData, in protobuf, which only their fields distinguish from
 * spans.
 * @param most fields, all messages within messages together
 * @throws InputError for other bytes, or attributes nested more than 64 levels deep; TooManyFields
 */
export function decodeOtlpLogs(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): LogRecord[] {
  const wire = new WireReader(most);
  return wire
    .messages(bytes, 1)
    .flatMap(group => wire.messages(group, 2))
    .flatMap(scope => wire.messages(scope, 2))
    .filter(item => isWireLogRecord(wire, item))
    .map(item => decodeLogRecord(wire, item));
}

/** True if a message is a log record: its times are eight bytes under 1 or 11, the places of a span's id and events. */
function isWireLogRecord(wire: WireReader, bytes: Uint8Array): boolean {
  for (const { number, wire: kind } of wire.fields(bytes))
    if ((number === 1 || number === 11) && kind === 'fixed64') return true;
  return false;
}

function decodeLogRecord(wire: WireReader, bytes: Uint8Array): LogRecord {
  const record = { traceId: '', spanId: '', name: '' };
  let [time, observed, body]: [number | null, number | null, unknown] = [null, null, null];
  const pairs: Uint8Array[] = [];
  for (const field of wire.fields(bytes)) {
    if (field.number === 1) time = decodeTimeField(field);
    else if (field.number === 11) observed = decodeTimeField(field);
    else if (field.number === 5) body = decodeAnyValue(wire, field.bytes, 0);
    else if (field.number === 6) pairs.push(field.bytes);
    else if (field.number === 9) record.traceId = encodeHex(field.bytes);
    else if (field.number === 10) record.spanId = encodeHex(field.bytes);
    else if (field.number === 12) record.name = decodeTextField(field);
  }
  const attributes = decodeWireAttributes(wire, pairs);
  const name = toWordText(attributes.get('event.name')) ?? record.name;
  return { ...record, name, time: time ?? observed, body, attributes };
}

const decoder = new TextDecoder();
const decodeTextField = (field: WireField): string => decoder.decode(field.bytes);

/** Milliseconds of eight bytes of nanoseconds. */
function decodeTimeField({ bytes, wire }: WireField): number | null {
  if (wire !== 'fixed64') return null;
  return parseNanoseconds(String(createWireView(bytes).getBigUint64(0, true)));
}

const createWireView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function decodeWireSpan(wire: WireReader, bytes: Uint8Array, resource: SpanAttributes): OtelSpan {
  const span = { traceId: '', spanId: '', parentSpanId: '', name: '', failed: false, droppedAttributes: 0 };
  let [start, end, statusMessage]: [number | null, number | null, string | null] = [null, null, null];
  const attributes: Uint8Array[] = [];
  const events: OtelEvent[] = [];
  for (const field of wire.fields(bytes)) {
    if (field.number === 1) span.traceId = encodeHex(field.bytes);
    else if (field.number === 2) span.spanId = encodeHex(field.bytes);
    else if (field.number === 4) span.parentSpanId = encodeHex(field.bytes);
    else if (field.number === 5) span.name = decodeTextField(field);
    else if (field.number === 7) start = decodeTimeField(field);
    else if (field.number === 8) end = decodeTimeField(field);
    else if (field.number === 9) attributes.push(field.bytes);
    else if (field.number === 10) span.droppedAttributes = Number(field.value);
    else if (field.number === 11) events.push(decodeWireEvent(wire, field.bytes));
    else if (field.number === 15)
      for (const part of wire.fields(field.bytes))
        if (part.number === 2) statusMessage = decodeTextField(part);
        else if (part.number === 3) span.failed = part.value === 2n;
  }
  if (span.traceId === '') throw new InputError('a span without a trace id');
  return {
    ...span,
    start,
    end,
    statusMessage,
    events,
    attributes: decodeWireAttributes(wire, attributes),
    resource,
  };
}

function decodeWireEvent(wire: WireReader, bytes: Uint8Array): OtelEvent {
  const [name] = wire.messages(bytes, 2);
  return {
    name: name ? decoder.decode(name) : '',
    attributes: decodeWireAttributes(wire, wire.messages(bytes, 3)),
  };
}

const decodeWireAttributes = (wire: WireReader, pairs: readonly Uint8Array[]): SpanAttributes =>
  new Map(pairs.map(pair => decodeKeyValue(wire, pair, 0)));

/** One KeyValue. */
function decodeKeyValue(wire: WireReader, bytes: Uint8Array, depth: number): [string, unknown] {
  const [key] = wire.messages(bytes, 1);
  const [value] = wire.messages(bytes, 2);
  return [key ? decoder.decode(key) : '', value ? decodeAnyValue(wire, value, depth) : null];
}

/** Content of an AnyValue. */
function decodeAnyValue(wire: WireReader, bytes: Uint8Array, depth: number): unknown {
  if (depth > MAX_VALUE_DEPTH)
    throw new InputError(`an attribute nested more than ${MAX_VALUE_DEPTH} levels deep`);
  for (const field of wire.fields(bytes))
    switch (field.number) {
      case 1:
        return decodeTextField(field);
      case 2:
        return field.value !== 0n;
      case 3:
        return Number(BigInt.asIntN(64, field.value));
      case 4:
        return field.wire === 'fixed64' ? createWireView(field.bytes).getFloat64(0, true) : null;
      case 5:
        return wire.messages(field.bytes, 1).map(one => decodeAnyValue(wire, one, depth + 1));
      case 6:
        return Object.fromEntries(
          wire.messages(field.bytes, 1).map(one => decodeKeyValue(wire, one, depth + 1)),
        );
      case 7:
        return encodeHex(field.bytes);
    }
  return null;
}
