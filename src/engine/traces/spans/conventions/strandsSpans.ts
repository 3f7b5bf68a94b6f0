import type { OtelEvent } from '../otelSpan.ts';
import { addSpanAttributes, type SpanConvention } from './convention.ts';

/** Spans of Strands Agents (1.19): what a tool was given and returned stands in the events of its span. */
export const STRANDS_SPANS: SpanConvention = {
  name: 'Strands',
  fits: ({ attributes }) =>
    attributes.get('gen_ai.system') === 'strands-agents' &&
    attributes.get('gen_ai.operation.name') === 'execute_tool',
  translate: span => {
    const format = (name: string, key: string): unknown =>
      findEventByName(span.events, name)?.attributes.get(key);
    return addSpanAttributes(span, {
      'gen_ai.tool.call.arguments':
        span.attributes.get('gen_ai.tool.call.arguments') ?? format('gen_ai.tool.message', 'content'),
      'gen_ai.tool.call.result':
        span.attributes.get('gen_ai.tool.call.result') ?? format('gen_ai.choice', 'message'),
      'error.type': span.attributes.get('gen_ai.tool.status') === 'error' ? 'error' : undefined,
    });
  },
};

const findEventByName = (events: readonly OtelEvent[], name: string): OtelEvent | undefined =>
  events.find(event => event.name === name);
