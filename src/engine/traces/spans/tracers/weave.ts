import { InputError } from '../../../core/errors.ts';
import { parseTraceTime } from '../../times.ts';
import type { TracePlace, ValueFormat, ValueReader } from '../../traceReading.ts';
import { addTwoCosts, type Costs, readProviderUsage, UNKNOWN_COSTS } from '../../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../../values.ts';
import { createOtelSpan, type OtelSpan, type SpanAttributes } from '../otelSpan.ts';
import { DecodedSpans, OTLP_JSON } from './decodedSpans.ts';

/** Calls of Weave (Weights & Biases), in a list or by lines. Which of them are tools is known once all of a file are. */
export const WEAVE: ValueFormat = {
  name: 'Weave calls',
  fits: isWeaveCall,
  open: (_, readerOf) => new CallReader(readerOf(OTLP_JSON)),
};

function isWeaveCall(value: unknown): boolean {
  const isNamed = ['op_name', 'trace_id', 'id'].every(key => getTextField(value, key) !== null);
  return isNamed && getPathValue(value, 'started_at') !== undefined;
}

class CallReader implements ValueReader {
  private readonly calls: { readonly call: unknown; readonly place: TracePlace }[] = [];

  constructor(private readonly spans: ValueReader) {}

  take(value: unknown, place: TracePlace): void {
    if (!isWeaveCall(value)) throw new InputError('no call with an operation, a trace and a time');
    this.calls.push({ call: value, place });
  }

  endFile(): void {
    const parents = new Set(this.calls.map(({ call }) => getTextField(call, 'parent_id')));
    for (const { call, place } of this.calls) {
      const operation = detectWeaveOperation(call, parents.has(getTextField(call, 'id')));
      this.spans.take(new DecodedSpans([readWeaveCallSpan(call, operation)]), place);
    }
    this.calls.length = 0;
  }

  end(): void {}
}

type Operation = 'chat' | 'execute_tool' | 'invoke_agent';

const OPERATION_BY_KIND: Readonly<Record<string, Operation>> = {
  llm: 'chat',
  tool: 'execute_tool',
  agent: 'invoke_agent',
};
/** Last words of the operations by which libraries ask a model. */
const ASKS =
  /(?:completions?|responses|messages)\.(?:create|parse|stream)$|\ba?completion$|\bgenerate_content\w*$|\bchat\.(?:complete|stream)\w*$|\b(?:converse|invoke_model)\w*$|\bChat\w+\.\w*invoke$/i;

/**
 * Operation of a call: from the call itself; else by its library. A call without inner calls is that of a tool, since
 * only what people mark is recorded, and an outermost one with inner calls is the agent.
 */
function detectWeaveOperation(call: unknown, isParent: boolean): Operation | null {
  const attributes = getPathValue(call, 'attributes');
  const text =
    getTextField(getPathValue(attributes, 'weave'), 'kind') ?? getTextField(attributes, 'kind') ?? '';
  if (Object.hasOwn(OPERATION_BY_KIND, text)) return OPERATION_BY_KIND[text];
  if (ASKS.test(parseOperationName(call))) return 'chat';
  const isRoot = getTextField(call, 'parent_id') === null;
  if (isParent) return isRoot ? 'invoke_agent' : null;
  if (listWeaveUsages(call).length > 0) return 'chat';
  return isRoot ? null : 'execute_tool';
}

/** The name of an operation within its address: `weave:///team/project/op/NAME:VERSION`. */
function parseOperationName(call: unknown): string {
  const address = getTextField(call, 'op_name') ?? '';
  return /\/op\/([^:]+)/.exec(address)?.[1] ?? address;
}

/** Usage by model. A call holds the sums of those below it, so it counts for calls of a model alone. */
function listWeaveUsages(call: unknown): readonly unknown[] {
  const usage = getPathValue(call, 'summary', 'usage');
  return isFieldsObject(usage) ? Object.values(usage) : [];
}

function readWeaveCosts(call: unknown): Costs {
  const tokens = listWeaveUsages(call).reduce<Costs>(
    (sum, usage) => addTwoCosts(sum, readProviderUsage(usage)),
    UNKNOWN_COSTS,
  );
  const costs = getPathValue(call, 'summary', 'weave', 'costs');
  const prices = (isFieldsObject(costs) ? Object.values(costs) : []).flatMap(cost =>
    ['prompt_tokens_total_cost', 'completion_tokens_total_cost'].flatMap(
      key => getNumberField(cost, key) ?? [],
    ),
  );
  return { ...tokens, usd: prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0) };
}

function readWeaveCallSpan(call: unknown, operation: Operation | null): OtelSpan {
  const exception = getTextField(call, 'exception');
  return createOtelSpan({
    traceId: getTextField(call, 'trace_id') ?? '',
    spanId: getTextField(call, 'id') ?? '',
    parentSpanId: getTextField(call, 'parent_id') ?? '',
    name: parseOperationName(call),
    start: parseTraceTime(getPathValue(call, 'started_at')),
    end: parseTraceTime(getPathValue(call, 'ended_at')),
    attributes: readWeaveAttributes(call, operation),
    failed: exception !== null,
    statusMessage: exception,
  });
}

function readWeaveAttributes(call: unknown, operation: Operation | null): SpanAttributes {
  const isTool = operation === 'execute_tool';
  const isModel = operation === 'chat';
  const [inputs, output] = [getPathValue(call, 'inputs'), getPathValue(call, 'output')];
  const costs = isModel ? readWeaveCosts(call) : UNKNOWN_COSTS;
  const report: Readonly<Record<string, unknown>> = {
    'gen_ai.operation.name': operation,
    'gen_ai.conversation.id': getTextField(call, 'thread_id'),
    'gen_ai.tool.name': isTool ? parseOperationName(call) : null,
    'gen_ai.agent.name': operation === 'invoke_agent' ? parseOperationName(call) : null,
    'gen_ai.tool.call.arguments': isTool ? removeSelfArgument(inputs) : null,
    'gen_ai.tool.call.result': isTool ? output : null,
    'gen_ai.input.messages': isModel
      ? (getPathValue(inputs, 'messages') ?? getPathValue(inputs, 'input'))
      : null,
    'gen_ai.output.messages': isModel ? readWeaveAnswers(output) : null,
    'gen_ai.request.model': isModel ? (getTextField(inputs, 'model') ?? getTextField(output, 'model')) : null,
    'gen_ai.usage.input_tokens': costs.tokensIn,
    'gen_ai.usage.output_tokens': costs.tokensOut,
    'gen_ai.usage.cache_read.input_tokens': costs.tokensCachedRead,
    'gen_ai.usage.cache_creation.input_tokens': costs.tokensCachedWrite,
    'gen_ai.usage.reasoning.output_tokens': costs.tokensReasoning,
    'gen_ai.usage.cost': costs.usd,
  };
  return new Map(Object.entries(report).filter(([, value]) => value !== null && value !== undefined));
}

/** Arguments without the object whose method it is. */
function removeSelfArgument(inputs: unknown): unknown {
  if (!isFieldsObject(inputs)) return inputs;
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => key !== 'self'));
}

function readWeaveAnswers(output: unknown): unknown {
  const choices = getListField(output, 'choices').flatMap(choice => getPathValue(choice, 'message') ?? []);
  if (choices.length > 0) return choices;
  if (Array.isArray(getPathValue(output, 'output'))) return getPathValue(output, 'output');
  return typeof output === 'string' ? [{ role: 'assistant', content: output }] : output;
}
