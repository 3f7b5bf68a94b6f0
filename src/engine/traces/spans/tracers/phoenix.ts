import { getTableColumnNames, RowReader } from '../../events/rowReader.ts';
import { parseTraceTime } from '../../times.ts';
import type { TextFormat } from '../../traceReading.ts';
import { getPathValue, getTextField, isFieldsObject } from '../../values.ts';
import { createOtelSpan, type OtelSpan } from '../otelSpan.ts';
import { readConsoleSpanEvents } from './consoleSpans.ts';
import { DecodedSpans, OTLP_JSON } from './decodedSpans.ts';
import { parsePythonLiteral } from './parsePythonLiteral.ts';
import {
  addMissingAttribute,
  createSpanFormat,
  flattenAttributes,
  isErrorStatus,
  normalizeHexId,
} from './spanForm.ts';

/** Spans of Phoenix: lines, answers of its REST API, and records of its data frame. */
export const PHOENIX = createSpanFormat({
  name: 'Phoenix',
  fits: value => listPhoenixSpans(value).length > 0,
  spansIn: value =>
    listPhoenixSpans(value).map(span =>
      isFieldsObject(getPathValue(span, 'context')) ? readPhoenixSpan(span) : readPhoenixRecordSpan(span),
    ),
});

const KIND = 'openinference.span.kind';

const isPhoenixSpan = (value: unknown): boolean =>
  getTextField(getPathValue(value, 'context'), 'trace_id') !== null &&
  getTextField(value, 'span_kind') !== null;
const isPhoenixRecord = (value: unknown): boolean =>
  getTextField(value, 'context.trace_id') !== null && getTextField(value, 'context.span_id') !== null;
const isPhoenixValue = (value: unknown): boolean => isPhoenixSpan(value) || isPhoenixRecord(value);

function listPhoenixSpans(value: unknown): readonly unknown[] {
  if (isPhoenixValue(value)) return [value];
  const data = getPathValue(value, 'data');
  return Array.isArray(data) ? data.filter(isPhoenixValue) : [];
}

function readPhoenixSpan(value: unknown): OtelSpan {
  const attributes = flattenAttributes(getPathValue(value, 'attributes'));
  return createOtelSpan({
    ...readCommonFields(value),
    traceId: normalizeHexId(getPathValue(value, 'context', 'trace_id')),
    spanId: normalizeHexId(getPathValue(value, 'context', 'span_id')),
    attributes: addMissingAttribute(attributes, KIND, getPathValue(value, 'span_kind')),
    events: readConsoleSpanEvents(value),
  });
}

const readCommonFields = (value: unknown) => ({
  parentSpanId: normalizeHexId(getPathValue(value, 'parent_id')),
  name: getTextField(value, 'name') ?? '',
  start: parseTraceTime(getPathValue(value, 'start_time')),
  end: parseTraceTime(getPathValue(value, 'end_time')),
  failed: isErrorStatus(getPathValue(value, 'status_code')),
  statusMessage: getTextField(value, 'status_message'),
});

/** A row of the data frame: `attributes.` stands before the names of attributes. */
function readPhoenixRecordSpan(record: unknown): OtelSpan {
  const columns = isFieldsObject(record) ? Object.entries(record) : [];
  const own = columns.filter(([name]) => name.startsWith('attributes.'));
  const attributes = flattenAttributes(
    Object.fromEntries(own.map(([name, value]) => [name.slice('attributes.'.length), value])),
  );
  return createOtelSpan({
    ...readCommonFields(record),
    traceId: normalizeHexId(getPathValue(record, 'context.trace_id')),
    spanId: normalizeHexId(getPathValue(record, 'context.span_id')),
    attributes: addMissingAttribute(attributes, KIND, getPathValue(record, 'span_kind')),
    events: readConsoleSpanEvents(record),
  });
}

/** The data frame of Phoenix as a table. Lists and objects in its cells are as Python prints them. */
export const PHOENIX_TABLES: TextFormat = {
  name: 'Phoenix data frame',
  fits: head => /^[^\r\n]*\bcontext\.trace_id\b/.test(head) && /^[^\r\n]*\bcontext\.span_id\b/.test(head),
  open: (sink, file, readerOf) => {
    let names: readonly string[] | null = null;
    return new RowReader({
      row: (cells, line) => {
        if (names === null) {
          names = getTableColumnNames(cells);
          return;
        }
        const rows = names.flatMap((name, index) => {
          const cell = cells[index] ?? '';
          return cell === '' ? [] : [[name, parsePythonLiteral(cell)] as const];
        });
        const record = Object.fromEntries(rows);
        if (isPhoenixRecord(record))
          readerOf(OTLP_JSON).take(new DecodedSpans([readPhoenixRecordSpan(record)]), { file, line });
        else sink.skip({ file, line }, 'a span without an id or a trace');
      },
      refuse: (reason, line) => sink.skip({ file, line }, reason),
    });
  },
};
