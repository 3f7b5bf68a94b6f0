import { InputError } from '../../../core/errors.ts';
import { hexOf } from '../../../core/hashing/hex.ts';
import { DEEPEST } from '../../steps.ts';
import { ofNanoseconds } from '../../times.ts';
import { wordOf } from '../../values.ts';
import type { LogRecord } from '../logs/logRecord.ts';
import type { Attributes, OtelEvent, OtelSpan } from '../span.ts';
import { type WireField, wireFields } from './wire.ts';

/**
 * The spans of an ExportTraceServiceRequest, or of TracesData, in protobuf. Fields that are not known are passed over.
 * @throws InputError for bytes that are none, or attributes nested more than 64 levels deep
 */
export function decodeTraces(bytes: Uint8Array): OtelSpan[] {
  return messages(bytes, 1).flatMap(group => {
    const resource = attributesOf(messages(group, 1).flatMap(found => messages(found, 1)));
    return messages(group, 2)
      .flatMap(scope => messages(scope, 2))
      .filter(item => !isRecord(item))
      .map(span => spanOf(span, resource));
  });
}

/**
 * The log records of an ExportLogsServiceRequest, or of LogsData, in protobuf, which only their fields tell from spans.
 * @throws InputError for bytes that are none, or attributes nested more than 64 levels deep
 */
export function decodeLogs(bytes: Uint8Array): LogRecord[] {
  return messages(bytes, 1)
    .flatMap(group => messages(group, 2))
    .flatMap(scope => messages(scope, 2))
    .filter(isRecord)
    .map(recordOf);
}

/** Whether a message is a log record: its times are eight bytes under 1 or 11, where a span has its id and its events. */
function isRecord(bytes: Uint8Array): boolean {
  for (const { number, wire } of wireFields(bytes))
    if ((number === 1 || number === 11) && wire === 'fixed64') return true;
  return false;
}

function recordOf(bytes: Uint8Array): LogRecord {
  const record = { traceId: '', spanId: '', name: '' };
  let [time, observed, body]: [number | null, number | null, unknown] = [null, null, null];
  const pairs: Uint8Array[] = [];
  for (const field of wireFields(bytes)) {
    if (field.number === 1) time = timeOfField(field);
    else if (field.number === 11) observed = timeOfField(field);
    else if (field.number === 5) body = anyValue(field.bytes, 0);
    else if (field.number === 6) pairs.push(field.bytes);
    else if (field.number === 9) record.traceId = hexOf(field.bytes);
    else if (field.number === 10) record.spanId = hexOf(field.bytes);
    else if (field.number === 12) record.name = textOfField(field);
  }
  const attributes = attributesOf(pairs);
  const name = wordOf(attributes.get('event.name')) ?? record.name;
  return { ...record, name, time: time ?? observed, body, attributes };
}

/** The messages under one number. */
const messages = (bytes: Uint8Array, number: number): Uint8Array[] =>
  [...wireFields(bytes)].flatMap(field =>
    field.number === number && field.wire === 'bytes' ? [field.bytes] : [],
  );

const decoder = new TextDecoder();
const textOfField = (field: WireField): string => decoder.decode(field.bytes);

/** Milliseconds of eight bytes of nanoseconds. */
function timeOfField({ bytes, wire }: WireField): number | null {
  if (wire !== 'fixed64') return null;
  return ofNanoseconds(String(viewOf(bytes).getBigUint64(0, true)));
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function spanOf(bytes: Uint8Array, resource: Attributes): OtelSpan {
  const span = { traceId: '', spanId: '', parentSpanId: '', name: '', failed: false };
  let [start, end, statusMessage]: [number | null, number | null, string | null] = [null, null, null];
  const attributes: Uint8Array[] = [];
  const events: OtelEvent[] = [];
  for (const field of wireFields(bytes)) {
    if (field.number === 1) span.traceId = hexOf(field.bytes);
    else if (field.number === 2) span.spanId = hexOf(field.bytes);
    else if (field.number === 4) span.parentSpanId = hexOf(field.bytes);
    else if (field.number === 5) span.name = textOfField(field);
    else if (field.number === 7) start = timeOfField(field);
    else if (field.number === 8) end = timeOfField(field);
    else if (field.number === 9) attributes.push(field.bytes);
    else if (field.number === 11) events.push(eventOf(field.bytes));
    else if (field.number === 15)
      for (const part of wireFields(field.bytes))
        if (part.number === 2) statusMessage = textOfField(part);
        else if (part.number === 3) span.failed = part.value === 2n;
  }
  if (span.traceId === '') throw new InputError('a span without a trace id');
  return { ...span, start, end, statusMessage, events, attributes: attributesOf(attributes), resource };
}

function eventOf(bytes: Uint8Array): OtelEvent {
  const [name] = messages(bytes, 2);
  return { name: name ? decoder.decode(name) : '', attributes: attributesOf(messages(bytes, 3)) };
}

const attributesOf = (pairs: readonly Uint8Array[]): Attributes =>
  new Map(pairs.map(pair => keyValue(pair, 0)));

/** One KeyValue. */
function keyValue(bytes: Uint8Array, depth: number): [string, unknown] {
  const [key] = messages(bytes, 1);
  const [value] = messages(bytes, 2);
  return [key ? decoder.decode(key) : '', value ? anyValue(value, depth) : null];
}

/** What an AnyValue holds. */
function anyValue(bytes: Uint8Array, depth: number): unknown {
  if (depth > DEEPEST) throw new InputError(`an attribute nested more than ${DEEPEST} levels deep`);
  for (const field of wireFields(bytes))
    switch (field.number) {
      case 1:
        return textOfField(field);
      case 2:
        return field.value !== 0n;
      case 3:
        return Number(BigInt.asIntN(64, field.value));
      case 4:
        return field.wire === 'fixed64' ? viewOf(field.bytes).getFloat64(0, true) : null;
      case 5:
        return messages(field.bytes, 1).map(one => anyValue(one, depth + 1));
      case 6:
        return Object.fromEntries(messages(field.bytes, 1).map(one => keyValue(one, depth + 1)));
      case 7:
        return hexOf(field.bytes);
    }
  return null;
}
