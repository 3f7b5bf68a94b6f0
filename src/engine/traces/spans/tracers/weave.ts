import { InputError } from '../../../core/errors.ts';
import type { TracePlace, ValueFormat, ValueReader } from '../../reading.ts';
import { timeOf } from '../../times.ts';
import { type Costs, readUsage, sumOfCosts, UNKNOWN_COSTS } from '../../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../../values.ts';
import { type Attributes, type OtelSpan, spanOf } from '../span.ts';
import { DecodedSpans, OTLP_JSON } from './openTelemetry.ts';

/** Calls of Weave (Weights & Biases), in a list or by lines. Which of them are tools is known once all of a file are. */
export const WEAVE: ValueFormat = {
  name: 'Weave calls',
  fits: isCall,
  open: (_, readerOf) => new CallReader(readerOf(OTLP_JSON)),
};

function isCall(value: unknown): boolean {
  const isNamed = ['op_name', 'trace_id', 'id'].every(key => textAt(value, key) !== null);
  return isNamed && at(value, 'started_at') !== undefined;
}

class CallReader implements ValueReader {
  private readonly calls: { readonly call: unknown; readonly place: TracePlace }[] = [];

  constructor(private readonly spans: ValueReader) {}

  take(value: unknown, place: TracePlace): void {
    if (!isCall(value)) throw new InputError('no call with an operation, a trace and a time');
    this.calls.push({ call: value, place });
  }

  endFile(): void {
    const parents = new Set(this.calls.map(({ call }) => textAt(call, 'parent_id')));
    for (const { call, place } of this.calls) {
      const operation = operationOf(call, parents.has(textAt(call, 'id')));
      this.spans.take(new DecodedSpans([callSpan(call, operation)]), place);
    }
    this.calls.length = 0;
  }

  end(): void {}
}

type Operation = 'chat' | 'execute_tool' | 'invoke_agent';

const TOLD: Readonly<Record<string, Operation>> = {
  llm: 'chat',
  tool: 'execute_tool',
  agent: 'invoke_agent',
};
/** Last words of the operations by which libraries ask a model. */
const ASKS =
  /(?:completions?|responses|messages)\.(?:create|parse|stream)$|\ba?completion$|\bgenerate_content\w*$|\bchat\.(?:complete|stream)\w*$|\b(?:converse|invoke_model)\w*$|\bChat\w+\.\w*invoke$/i;

/**
 * What a call does: as it says; else by the library that it is of. A call below which nothing was called is that of a tool, since
 * only what people mark is recorded, and one that nothing called and that called others is the agent.
 */
function operationOf(call: unknown, isParent: boolean): Operation | null {
  const attributes = at(call, 'attributes');
  const told = textAt(at(attributes, 'weave'), 'kind') ?? textAt(attributes, 'kind') ?? '';
  if (Object.hasOwn(TOLD, told)) return TOLD[told];
  if (ASKS.test(nameOf(call))) return 'chat';
  const isRoot = textAt(call, 'parent_id') === null;
  if (isParent) return isRoot ? 'invoke_agent' : null;
  if (usagesOf(call).length > 0) return 'chat';
  return isRoot ? null : 'execute_tool';
}

/** The name of an operation within its address: `weave:///team/project/op/NAME:VERSION`. */
function nameOf(call: unknown): string {
  const address = textAt(call, 'op_name') ?? '';
  return /\/op\/([^:]+)/.exec(address)?.[1] ?? address;
}

/** Usage by model. A call holds the sums of those below it, so it counts for calls of a model alone. */
function usagesOf(call: unknown): readonly unknown[] {
  const usage = at(call, 'summary', 'usage');
  return isFields(usage) ? Object.values(usage) : [];
}

function costsOf(call: unknown): Costs {
  const tokens = usagesOf(call).reduce<Costs>(
    (sum, usage) => sumOfCosts(sum, readUsage(usage)),
    UNKNOWN_COSTS,
  );
  const costs = at(call, 'summary', 'weave', 'costs');
  const prices = (isFields(costs) ? Object.values(costs) : []).flatMap(cost =>
    ['prompt_tokens_total_cost', 'completion_tokens_total_cost'].flatMap(key => numberAt(cost, key) ?? []),
  );
  return { ...tokens, usd: prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0) };
}

function callSpan(call: unknown, operation: Operation | null): OtelSpan {
  const exception = textAt(call, 'exception');
  return spanOf({
    traceId: textAt(call, 'trace_id') ?? '',
    spanId: textAt(call, 'id') ?? '',
    parentSpanId: textAt(call, 'parent_id') ?? '',
    name: nameOf(call),
    start: timeOf(at(call, 'started_at')),
    end: timeOf(at(call, 'ended_at')),
    attributes: attributesOf(call, operation),
    failed: exception !== null,
    statusMessage: exception,
  });
}

function attributesOf(call: unknown, operation: Operation | null): Attributes {
  const isTool = operation === 'execute_tool';
  const isModel = operation === 'chat';
  const [inputs, output] = [at(call, 'inputs'), at(call, 'output')];
  const costs = isModel ? costsOf(call) : UNKNOWN_COSTS;
  const told: Readonly<Record<string, unknown>> = {
    'gen_ai.operation.name': operation,
    'gen_ai.conversation.id': textAt(call, 'thread_id'),
    'gen_ai.tool.name': isTool ? nameOf(call) : null,
    'gen_ai.agent.name': operation === 'invoke_agent' ? nameOf(call) : null,
    'gen_ai.tool.call.arguments': isTool ? withoutSelf(inputs) : null,
    'gen_ai.tool.call.result': isTool ? output : null,
    'gen_ai.input.messages': isModel ? (at(inputs, 'messages') ?? at(inputs, 'input')) : null,
    'gen_ai.output.messages': isModel ? answersIn(output) : null,
    'gen_ai.request.model': isModel ? (textAt(inputs, 'model') ?? textAt(output, 'model')) : null,
    'gen_ai.usage.input_tokens': costs.tokensIn,
    'gen_ai.usage.output_tokens': costs.tokensOut,
    'gen_ai.usage.cache_read.input_tokens': costs.tokensCachedRead,
    'gen_ai.usage.cache_creation.input_tokens': costs.tokensCachedWrite,
    'gen_ai.usage.reasoning.output_tokens': costs.tokensReasoning,
    'gen_ai.usage.cost': costs.usd,
  };
  return new Map(Object.entries(told).filter(([, value]) => value !== null && value !== undefined));
}

/** Arguments without the object whose method it is. */
function withoutSelf(inputs: unknown): unknown {
  if (!isFields(inputs)) return inputs;
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => key !== 'self'));
}

function answersIn(output: unknown): unknown {
  const choices = listAt(output, 'choices').flatMap(choice => at(choice, 'message') ?? []);
  if (choices.length > 0) return choices;
  if (Array.isArray(at(output, 'output'))) return at(output, 'output');
  return typeof output === 'string' ? [{ role: 'assistant', content: output }] : output;
}
