import { readUsage } from '../../usage.ts';
import { at, unpacked } from '../../values.ts';
import { type SpanConvention, withAttributes } from './convention.ts';
import { usageAttributes } from './usageAttributes.ts';

/** Spans of Genkit (1.42): actions, whose subtype says whether they are a model, a tool or a flow. */
export const GENKIT_SPANS: SpanConvention = {
  name: 'Genkit',
  fits: ({ attributes }) => attributes.has('genkit:type'),
  translate: span => {
    const own = (name: string): unknown => span.attributes.get(`genkit:${name}`);
    const [input, output] = [unpacked(own('input')), unpacked(own('output'))];
    const failed = own('state') === 'error' ? { 'error.type': 'error' } : {};
    switch (own('metadata:subtype')) {
      case 'model':
        return withAttributes(span, {
          ...failed,
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': own('name'),
          'gen_ai.input.messages': at(input, 'messages'),
          'gen_ai.output.messages': at(output, 'message'),
          ...usageAttributes(readUsage(usageOf(at(output, 'usage')))),
        });
      case 'tool':
        return withAttributes(span, {
          ...failed,
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': own('name'),
          'gen_ai.tool.call.arguments': input,
          'gen_ai.tool.call.result': output,
        });
      case 'flow':
      case 'agent':
        return withAttributes(span, {
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
const usageOf = (usage: unknown) => ({
  inputTokens: at(usage, 'inputTokens'),
  outputTokens: at(usage, 'outputTokens'),
  cachedInputTokens: at(usage, 'cachedContentTokens'),
  reasoningTokens: at(usage, 'thoughtsTokens'),
});
