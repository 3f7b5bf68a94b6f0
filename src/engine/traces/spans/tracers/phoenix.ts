import { columnNames, RowReader } from '../../events/rowReader.ts';
import type { TextFormat } from '../../reading.ts';
import { timeOf } from '../../times.ts';
import { at, isFields, textAt } from '../../values.ts';
import { type OtelSpan, spanOf } from '../span.ts';
import { eventsIn } from './consoleSpans.ts';
import { DecodedSpans, OTLP_JSON } from './openTelemetry.ts';
import { pythonValue } from './pythonValue.ts';
import { flatAttributes, hexId, isErrorStatus, spanFormat, withAttribute } from './spanForm.ts';

/** Spans of Phoenix: lines, answers of its REST API, and records of its data frame. */
export const PHOENIX = spanFormat({
  name: 'Phoenix',
  fits: value => spansIn(value).length > 0,
  spansIn: value =>
    spansIn(value).map(span => (isFields(at(span, 'context')) ? phoenixSpan(span) : recordSpan(span))),
});

const KIND = 'openinference.span.kind';

const isSpan = (value: unknown): boolean =>
  textAt(at(value, 'context'), 'trace_id') !== null && textAt(value, 'span_kind') !== null;
const isRecord = (value: unknown): boolean =>
  textAt(value, 'context.trace_id') !== null && textAt(value, 'context.span_id') !== null;
const isEither = (value: unknown): boolean => isSpan(value) || isRecord(value);

function spansIn(value: unknown): readonly unknown[] {
  if (isEither(value)) return [value];
  const data = at(value, 'data');
  return Array.isArray(data) ? data.filter(isEither) : [];
}

function phoenixSpan(value: unknown): OtelSpan {
  const attributes = flatAttributes(at(value, 'attributes'));
  return spanOf({
    ...common(value),
    traceId: hexId(at(value, 'context', 'trace_id')),
    spanId: hexId(at(value, 'context', 'span_id')),
    attributes: withAttribute(attributes, KIND, at(value, 'span_kind')),
    events: eventsIn(value),
  });
}

const common = (value: unknown) => ({
  parentSpanId: hexId(at(value, 'parent_id')),
  name: textAt(value, 'name') ?? '',
  start: timeOf(at(value, 'start_time')),
  end: timeOf(at(value, 'end_time')),
  failed: isErrorStatus(at(value, 'status_code')),
  statusMessage: textAt(value, 'status_message'),
});

/** A row of the data frame: `attributes.` stands before the names of attributes. */
function recordSpan(record: unknown): OtelSpan {
  const columns = isFields(record) ? Object.entries(record) : [];
  const own = columns.filter(([name]) => name.startsWith('attributes.'));
  const attributes = flatAttributes(
    Object.fromEntries(own.map(([name, value]) => [name.slice('attributes.'.length), value])),
  );
  return spanOf({
    ...common(record),
    traceId: hexId(at(record, 'context.trace_id')),
    spanId: hexId(at(record, 'context.span_id')),
    attributes: withAttribute(attributes, KIND, at(record, 'span_kind')),
    events: eventsIn(record),
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
          names = columnNames(cells);
          return;
        }
        const told = names.flatMap((name, index) => {
          const cell = cells[index] ?? '';
          return cell === '' ? [] : [[name, pythonValue(cell)] as const];
        });
        const record = Object.fromEntries(told);
        if (isRecord(record))
          readerOf(OTLP_JSON).take(new DecodedSpans([recordSpan(record)]), { file, line });
        else sink.skip({ file, line }, 'a span without an id or a trace');
      },
      refuse: (reason, line) => sink.skip({ file, line }, reason),
    });
  },
};
