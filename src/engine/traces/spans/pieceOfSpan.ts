import { outcomeOf, outcomeOfReward } from '../lists/messageList.ts';
import { numberAt, numberOf, textAt, unpacked, wordOf } from '../values.ts';
import { turnOfSpan } from './modelTurn.ts';
import type { SpanPiece, Verdict } from './piece.ts';
import type { Attributes, OtelSpan } from './span.ts';

/** Kinds by `gen_ai.operation.name`, `openinference.span.kind`, `traceloop.span.kind` and `langsmith.span.kind`, in small letters. */
const KINDS: Readonly<Record<string, SpanPiece['kind']>> = {
  ...{ execute_tool: 'tool', tool: 'tool', retrieval: 'tool', retriever: 'tool', search_memory: 'tool' },
  ...{ create_memory: 'tool', update_memory: 'tool', upsert_memory: 'tool', delete_memory: 'tool' },
  ...{
    chat: 'model',
    generate_content: 'model',
    text_completion: 'model',
    llm: 'model',
    completion: 'model',
  },
  ...{ invoke_agent: 'agent', agent: 'agent', invoke_workflow: 'agent', workflow: 'agent' },
  // LangSmith says of a template that it is a chat, too.
  prompt: 'other',
};
/** By the first word of a span's name, where no attribute tells. */
const NAMED = /^(execute_tool|invoke_agent|chat|generate_content|text_completion)\s/;

/** Attributes by what they tell, of each convention; the first that a span has counts. */
const NAMES = {
  conversation: [
    ...['gen_ai.conversation.id', 'session.id', 'traceloop.association.properties.session_id'],
    'langsmith.metadata.thread_id',
  ],
  task: [
    ...['task.id', 'task_id', 'gen_ai.task.id', 'langsmith.metadata.task_id'],
    'traceloop.association.properties.task_id',
  ],
  state: ['graph.node.id', 'langgraph.node', 'langsmith.metadata.langgraph_node'],
  error: ['error.message', 'error.type'],
  tokensIn: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt'],
  tokensOut: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion'],
  usd: ['llm.cost.total', 'gen_ai.usage.cost', 'gen_ai.cost.total'],
  model: ['gen_ai.request.model', 'gen_ai.response.model', 'llm.model_name'],
  tool: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name'],
  agent: ['gen_ai.agent.name', 'agent.name', 'gen_ai.workflow.name', 'traceloop.entity.name'],
  call: ['gen_ai.tool.call.id', 'tool.id', 'tool_call.id', 'ai.toolCall.id'],
  args: [
    ...['gen_ai.tool.call.arguments', 'tool.parameters', 'input.value', 'ai.toolCall.args'],
    ...['traceloop.entity.input', 'gen_ai.prompt'],
  ],
  result: [
    ...['gen_ai.tool.call.result', 'output.value', 'ai.toolCall.result', 'traceloop.entity.output'],
    'gen_ai.completion',
  ],
  kind: ['langsmith.span.kind', 'openinference.span.kind', 'gen_ai.operation.name', 'traceloop.span.kind'],
  asks: ['llm.request.type', 'gen_ai.request.model', 'gen_ai.prompt.0.role', 'llm.model_name'],
} as const;

/** A span of OpenTelemetry by what its attributes say, in any of the conventions for agents. */
export function pieceOfSpan(span: OtelSpan): SpanPiece {
  const { attributes } = span;
  const kind = kindOf(span);
  const metadata = unpacked(attributes.get('metadata'));
  return {
    trace: span.traceId,
    id: span.spanId,
    parent: span.parentSpanId,
    kind,
    name: nameOf(span, kind),
    start: span.start,
    end: span.end,
    conversation: pickWord(attributes, NAMES.conversation),
    state: pickWord(attributes, NAMES.state) ?? textAt(metadata, 'langgraph_node'),
    failed: span.failed || attributes.has('error.type'),
    error: span.statusMessage ?? exceptionOf(span) ?? pickWord(attributes, NAMES.error),
    tokensIn: pickNumber(attributes, NAMES.tokensIn),
    tokensOut: pickNumber(attributes, NAMES.tokensOut),
    usd: pickNumber(attributes, NAMES.usd),
    call: kind === 'tool' ? callOf(span) : null,
    result: kind === 'tool' ? (valueUnder(attributes, NAMES.result) ?? null) : null,
    turn: kind === 'model' ? turnOfSpan(allOf(span), span.events) : null,
    model: pickWord(attributes, NAMES.model),
    task: pickWord(attributes, NAMES.task) ?? textAt(metadata, 'task_id'),
    verdict: verdictOf(span, metadata),
  };
}

function kindOf({ attributes, name }: OtelSpan): SpanPiece['kind'] {
  for (const key of NAMES.kind) {
    const said = wordOf(attributes.get(key))?.toLowerCase();
    if (said !== undefined && Object.hasOwn(KINDS, said)) return KINDS[said];
  }
  const named = NAMED.exec(name)?.[1];
  if (named !== undefined) return KINDS[named];
  const has = (key: string): boolean => attributes.has(key);
  if (['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'].some(has)) return 'tool';
  return NAMES.asks.some(has) && !NAMES.kind.some(has) ? 'model' : 'other';
}

/** The name without the words that tracers put before it. */
function nameOf({ attributes, name }: OtelSpan, kind: SpanPiece['kind']): string {
  const given = kind === 'tool' || kind === 'agent' ? pickWord(attributes, NAMES[kind]) : null;
  return given ?? name.replace(NAMED, '');
}

function callOf(span: OtelSpan): SpanPiece['call'] {
  const id = pickWord(span.attributes, NAMES.call);
  return { id, name: nameOf(span, 'tool'), args: valueUnder(span.attributes, NAMES.args) };
}

function valueUnder(attributes: Attributes, names: readonly string[]): unknown {
  for (const name of names) if (attributes.has(name)) return attributes.get(name);
  return undefined;
}

function pickWord(attributes: Attributes, names: readonly string[]): string | null {
  for (const name of names) {
    const word = wordOf(attributes.get(name));
    if (word !== null) return word;
  }
  return null;
}

function pickNumber(attributes: Attributes, names: readonly string[]): number | null {
  for (const name of names) {
    const number = numberOf(attributes.get(name));
    if (number !== null) return number;
  }
  return null;
}

/** With those of the event that holds a question and its answer where the span does not. */
function allOf({ attributes, events }: OtelSpan): Attributes {
  const details = events.find(event => event.name === 'gen_ai.client.inference.operation.details');
  return details === undefined ? attributes : new Map([...details.attributes, ...attributes]);
}

function exceptionOf({ events, failed }: OtelSpan): string | null {
  const exception = failed ? events.find(event => event.name === 'exception') : undefined;
  return exception === undefined
    ? null
    : pickWord(exception.attributes, ['exception.message', 'exception.type']);
}

/** An evaluation of the run as an event, or a reward in the metadata. */
function verdictOf({ events }: OtelSpan, metadata: unknown): Verdict | null {
  const judged = events
    .filter(event => event.name === 'gen_ai.evaluation.result')
    .map(event => event.attributes);
  const evaluation =
    judged.find(one =>
      /reward|outcome|success|correct|resolved/i.test(String(one.get('gen_ai.evaluation.name'))),
    ) ?? (judged.length === 1 ? judged[0] : undefined);
  const reward = numberOf(evaluation?.get('gen_ai.evaluation.score.value')) ?? numberAt(metadata, 'reward');
  const label = outcomeOf(evaluation?.get('gen_ai.evaluation.score.label') ?? textAt(metadata, 'outcome'));
  const outcome = label ?? outcomeOfReward(reward);
  return outcome === null && reward === null ? null : { outcome, reward };
}
