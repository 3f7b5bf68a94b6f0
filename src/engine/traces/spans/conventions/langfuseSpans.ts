import { normalizeUsage, type Usage } from '../../usage.ts';
import { getNumberField, isFieldsObject, parseJsonText, toFiniteNumber, toWordText } from '../../values.ts';
import { addSpanAttributes, type SpanConvention, selectAttributesByPrefix } from './convention.ts';
import { toUsageAttributes } from './toUsageAttributes.ts';

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

/** Spans that Langfuse's SDKs (5) send by OTLP: one for each observation. */
export const LANGFUSE_SPANS: SpanConvention = {
  name: 'Langfuse',
  fits: ({ attributes }) => attributes.has('langfuse.observation.type'),
  translate: span => {
    const { attributes } = span;
    const own = selectAttributesByPrefix(attributes, 'langfuse.observation.');
    const type = (toWordText(own.type) ?? '').toLowerCase();
    const metadata = {
      ...selectAttributesByPrefix(attributes, 'langfuse.trace.metadata.'),
      ...selectAttributesByPrefix(attributes, 'langfuse.observation.metadata.'),
    };
    const isModel = type === 'generation';
    const isTool = type === 'tool' || type === 'retriever';
    return addSpanAttributes(span, {
      'gen_ai.operation.name': OPERATIONS[type] ?? type,
      ...(isModel && {
        'gen_ai.input.messages': own.input,
        'gen_ai.output.messages': wrapLangfuseAnswer(own.output),
      }),
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
      ...toUsageAttributes(readLangfuseUsage(parseJsonText(own.usage_details))),
      'gen_ai.usage.cost': getNumberField(parseJsonText(own.cost_details), 'total'),
      'error.message': own.level === 'ERROR' ? (own.status_message ?? 'error') : undefined,
    });
  },
};

/** An answer that is its text alone. */
const wrapLangfuseAnswer = (output: unknown): unknown =>
  typeof parseJsonText(output) === 'string' ? { role: 'assistant', content: parseJsonText(output) } : output;

const INPUT = /^(?:input|prompt)(?:[_.]|$|Tokens$)|(?:_|^)input_tokens$|^prompt_details/;
const OUTPUT = /^(?:output|completion)(?:[_.]|$|Tokens$)|(?:_|^)output_tokens$|^completion_details/;

/**
 * Langfuse keeps its buckets apart: `input` leaves out every other one whose name begins with it (`input_cached_tokens`,
 * `input_cache_read`, `cache_read_input_tokens`), `output` likewise. Those of audio and images are among the rest of the
 * same side. https://langfuse.com/docs/observability/features/token-and-cost-tracking
 */
export function readLangfuseUsage(details: unknown): Usage {
  if (!isFieldsObject(details)) return normalizeUsage({});
  const buckets = Object.entries(details).flatMap(([key, value]) => {
    const count = toFiniteNumber(value);
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
  return normalizeUsage({
    input: holdRest ? input : sumOf(INPUT),
    output: holdRest ? output : sumOf(OUTPUT),
    cachedRead: sumOf(/cache(?:d|_read|d_tokens)/),
    cachedWrite: sumOf(/cache_(?:creation|write)/),
    reasoning: sumOf(/reasoning/),
  });
}
