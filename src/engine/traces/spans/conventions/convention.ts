import type { OtelSpan, SpanAttributes } from '../otelSpan.ts';

/**
 * A tracer with attributes of its own. Its spans are translated to the conventions for GenAI, the only ones that later
 * stages know.
 */
export interface SpanConvention {
  readonly name: string;
  fits(span: OtelSpan): boolean;
  translate(span: OtelSpan): OtelSpan;
}

/** Attribute of a span that is not a step of the agent; its value is a plural noun for such spans. */
export const LEFT_OUT = 'statescope.left_out';

/** A span with more attributes; those that are undefined or null are left out, those that it has are replaced. */
export function addSpanAttributes(span: OtelSpan, more: Readonly<Record<string, unknown>>): OtelSpan {
  const rows = Object.entries(more).filter(([, value]) => value !== undefined && value !== null);
  return { ...span, attributes: new Map([...span.attributes, ...rows]) };
}

/** The values of attributes that begin with a prefix, by what comes after it. */
export function selectAttributesByPrefix(
  attributes: SpanAttributes,
  prefix: string,
): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [key, value] of attributes) if (key.startsWith(prefix)) found[key.slice(prefix.length)] = value;
  return found;
}
