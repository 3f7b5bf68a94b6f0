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

/** The fields of a protobuf message in their order. @throws InputError for other bytes */
function* readWireFields(bytes: Uint8Array): Generator<WireField> {
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
  while (place < bytes.length) {
    const tag = Number(varint());
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
        yield { number, wire: 'bytes', bytes: take(Number(varint())), value: 0n };
        break;
      case 5:
        yield { number, wire: 'fixed32', bytes: take(4), value: 0n };
        break;
      default:
        throw new InputError(`protobuf with wire type ${tag % 8}`);
    }
  }
}

/**
 * The spans of an ExportTraceServiceRequest, or of TracesData, in protobuf. Fields that are not known are passed over.
 * @throws InputError for bytes that are none, or attributes nested more than 64 levels deep
 */
export function decodeOtlpTraces(bytes: Uint8Array): OtelSpan[] {
  return listSubmessages(bytes, 1).flatMap(group => {
    const resource = decodeWireAttributes(
      listSubmessages(group, 1).flatMap(found => listSubmessages(found, 1)),
    );
    return listSubmessages(group, 2)
      .flatMap(scope => listSubmessages(scope, 2))
      .filter(item => !isWireLogRecord(item))
      .map(span => decodeWireSpan(span, resource));
  });
}

/**
 * The log records of an ExportLogsServiceRequest, or of LogsData, in protobuf, which only their fields distinguish from
 * spans.
 * @throws InputError for other bytes, or attributes nested more than 64 levels deep
 */
export function decodeOtlpLogs(bytes: Uint8Array): LogRecord[] {
  return listSubmessages(bytes, 1)
    .flatMap(group => listSubmessages(group, 2))
    .flatMap(scope => listSubmessages(scope, 2))
    .filter(isWireLogRecord)
    .map(decodeLogRecord);
}

/** True if a message is a log record: its times are eight bytes under 1 or 11, the places of a span's id and events. */
function isWireLogRecord(bytes: Uint8Array): boolean {
  for (const { number, wire } of readWireFields(bytes))
    if ((number === 1 || number === 11) && wire === 'fixed64') return true;
  return false;
}

function decodeLogRecord(bytes: Uint8Array): LogRecord {
  const record = { traceId: '', spanId: '', name: '' };
  let [time, observed, body]: [number | null, number | null, unknown] = [null, null, null];
  const pairs: Uint8Array[] = [];
  for (const field of readWireFields(bytes)) {
    if (field.number === 1) time = decodeTimeField(field);
    else if (field.number === 11) observed = decodeTimeField(field);
    else if (field.number === 5) body = decodeAnyValue(field.bytes, 0);
    else if (field.number === 6) pairs.push(field.bytes);
    else if (field.number === 9) record.traceId = encodeHex(field.bytes);
    else if (field.number === 10) record.spanId = encodeHex(field.bytes);
    else if (field.number === 12) record.name = decodeTextField(field);
  }
  const attributes = decodeWireAttributes(pairs);
  const name = toWordText(attributes.get('event.name')) ?? record.name;
  return { ...record, name, time: time ?? observed, body, attributes };
}

/** The messages under one number. */
const listSubmessages = (bytes: Uint8Array, number: number): Uint8Array[] =>
  [...readWireFields(bytes)].flatMap(field =>
    field.number === number && field.wire === 'bytes' ? [field.bytes] : [],
  );

const decoder = new TextDecoder();
const decodeTextField = (field: WireField): string => decoder.decode(field.bytes);

/** Milliseconds of eight bytes of nanoseconds. */
function decodeTimeField({ bytes, wire }: WireField): number | null {
  if (wire !== 'fixed64') return null;
  return parseNanoseconds(String(createWireView(bytes).getBigUint64(0, true)));
}

const createWireView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function decodeWireSpan(bytes: Uint8Array, resource: SpanAttributes): OtelSpan {
  const span = { traceId: '', spanId: '', parentSpanId: '', name: '', failed: false, droppedAttributes: 0 };
  let [start, end, statusMessage]: [number | null, number | null, string | null] = [null, null, null];
  const attributes: Uint8Array[] = [];
  const events: OtelEvent[] = [];
  for (const field of readWireFields(bytes)) {
    if (field.number === 1) span.traceId = encodeHex(field.bytes);
    else if (field.number === 2) span.spanId = encodeHex(field.bytes);
    else if (field.number === 4) span.parentSpanId = encodeHex(field.bytes);
    else if (field.number === 5) span.name = decodeTextField(field);
    else if (field.number === 7) start = decodeTimeField(field);
    else if (field.number === 8) end = decodeTimeField(field);
    else if (field.number === 9) attributes.push(field.bytes);
    else if (field.number === 10) span.droppedAttributes = Number(field.value);
    else if (field.number === 11) events.push(decodeWireEvent(field.bytes));
    else if (field.number === 15)
      for (const part of readWireFields(field.bytes))
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
    attributes: decodeWireAttributes(attributes),
    resource,
  };
}

function decodeWireEvent(bytes: Uint8Array): OtelEvent {
  const [name] = listSubmessages(bytes, 2);
  return {
    name: name ? decoder.decode(name) : '',
    attributes: decodeWireAttributes(listSubmessages(bytes, 3)),
  };
}

const decodeWireAttributes = (pairs: readonly Uint8Array[]): SpanAttributes =>
  new Map(pairs.map(pair => decodeKeyValue(pair, 0)));

/** One KeyValue. */
function decodeKeyValue(bytes: Uint8Array, depth: number): [string, unknown] {
  const [key] = listSubmessages(bytes, 1);
  const [value] = listSubmessages(bytes, 2);
  return [key ? decoder.decode(key) : '', value ? decodeAnyValue(value, depth) : null];
}

/** Content of an AnyValue. */
function decodeAnyValue(bytes: Uint8Array, depth: number): unknown {
  if (depth > MAX_VALUE_DEPTH)
    throw new InputError(`an attribute nested more than ${MAX_VALUE_DEPTH} levels deep`);
  for (const field of readWireFields(bytes))
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
        return listSubmessages(field.bytes, 1).map(one => decodeAnyValue(one, depth + 1));
      case 6:
        return Object.fromEntries(listSubmessages(field.bytes, 1).map(one => decodeKeyValue(one, depth + 1)));
      case 7:
        return encodeHex(field.bytes);
    }
  return null;
}
