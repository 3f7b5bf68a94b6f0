import { normalizeUsage } from '../../usage.ts';
import { getNumberField, getTextField, parseJsonText, toWordText } from '../../values.ts';
import { addSpanAttributes, type SpanConvention } from './convention.ts';
import { toUsageAttributes } from './toUsageAttributes.ts';

const OPERATIONS: Readonly<Record<string, string>> = {
  ...{ AGENT: 'invoke_agent', CHAT_MODEL: 'chat', LLM: 'chat', TOOL: 'execute_tool', RETRIEVER: 'retrieval' },
};

/** Spans of MLflow's tracing (3), by OTLP or in its own JSON: each attribute is JSON. An agent's usage is that of the calls below it. */
export const MLFLOW_SPANS: SpanConvention = {
  name: 'MLflow',
  fits: ({ attributes }) => attributes.has('mlflow.spanType') || attributes.has('mlflow.trace.session'),
  translate: span => {
    const own = (name: string): unknown => parseJsonText(span.attributes.get(`mlflow.${name}`));
    const operation = OPERATIONS[toWordText(own('spanType')) ?? ''];
    const [inputs, outputs, usage] = [own('spanInputs'), own('spanOutputs'), own('chat.tokenUsage')];
    return addSpanAttributes(span, {
      'gen_ai.operation.name': operation,
      ...(operation === 'chat' && {
        'gen_ai.input.messages': inputs,
        'gen_ai.output.messages': outputs,
        'gen_ai.request.model': own('chat.model') ?? own('llm.model') ?? getTextField(inputs, 'model'),
      }),
      ...((operation === 'execute_tool' || operation === 'retrieval') && {
        'gen_ai.tool.name': span.name,
        'gen_ai.tool.call.arguments': inputs,
        'gen_ai.tool.call.result': outputs,
      }),
      ...(operation === 'invoke_agent' && { 'gen_ai.agent.name': span.name }),
      'session.id': toWordText(own('trace.session')),
      // The provider decides if its input includes cached tokens; cached input above the input proves that it does not.
      ...toUsageAttributes(
        normalizeUsage({
          ...{ input: getNumberField(usage, 'input_tokens'), output: getNumberField(usage, 'output_tokens') },
          cachedRead: getNumberField(usage, 'cache_read_input_tokens'),
          cachedWrite: getNumberField(usage, 'cache_creation_input_tokens'),
        }),
      ),
    });
  },
};
