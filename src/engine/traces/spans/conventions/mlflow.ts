import { normalUsage } from '../../usage.ts';
import { numberAt, textAt, unpacked, wordOf } from '../../values.ts';
import { type SpanConvention, withAttributes } from './convention.ts';
import { usageAttributes } from './usageAttributes.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  ...{ AGENT: 'invoke_agent', CHAT_MODEL: 'chat', LLM: 'chat', TOOL: 'execute_tool', RETRIEVER: 'retrieval' },
};

/** Spans of MLflow's tracing (3), by OTLP or in its own JSON: each attribute is JSON. An agent's usage is that of the calls below it. */
export const MLFLOW_SPANS: SpanConvention = {
  name: 'MLflow',
  fits: ({ attributes }) => attributes.has('mlflow.spanType') || attributes.has('mlflow.trace.session'),
  translate: span => {
    const own = (name: string): unknown => unpacked(span.attributes.get(`mlflow.${name}`));
    const operation = OPERATIONS[wordOf(own('spanType')) ?? ''];
    const [inputs, outputs, usage] = [own('spanInputs'), own('spanOutputs'), own('chat.tokenUsage')];
    return withAttributes(span, {
      'gen_ai.operation.name': operation,
      ...(operation === 'chat' && {
        'gen_ai.input.messages': inputs,
        'gen_ai.output.messages': outputs,
        'gen_ai.request.model': own('chat.model') ?? own('llm.model') ?? textAt(inputs, 'model'),
      }),
      ...((operation === 'execute_tool' || operation === 'retrieval') && {
        'gen_ai.tool.name': span.name,
        'gen_ai.tool.call.arguments': inputs,
        'gen_ai.tool.call.result': outputs,
      }),
      ...(operation === 'invoke_agent' && { 'gen_ai.agent.name': span.name }),
      'session.id': wordOf(own('trace.session')),
      // Whether its input includes what was cached depends on the provider; cached input above the input proves that it does not.
      ...usageAttributes(
        normalUsage({
          ...{ input: numberAt(usage, 'input_tokens'), output: numberAt(usage, 'output_tokens') },
          cachedRead: numberAt(usage, 'cache_read_input_tokens'),
          cachedWrite: numberAt(usage, 'cache_creation_input_tokens'),
        }),
      ),
    });
  },
};
