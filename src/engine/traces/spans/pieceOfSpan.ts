import { outcomeOf, outcomeOfReward } from '../lists/messageList.ts';
import { plainArgs, plainResult } from '../plain.ts';
import { type Costs, normalUsage, UNKNOWN_COSTS } from '../usage.ts';
import { at, numberAt, numberOf, textAt, unpacked, wordOf } from '../values.ts';
import { LEFT_OUT } from './conventions/convention.ts';
import { translated } from './conventions/index.ts';
import { turnOfSpan } from './modelTurn.ts';
import type { SpanPiece, Verdict } from './piece.ts';
import type { PromptHistories } from './promptHistories.ts';
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
  ...{ invoke_agent: 'agent', agent: 'agent', invoke_workflow: 'group', workflow: 'group' },
  // LangSmith says of a template that it is a chat, too.
  prompt: 'other',
};
/** By the first word of a span's name, where no attribute tells. */
const NAMED = /^(execute_tool|invoke_agent|chat|generate_content|text_completion)\s/;

/** Names of spans that are those of what is done. */
const OPERATION = /^(?:invoke_agent|ai\.\w+|claude_code\.interaction|qwen-code\.interaction|agent_call)$/;

/** Attributes by what they tell, of each convention; the first that a span has counts. */
const NAMES = {
  conversation: [
    ...['gen_ai.conversation.id', 'session.id', 'traceloop.association.properties.session_id'],
    ...['langsmith.metadata.thread_id', 'thread.id'],
  ],
  task: [
    ...['task.id', 'task_id', 'gen_ai.task.id', 'langsmith.metadata.task_id'],
    'traceloop.association.properties.task_id',
  ],
  state: ['graph.node.id', 'langgraph.node', 'langsmith.metadata.langgraph_node'],
  error: ['error.message', 'error.type'],
  input: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt'],
  output: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion'],
  cachedRead: [
    ...['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'],
    ...['llm.token_count.prompt_details.cache_read', 'gen_ai.usage.input_tokens.cached'],
    ...['gen_ai.usage.details.cache_read_input_tokens', 'gen_ai.usage.cached_tokens'],
  ],
  cachedWrite: [
    ...['gen_ai.usage.cache_creation.input_tokens', 'gen_ai.usage.cache_write.input_tokens'],
    ...['gen_ai.usage.cache_creation_input_tokens', 'llm.token_count.prompt_details.cache_write'],
  ],
  reasoning: [
    ...[
      'gen_ai.usage.reasoning.output_tokens',
      'gen_ai.usage.reasoning_tokens',
      'llm.usage.reasoning_tokens',
    ],
    'llm.token_count.completion_details.reasoning',
  ],
  usd: ['llm.cost.total', 'gen_ai.usage.cost', 'gen_ai.cost.total'],
  model: ['gen_ai.request.model', 'gen_ai.response.model', 'llm.model_name'],
  tool: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name'],
  agent: [
    'gen_ai.agent.name',
    'agent.name',
    'gen_ai.workflow.name',
    'traceloop.entity.name',
    'lc_agent_name',
  ],
  group: [
    'gen_ai.workflow.name',
    'gen_ai.agent.name',
    'agent.name',
    'traceloop.entity.name',
    'lc_agent_name',
  ],
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

/** A span of OpenTelemetry as a piece, and what such spans are where it is no step of the agent's. */
interface ReadSpan {
  readonly piece: SpanPiece;
  readonly leftOut: string | null;
}

/** A span of OpenTelemetry by what its attributes say, in any of the conventions for agents. */
export function readSpan(given: OtelSpan, histories: PromptHistories): ReadSpan {
  const span = translated(given);
  return { piece: pieceOf(span, histories), leftOut: wordOf(span.attributes.get(LEFT_OUT)) };
}

/** Whether a span is an agent's, a model's or a tool's. */
export const isReadSpan = (span: OtelSpan): boolean => kindOf(translated(span)) !== 'other';

function pieceOf(span: OtelSpan, histories: PromptHistories): SpanPiece {
  const { attributes } = span;
  const kind = kindOf(span);
  const metadata = unpacked(attributes.get('metadata'));
  const failure = failureOf(span, kind);
  const turn =
    kind === 'model' || (kind === 'group' && attributes.has('gen_ai.input.messages'))
      ? turnOfSpan(allOf(span), span.events, value => histories.messagesIn(value))
      : null;
  const returned =
    valueUnder(attributes, NAMES.result) ??
    attributes.get('gen_ai.output.messages') ??
    attributes.get('ai.response.text');
  const run = wordOf(attributes.get('gen_ai.run.id'));
  return {
    trace: span.traceId,
    id: span.spanId,
    parent: span.parentSpanId,
    kind,
    name: nameOf(span, kind, metadata),
    start: span.start,
    end: span.end,
    conversation: pickWord(attributes, NAMES.conversation) ?? textAt(metadata, 'thread_id', 'session_id'),
    run: run === null ? null : { id: run, name: wordOf(attributes.get('gen_ai.run.name')) },
    state: pickWord(attributes, NAMES.state) ?? textAt(metadata, 'langgraph_node'),
    ...failure,
    ...(attributes.has(LEFT_OUT) ? UNKNOWN_COSTS : costsOf(attributes)),
    rollsUp: kind !== 'model',
    gave:
      (turn !== null && (turn.text !== null || turn.calls.length > 0)) ||
      (kind !== 'model' && returned != null),
    call: kind === 'tool' ? callOf(span, returned) : null,
    result: kind === 'tool' ? plainResult(returned ?? null) : null,
    turn,
    model: pickWord(attributes, NAMES.model),
    answer: pickWord(attributes, ['request_id', 'gen_ai.response.id']),
    task: pickWord(attributes, NAMES.task) ?? textAt(metadata, 'task_id'),
    verdict: verdictOf(span, metadata),
  };
}

/** Totals of these conventions include their parts, where emitters keep to them; what exceeds its total does not. */
const costsOf = (attributes: Attributes): Costs => ({
  ...normalUsage({
    input: pickNumber(attributes, NAMES.input),
    output: pickNumber(attributes, NAMES.output),
    cachedRead: pickNumber(attributes, NAMES.cachedRead),
    cachedWrite: pickNumber(attributes, NAMES.cachedWrite),
    reasoning: pickNumber(attributes, NAMES.reasoning),
  }),
  usd: pickNumber(attributes, NAMES.usd),
});

function kindOf({ attributes, name }: OtelSpan): SpanPiece['kind'] {
  for (const key of NAMES.kind) {
    const said = wordOf(attributes.get(key))?.toLowerCase();
    if (said !== undefined && Object.hasOwn(KINDS, said)) return KINDS[said];
  }
  if (attributes.has(LEFT_OUT)) return 'other';
  const named = NAMED.exec(name)?.[1];
  if (named !== undefined) return KINDS[named];
  const has = (key: string): boolean => attributes.has(key);
  const isNamed = NAMES.kind.some(has);
  if (!isNamed && ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'].some(has)) return 'tool';
  if (NAMES.asks.some(has) && !isNamed) return 'model';
  return isAgentChain({ attributes, name }) ? 'agent' : 'other';
}

/** Whether a chain is the one that LangChain names an agent. */
const isAgentChain = ({ attributes, name }: Pick<OtelSpan, 'attributes' | 'name'>): boolean => {
  const metadata = unpacked(attributes.get('metadata'));
  return isAgentOfLangChain(name, wordOf(attributes.get('lc_agent_name')), metadata);
};

/** Whether a chain's own metadata say that it is an agent: it bears its name, or is a graph that was given one. */
export const isAgentOfLangChain = (name: string, agent: string | null, metadata: unknown): boolean =>
  name === (agent ?? textAt(metadata, 'lc_agent_name')) ||
  (textAt(metadata, 'ls_integration') === 'langgraph' &&
    at(metadata, 'langgraph_node') === undefined &&
    name !== 'LangGraph');

/** The name without the words that tracers put before it. */
function nameOf({ attributes, name }: OtelSpan, kind: SpanPiece['kind'], metadata: unknown): string {
  const given =
    kind === 'tool' || kind === 'agent' || kind === 'group'
      ? (pickWord(attributes, NAMES[kind]) ?? (kind === 'agent' ? textAt(metadata, 'lc_agent_name') : null))
      : null;
  const rest = name.replace(NAMED, '');
  // An agent that was given no name has that of its model, or of the operation, in the name of its span.
  const isNameless = rest === pickWord(attributes, NAMES.model) || OPERATION.test(rest);
  return given ?? (kind === 'agent' && isNameless ? '' : rest);
}

function callOf(span: OtelSpan, returned: unknown): SpanPiece['call'] {
  const id = pickWord(span.attributes, NAMES.call);
  const name = nameOf(span, 'tool', null);
  const args = plainArgs(valueUnder(span.attributes, NAMES.args));
  if (id !== null && !isClassOfTools(name)) return { id, name, args };
  // LangChain's tracers name the call in the message that it returned alone.
  const message = unpacked(returned);
  const kwargs = at(message, 'output', 'kwargs') ?? at(message, 'kwargs') ?? at(message, 'output') ?? message;
  return {
    id: id ?? textAt(kwargs, 'tool_call_id'),
    name: isClassOfTools(name) ? (textAt(kwargs, 'name') ?? name) : name,
    args,
  };
}

/** Whether a name is that of a class by which LangChain's tracers call every tool. */
export const isClassOfTools = (name: string): boolean =>
  /^(?:Dynamic(?:Structured)?Tool|StructuredTool|Tool)$/.test(name);

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
  const details = events.filter(event => event.name === 'gen_ai.client.inference.operation.details');
  return details.length === 0
    ? attributes
    : new Map([...details.flatMap(event => [...event.attributes]), ...attributes]);
}

/** What LangGraph throws to wait for a person. */
const INTERRUPT = /\b(?:GraphInterrupt|NodeInterrupt)\b/;

/** A tool that threw keeps a status of OK with some tracers, and its exception tells; an interrupt of a graph is a wait. */
function failureOf(span: OtelSpan, kind: SpanPiece['kind']): Pick<SpanPiece, 'failedBy' | 'error' | 'waits'> {
  const { attributes, events, failed } = span;
  const exception = events.find(event => event.name === 'exception')?.attributes;
  const words = exception && pickWord(exception, ['exception.message', 'exception.type']);
  const hasThrown = words !== undefined && words !== null && (failed || kind === 'tool');
  const exit = kind === 'tool' ? (numberOf(attributes.get('process.exit.code')) ?? exitIn(attributes)) : null;
  const isTold =
    failed || attributes.has('error.type') || attributes.has('error.message') || (exit ?? 0) !== 0;
  const error = span.statusMessage ?? (hasThrown ? words : null) ?? pickWord(attributes, NAMES.error);
  const waits =
    isTold || hasThrown
      ? INTERRUPT.test(`${error}\n${wordOf(exception?.get('exception.type')) ?? ''}`)
      : false;
  if (waits) return { failedBy: null, error: null, waits };
  return { failedBy: hasThrown ? 'exception' : isTold ? 'status' : null, error, waits };
}

/** The exit code in the result of opencode's shell. */
const exitIn = (attributes: Attributes): number | null => {
  const result = attributes.get('ai.toolCall.result');
  return typeof result === 'string' && result.includes('"exit"')
    ? numberAt(at(unpacked(result), 'metadata'), 'exit')
    : null;
};

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
