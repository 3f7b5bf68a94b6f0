import { normalUsage, type Usage } from '../../usage.ts';
import { isFields, numberAt, numberOf, unpacked, wordOf } from '../../values.ts';
import { type SpanConvention, under, withAttributes } from './convention.ts';
import { usageAttributes } from './usageAttributes.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  ...{ agent: 'invoke_agent', generation: 'chat', tool: 'execute_tool', retriever: 'retrieval' },
  ...{
    embedding: 'embeddings',
    chain: 'chain',
    span: 'span',
    evaluator: 'evaluator',
    guardrail: 'guardrail',
  },
};

/** What Langfuse's SDKs (5) send by OTLP: an observation a span. */
export const LANGFUSE_SPANS: SpanConvention = {
  name: 'Langfuse',
  fits: ({ attributes }) => attributes.has('langfuse.observation.type'),
  translate: span => {
    const { attributes } = span;
    const own = under(attributes, 'langfuse.observation.');
    const type = (wordOf(own.type) ?? '').toLowerCase();
    const metadata = {
      ...under(attributes, 'langfuse.trace.metadata.'),
      ...under(attributes, 'langfuse.observation.metadata.'),
    };
    const isModel = type === 'generation';
    const isTool = type === 'tool' || type === 'retriever';
    return withAttributes(span, {
      'gen_ai.operation.name': OPERATIONS[type] ?? type,
      ...(isModel && { 'gen_ai.input.messages': own.input, 'gen_ai.output.messages': answerOf(own.output) }),
      ...(isTool && {
        'gen_ai.tool.name': span.name,
        'gen_ai.tool.call.arguments': own.input,
        'gen_ai.tool.call.result': own.output,
      }),
      ...(type === 'agent' && { 'gen_ai.agent.name': span.name }),
      'gen_ai.request.model': own['model.name'],
      'langgraph.node': metadata.langgraph_node,
      task_id: metadata.task_id,
      lc_agent_name: metadata.lc_agent_name,
      'session.id':
        attributes.get('session.id') ?? attributes.get('langfuse.session.id') ?? metadata.thread_id,
      ...usageAttributes(usageOfDetails(unpacked(own.usage_details))),
      'gen_ai.usage.cost': numberAt(unpacked(own.cost_details), 'total'),
      'error.message': own.level === 'ERROR' ? (own.status_message ?? 'error') : undefined,
    });
  },
};

/** An answer that is its text alone. */
const answerOf = (output: unknown): unknown =>
  typeof unpacked(output) === 'string' ? { role: 'assistant', content: unpacked(output) } : output;

const INPUT = /^(?:input|prompt)(?:[_.]|$|Tokens$)|(?:_|^)input_tokens$|^prompt_details/;
const OUTPUT = /^(?:output|completion)(?:[_.]|$|Tokens$)|(?:_|^)output_tokens$|^completion_details/;

/**
 * Langfuse keeps its buckets apart: `input` leaves out every other one whose name begins with it (`input_cached_tokens`,
 * `input_cache_read`, `cache_read_input_tokens`), `output` likewise. Those of audio and images are among the rest of the
 * same side. https://langfuse.com/docs/observability/features/token-and-cost-tracking
 */
export function usageOfDetails(details: unknown): Usage {
  if (!isFields(details)) return normalUsage({});
  const buckets = Object.entries(details).flatMap(([key, value]) => {
    const count = numberOf(value);
    return count === null ? [] : [{ key, count }];
  });
  const sumOf = (pattern: RegExp): number | null => {
    const found = buckets.filter(({ key }) => pattern.test(key));
    return found.length === 0 ? null : found.reduce((sum, { count }) => sum + count, 0);
  };
  const [input, output] = [
    sumOf(/^(?:input|prompt|promptTokens)$/),
    sumOf(/^(?:output|completion|completionTokens)$/),
  ];
  // A total that is that of the two alone proves that they hold the rest.
  const holdRest = input !== null && output !== null && input + output === sumOf(/^total(?:Tokens)?$/);
  return normalUsage({
    input: holdRest ? input : sumOf(INPUT),
    output: holdRest ? output : sumOf(OUTPUT),
    cachedRead: sumOf(/cache(?:d|_read|d_tokens)/),
    cachedWrite: sumOf(/cache_(?:creation|write)/),
    reasoning: sumOf(/reasoning/),
  });
}
