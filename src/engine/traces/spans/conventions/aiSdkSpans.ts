import { readProviderUsage } from '../../usage.ts';
import { toWordText } from '../../values.ts';
import { addSpanAttributes, type SpanConvention, selectAttributesByPrefix } from './convention.ts';
import { toUsageAttributes } from './toUsageAttributes.ts';

/**
 * Spans of the AI SDK (5 to 7). Versions up to 6 have names of their own; 7 adds to those of GenAI what it has no name for.
 * Its totals include cached input and reasoning.
 */
export const AI_SDK_SPANS: SpanConvention = {
  name: 'AI SDK',
  fits: ({ attributes }) => {
    for (const key of attributes.keys()) if (key.startsWith('ai.')) return true;
    return false;
  },
  translate: span => {
    const { attributes } = span;
    const details = selectAttributesByPrefix(attributes, 'ai.usage.');
    const context = {
      ...selectAttributesByPrefix(attributes, 'ai.telemetry.metadata.'),
      ...selectAttributesByPrefix(attributes, 'ai.settings.context.'),
    };
    const operation = toWordText(attributes.get('ai.operationId')) ?? '';
    const report = readProviderUsage({
      inputTokens: details.inputTokens ?? attributes.get('gen_ai.usage.input_tokens') ?? details.promptTokens,
      outputTokens:
        details.outputTokens ?? attributes.get('gen_ai.usage.output_tokens') ?? details.completionTokens,
      cachedInputTokens:
        details['inputTokenDetails.cacheReadTokens'] ??
        details.cachedInputTokens ??
        attributes.get('gen_ai.usage.cache_read.input_tokens'),
      cacheWriteInputTokens: details['inputTokenDetails.cacheWriteTokens'],
      reasoningTokens: details['outputTokenDetails.reasoningTokens'] ?? details.reasoningTokens,
    });
    return addSpanAttributes(span, {
      ...(OPERATIONS.test(operation) && { 'gen_ai.operation.name': mapAiSdkOperation(operation) }),
      'gen_ai.agent.name': attributes.get('gen_ai.agent.name') ?? attributes.get('ai.telemetry.functionId'),
      'session.id': attributes.get('session.id') ?? context.sessionId ?? context.session_id,
      'gen_ai.conversation.id':
        attributes.get('gen_ai.conversation.id') ?? context.conversationId ?? context.threadId,
      task_id: context.task_id ?? context.taskId,
      'gen_ai.request.model': attributes.get('gen_ai.request.model') ?? attributes.get('ai.model.id'),
      ...toUsageAttributes(report),
    });
  },
};

const OPERATIONS = /^ai\.(?:toolCall|(?:generate|stream)(?:Text|Object)(?:\.do(?:Generate|Stream))?)$/;

const mapAiSdkOperation = (operation: string): string =>
  operation === 'ai.toolCall'
    ? 'execute_tool'
    : /\.do(?:Generate|Stream)$/.test(operation)
      ? 'chat'
      : 'invoke_agent';
