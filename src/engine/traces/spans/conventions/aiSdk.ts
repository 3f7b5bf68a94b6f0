import { readUsage } from '../../usage.ts';
import { wordOf } from '../../values.ts';
import { type SpanConvention, under, withAttributes } from './convention.ts';
import { usageAttributes } from './usageAttributes.ts';

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
    const details = under(attributes, 'ai.usage.');
    const context = {
      ...under(attributes, 'ai.telemetry.metadata.'),
      ...under(attributes, 'ai.settings.context.'),
    };
    const operation = wordOf(attributes.get('ai.operationId')) ?? '';
    const told = readUsage({
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
    return withAttributes(span, {
      ...(OPERATIONS.test(operation) && { 'gen_ai.operation.name': operationOf(operation) }),
      'gen_ai.agent.name': attributes.get('gen_ai.agent.name') ?? attributes.get('ai.telemetry.functionId'),
      'session.id': attributes.get('session.id') ?? context.sessionId ?? context.session_id,
      'gen_ai.conversation.id':
        attributes.get('gen_ai.conversation.id') ?? context.conversationId ?? context.threadId,
      task_id: context.task_id ?? context.taskId,
      'gen_ai.request.model': attributes.get('gen_ai.request.model') ?? attributes.get('ai.model.id'),
      ...usageAttributes(told),
    });
  },
};

const OPERATIONS = /^ai\.(?:toolCall|(?:generate|stream)(?:Text|Object)(?:\.do(?:Generate|Stream))?)$/;

const operationOf = (operation: string): string =>
  operation === 'ai.toolCall'
    ? 'execute_tool'
    : /\.do(?:Generate|Stream)$/.test(operation)
      ? 'chat'
      : 'invoke_agent';
