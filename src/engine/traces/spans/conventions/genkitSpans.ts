import { readProviderUsage } from '../../usage.ts';
import { getPathValue, parseJsonText } from '../../values.ts';
import { addSpanAttributes, type SpanConvention } from './convention.ts';
import { toUsageAttributes } from './toUsageAttributes.ts';

/** Spans of Genkit (1.42): actions, whose subtype says whether they are a model, a tool or a flow. */
export const GENKIT_SPANS: SpanConvention = {
  name: 'Genkit',
  fits: ({ attributes }) => attributes.has('genkit:type'),
  translate: span => {
    const own = (name: string): unknown => span.attributes.get(`genkit:${name}`);
    const [input, output] = [parseJsonText(own('input')), parseJsonText(own('output'))];
    const failed = own('state') === 'error' ? { 'error.type': 'error' } : {};
    switch (own('metadata:subtype')) {
      case 'model':
        return addSpanAttributes(span, {
          ...failed,
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': own('name'),
          'gen_ai.input.messages': getPathValue(input, 'messages'),
          'gen_ai.output.messages': getPathValue(output, 'message'),
          ...toUsageAttributes(readProviderUsage(readGenkitUsage(getPathValue(output, 'usage')))),
        });
      case 'tool':
        return addSpanAttributes(span, {
          ...failed,
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': own('name'),
          'gen_ai.tool.call.arguments': input,
          'gen_ai.tool.call.result': output,
        });
      case 'flow':
      case 'agent':
        return addSpanAttributes(span, {
          ...failed,
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': own('name'),
          'gen_ai.conversation.id': span.attributes.get('session.id') ?? own('metadata:sessionId'),
        });
      default:
        return span;
    }
  },
};

/** Genkit's totals include cached input and thoughts, as the answers of its OpenAI plug-in show. */
const readGenkitUsage = (usage: unknown) => ({
  inputTokens: getPathValue(usage, 'inputTokens'),
  outputTokens: getPathValue(usage, 'outputTokens'),
  cachedInputTokens: getPathValue(usage, 'cachedContentTokens'),
  reasoningTokens: getPathValue(usage, 'thoughtsTokens'),
});
