import { getPathValue, getTextField, matchesFlag, parseJsonText, toWordText } from '../../values.ts';
import type { OtelSpan } from '../otelSpan.ts';
import { addSpanAttributes, LEFT_OUT, type SpanConvention } from './convention.ts';

/** Spans of Claude Code (2.1), beta: the tool's own error stands on the span of its execution. */
export const CLAUDE_CODE_SPANS: SpanConvention = {
  name: 'Claude Code',
  fits: ({ name }) => name.startsWith('claude_code.'),
  translate: span => {
    const { attributes } = span;
    const output = span.events.find(({ name }) => name === 'tool.output')?.attributes;
    const report = attributes.get('full_command') ?? attributes.get('file_path');
    return addSpanAttributes(span, {
      'gen_ai.run.id': attributes.get('agent_id'),
      'gen_ai.run.name':
        getTextField(Object.fromEntries(attributes), 'agent_type', 'subagent_type', 'agent_name') ??
        parseAgentFromSource(attributes.get('query_source')),
      ...(attributes.get('span.type') === 'tool' && {
        'gen_ai.tool.call.arguments':
          attributes.get('tool_input') ??
          (report === undefined
            ? undefined
            : { [attributes.has('full_command') ? 'command' : 'file_path']: report }),
        'gen_ai.tool.call.result': output?.get('output'),
      }),
      ...(attributes.get('span.type') === 'tool.execution' &&
        buildExecutionResult(attributes.get('success'), attributes.get('error'))),
      'gen_ai.usage.cache_creation.input_tokens': attributes.get('gen_ai.usage.cache_write.input_tokens'),
      'gen_ai.prompt.text': attributes.get('user_prompt'),
    });
  },
};

const parseAgentFromSource = (source: unknown): string | undefined =>
  typeof source === 'string' && source.startsWith('agent:') ? source.split(':').at(-1) : undefined;

/** Spans of Qwen Code (0.24). Its hooks are siblings of the calls, and name their tool. */
export const QWEN_CODE_SPANS: SpanConvention = {
  name: 'Qwen Code',
  fits: ({ name }) => name.startsWith('qwen-code.'),
  translate: span => {
    if (span.name === 'qwen-code.hook')
      return addSpanAttributes(span, { 'gen_ai.operation.name': 'hook', [LEFT_OUT]: 'spans of hooks' });
    if (span.name === 'qwen-code.tool.execution')
      return addSpanAttributes(span, {
        'gen_ai.operation.name': 'execution',
        ...buildExecutionResult(span.attributes.get('success'), span.attributes.get('error')),
      });
    return addSpanAttributes(span, {
      'gen_ai.usage.reasoning.output_tokens': span.attributes.get('thoughts_token_count'),
      'gen_ai.run.id': span.attributes.get('qwen-code.subagent.id'),
      'error.type': span.attributes.get('success') === false ? 'error' : undefined,
    });
  },
};

const buildExecutionResult = (success: unknown, error: unknown) =>
  matchesFlag(success, false) ? { 'statescope.execution_error': error ?? 'error' } : {};

/** Spans of Gemini CLI (0.61): a tool's call and its answer are messages of a form of their own. */
export const GEMINI_CLI_SPANS: SpanConvention = {
  name: 'Gemini CLI',
  fits: ({ attributes }) =>
    /^(?:llm_call|tool_call|schedule_tool_calls|agent_call)$/.test(
      toWordText(attributes.get('gen_ai.operation.name')) ?? '',
    ),
  translate: span =>
    span.attributes.get('gen_ai.operation.name') === 'tool_call'
      ? convertGeminiToolSpan(span)
      : convertGeminiModelSpan(span),
};

function convertGeminiModelSpan(span: OtelSpan): OtelSpan {
  const operation = span.attributes.get('gen_ai.operation.name');
  if (operation !== 'llm_call')
    return addSpanAttributes(span, {
      'gen_ai.operation.name': operation === 'agent_call' ? 'invoke_agent' : 'schedule',
    });
  // An answer for the user comes in pieces, a list of them; one of a model that routes is one alone.
  const output = parseJsonText(span.attributes.get('gen_ai.output.messages'));
  if (!Array.isArray(output) && output !== undefined)
    return addSpanAttributes(span, {
      'gen_ai.operation.name': 'route',
      [LEFT_OUT]: 'calls of a model that chooses the model',
    });
  return addSpanAttributes(span, { 'gen_ai.operation.name': 'chat' });
}

function convertGeminiToolSpan(span: OtelSpan): OtelSpan {
  const given = parseJsonText(span.attributes.get('gen_ai.input.messages'));
  const output = parseJsonText(span.attributes.get('gen_ai.output.messages'));
  const response = getPathValue(output, 'response');
  const failed = getTextField(output, 'status') === 'error';
  return addSpanAttributes(span, {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.call.id': span.attributes.get('gen_ai.tool.call_id'),
    'gen_ai.tool.call.arguments': getPathValue(given, 'args'),
    'gen_ai.tool.call.result':
      getPathValue(response, 'responseParts', 0, 'functionResponse', 'response') ??
      getPathValue(response, 'resultDisplay'),
    'error.message': failed
      ? (getTextField(getPathValue(response, 'error'), 'message') ??
        getTextField(response, 'error') ??
        'error')
      : undefined,
  });
}

/** A plain span of opencode (1.18) around a call that the AI SDK has a span of as well. */
export const OPENCODE_SPANS: SpanConvention = {
  name: 'opencode',
  fits: ({ name, attributes }) => name === 'Tool.execute' && attributes.has('tool.name'),
  translate: span =>
    addSpanAttributes(span, {
      'gen_ai.operation.name': 'execution',
      [LEFT_OUT]: 'spans around calls that have one already',
    }),
};
