import { at, isFlag, textAt, unpacked, wordOf } from '../../values.ts';
import type { OtelSpan } from '../span.ts';
import { LEFT_OUT, type SpanConvention, withAttributes } from './convention.ts';

/** Spans of Claude Code (2.1), beta: the tool's own error stands on the span of its execution. */
export const CLAUDE_CODE_SPANS: SpanConvention = {
  name: 'Claude Code',
  fits: ({ name }) => name.startsWith('claude_code.'),
  translate: span => {
    const { attributes } = span;
    const output = span.events.find(({ name }) => name === 'tool.output')?.attributes;
    const told = attributes.get('full_command') ?? attributes.get('file_path');
    return withAttributes(span, {
      'gen_ai.run.id': attributes.get('agent_id'),
      'gen_ai.run.name':
        textAt(Object.fromEntries(attributes), 'agent_type', 'subagent_type', 'agent_name') ??
        agentIn(attributes.get('query_source')),
      ...(attributes.get('span.type') === 'tool' && {
        'gen_ai.tool.call.arguments':
          attributes.get('tool_input') ??
          (told === undefined
            ? undefined
            : { [attributes.has('full_command') ? 'command' : 'file_path']: told }),
        'gen_ai.tool.call.result': output?.get('output'),
      }),
      ...(attributes.get('span.type') === 'tool.execution' &&
        executed(attributes.get('success'), attributes.get('error'))),
      'gen_ai.usage.cache_creation.input_tokens': attributes.get('gen_ai.usage.cache_write.input_tokens'),
      'gen_ai.prompt.text': attributes.get('user_prompt'),
    });
  },
};

const agentIn = (source: unknown): string | undefined =>
  typeof source === 'string' && source.startsWith('agent:') ? source.split(':').at(-1) : undefined;

/** Spans of Qwen Code (0.24). Its hooks stand beside the calls, and name their tool. */
export const QWEN_CODE_SPANS: SpanConvention = {
  name: 'Qwen Code',
  fits: ({ name }) => name.startsWith('qwen-code.'),
  translate: span => {
    if (span.name === 'qwen-code.hook')
      return withAttributes(span, { 'gen_ai.operation.name': 'hook', [LEFT_OUT]: 'spans of hooks' });
    if (span.name === 'qwen-code.tool.execution')
      return withAttributes(span, {
        'gen_ai.operation.name': 'execution',
        ...executed(span.attributes.get('success'), span.attributes.get('error')),
      });
    return withAttributes(span, {
      'gen_ai.usage.reasoning.output_tokens': span.attributes.get('thoughts_token_count'),
      'gen_ai.run.id': span.attributes.get('qwen-code.subagent.id'),
      'error.type': span.attributes.get('success') === false ? 'error' : undefined,
    });
  },
};

const executed = (success: unknown, error: unknown) =>
  isFlag(success, false) ? { 'statescope.execution_error': error ?? 'error' } : {};

/** Spans of Gemini CLI (0.61): a tool's call and its answer are messages of a form of their own. */
export const GEMINI_CLI_SPANS: SpanConvention = {
  name: 'Gemini CLI',
  fits: ({ attributes }) =>
    /^(?:llm_call|tool_call|schedule_tool_calls|agent_call)$/.test(
      wordOf(attributes.get('gen_ai.operation.name')) ?? '',
    ),
  translate: span =>
    span.attributes.get('gen_ai.operation.name') === 'tool_call' ? geminiTool(span) : geminiModel(span),
};

function geminiModel(span: OtelSpan): OtelSpan {
  const operation = span.attributes.get('gen_ai.operation.name');
  if (operation !== 'llm_call')
    return withAttributes(span, {
      'gen_ai.operation.name': operation === 'agent_call' ? 'invoke_agent' : 'schedule',
    });
  // An answer for the user comes in pieces, a list of them; one of a model that routes is one alone.
  const output = unpacked(span.attributes.get('gen_ai.output.messages'));
  if (!Array.isArray(output) && output !== undefined)
    return withAttributes(span, {
      'gen_ai.operation.name': 'route',
      [LEFT_OUT]: 'calls of a model that chooses the model',
    });
  return withAttributes(span, { 'gen_ai.operation.name': 'chat' });
}

function geminiTool(span: OtelSpan): OtelSpan {
  const given = unpacked(span.attributes.get('gen_ai.input.messages'));
  const output = unpacked(span.attributes.get('gen_ai.output.messages'));
  const response = at(output, 'response');
  const failed = textAt(output, 'status') === 'error';
  return withAttributes(span, {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.call.id': span.attributes.get('gen_ai.tool.call_id'),
    'gen_ai.tool.call.arguments': at(given, 'args'),
    'gen_ai.tool.call.result':
      at(response, 'responseParts', 0, 'functionResponse', 'response') ?? at(response, 'resultDisplay'),
    'error.message': failed
      ? (textAt(at(response, 'error'), 'message') ?? textAt(response, 'error') ?? 'error')
      : undefined,
  });
}

/** A plain span of opencode (1.18) around a call that the AI SDK has a span of as well. */
export const OPENCODE_SPANS: SpanConvention = {
  name: 'opencode',
  fits: ({ name, attributes }) => name === 'Tool.execute' && attributes.has('tool.name'),
  translate: span =>
    withAttributes(span, {
      'gen_ai.operation.name': 'execution',
      [LEFT_OUT]: 'spans around calls that have one already',
    }),
};
