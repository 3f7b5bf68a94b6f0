import { readProviderUsage } from '../../usage.ts';
import { getPathValue, parseJsonText } from '../../values.ts';
import { addSpanAttributes, LEFT_OUT, type SpanConvention } from './convention.ts';
import { toUsageAttributes } from './toUsageAttributes.ts';

/** Spans of Google's Agent Development Kit (2.0), which keep requests and answers under names of their own. */
export const ADK_SPANS: SpanConvention = {
  name: 'ADK',
  fits: ({ attributes }) =>
    attributes.get('gen_ai.system') === 'gcp.vertex.agent' || attributes.has('gcp.vertex.agent.event_id'),
  translate: span => {
    const own = (name: string): unknown => parseJsonText(span.attributes.get(`gcp.vertex.agent.${name}`));
    const args = own('tool_call_args');
    if (span.attributes.get('gen_ai.tool.name') === '(merged tools)')
      return addSpanAttributes(span, {
        [LEFT_OUT]: 'spans that merge the responses of several calls',
        'gen_ai.operation.name': 'merge',
      });
    const answer = own('llm_response');
    const isModel = getPathValue(answer, 'content') !== undefined || span.name === 'call_llm';
    return addSpanAttributes(span, {
      ...(isModel && {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': getPathValue(own('llm_request'), 'contents'),
        'gen_ai.output.messages': getPathValue(answer, 'content'),
        // The attributes leave thoughts out, the answer counts them separately.
        ...toUsageAttributes(readProviderUsage(getPathValue(answer, 'usageMetadata'))),
      }),
      'gen_ai.conversation.id': span.attributes.get('gen_ai.conversation.id') ?? own('session_id'),
      'gen_ai.tool.call.arguments': args === 'N/A' ? undefined : args,
      'gen_ai.tool.call.result': isModel ? undefined : own('tool_response'),
    });
  },
};
