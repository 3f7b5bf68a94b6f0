import { InputError } from '../../../core/errors.ts';
import type { ValueFormat } from '../../traceReading.ts';
import { getTextField, isFieldsObject, toWordText } from '../../values.ts';
import type { OtelSpan, SpanAttributes } from '../otelSpan.ts';
import { DecodedSpans, OTLP_JSON } from './decodedSpans.ts';

/** Form of the spans of one tracer or its page. */
interface SpanForm {
  readonly name: string;
  fits(value: unknown): boolean;
  /** Noun for a value among the spans that is not a step; null for others. */
  beside?(value: unknown): string | null;
  /** The spans of one value. @param refuse says why one of them is none */
  spansIn(value: unknown, refuse: (reason: string) => void): readonly OtelSpan[];
}

/** A format whose spans become those of OpenTelemetry, and are read together with them: a trace may stand in several files. */
export const createSpanFormat = ({ name, fits, beside = () => null, spansIn }: SpanForm): ValueFormat => ({
  name,
  fits,
  keepsBooks: value => beside(value) !== null,
  open: (sink, readerOf) => {
    const spans = readerOf(OTLP_JSON);
    return {
      take: (value, place) => {
        const other = beside(value);
        if (other !== null) {
          sink.leaveOut(place.file, other);
          return;
        }
        if (!fits(value)) throw new InputError(`no spans of ${name}`);
        spans.take(new DecodedSpans(spansIn(value, reason => sink.skip(place, reason))), place);
      },
      endFile: () => {},
      end: () => {},
    };
  },
});

/** An id in hexadecimal digits as OTLP has it, without what some writers put before it. */
export const normalizeHexId = (value: unknown): string =>
  (toWordText(value) ?? '').replace(/^0x/i, '').toLowerCase();

/** True if the word for a status says that it is an error. */
export const isErrorStatus = (status: unknown): boolean =>
  /^(?:2|(?:STATUS_CODE_|StatusCode\.)?ERROR)$/i.test(toWordText(status) ?? '');

/** Attributes that hold an object of their own, not a group of attributes. */
const WHOLE = new Set([
  ...['metadata', 'tool.parameters', 'llm.invocation_parameters', 'llm.prompt_template.variables'],
  ...['input.value', 'output.value', 'llm.tools'],
]);
/** Groups whose lists are numbered when they are flat. */
const NUMBERED = /^(?:llm|retrieval|embedding|reranker)\./;

/** Attributes under flat names, whether they were written so or as objects within each other. */
export function flattenAttributes(value: unknown): SpanAttributes {
  const flat = new Map<string, unknown>();
  const waiting: (readonly [path: string, held: unknown])[] = [['', value]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, held] = next;
    const isGroup = isFieldsObject(held) && !WHOLE.has(path);
    const isNumbered =
      Array.isArray(held) && NUMBERED.test(path) && held.some(isFieldsObject) && !WHOLE.has(path);
    if (isGroup || isNumbered)
      for (const [key, one] of Object.entries(held))
        waiting.push([path === '' ? key : `${path}.${key}`, one]);
    else if (held !== null && held !== undefined) flat.set(path, held);
  }
  return flat;
}

/** The attributes of a span with one more, if it has none of that name. */
export function addMissingAttribute(
  attributes: SpanAttributes,
  name: string,
  value: unknown,
): SpanAttributes {
  const isTold = attributes.has(name) || getTextField({ value }, 'value') === null;
  return isTold ? attributes : new Map([...attributes, [name, value]]);
}
