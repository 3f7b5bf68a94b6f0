import { toFiniteNumber, toWordText } from '../values.ts';
import { LEFT_OUT } from './conventions/convention.ts';
import { WORD_ATTRIBUTES } from './modelTurn.ts';
import type { SpanAttributes } from './otelSpan.ts';
import type { SpanPiece } from './piece.ts';

/** Kinds by `gen_ai.operation.name`, `openinference.span.kind`, `traceloop.span.kind` and `langsmith.span.kind`, in small letters. */
export const KINDS_BY_OPERATION: ReadonlyMap<string, SpanPiece['kind']> = new Map(
  Object.entries<SpanPiece['kind']>({
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
  }),
);

function parseSpanKind(value: unknown): SpanPiece['kind'] | null {
  if (typeof value !== 'string') return null;
  return KINDS_BY_OPERATION.get(value) ?? KINDS_BY_OPERATION.get(value.toLowerCase()) ?? null;
}

const toPresentValue = (value: unknown): unknown => value ?? null;

/** Reader of a fact from a value, null for none, and the attributes that may have it. */
interface FactSource<T> {
  readonly read: (value: unknown) => T | null;
  readonly names: readonly string[];
}

const createFactSource = <T>(
  read: (value: unknown) => T | null,
  ...names: readonly string[]
): FactSource<T> => ({
  read,
  names,
});

const KIND_NAMES = [
  ...['langsmith.span.kind', 'openinference.span.kind', 'gen_ai.operation.name', 'traceloop.span.kind'],
] as const;

/** Facts in the attributes of spans, of each convention; of several names for a fact the first present one counts. */
const SOURCES = {
  kind: createFactSource(parseSpanKind, ...KIND_NAMES),
  namedKind: createFactSource(toPresentValue, ...KIND_NAMES),
  namedTool: createFactSource(toPresentValue, 'gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'),
  asks: createFactSource(
    toPresentValue,
    ...['llm.request.type', 'gen_ai.request.model', 'gen_ai.prompt.0.role', 'llm.model_name'],
  ),
  leftOut: createFactSource(toWordText, LEFT_OUT),
  metadata: createFactSource(toPresentValue, 'metadata'),
  conversation: createFactSource(
    toWordText,
    ...['gen_ai.conversation.id', 'session.id', 'traceloop.association.properties.session_id'],
    ...['langsmith.metadata.thread_id', 'thread.id'],
  ),
  task: createFactSource(
    toWordText,
    ...['task.id', 'task_id', 'gen_ai.task.id', 'langsmith.metadata.task_id'],
    'traceloop.association.properties.task_id',
  ),
  run: createFactSource(toWordText, 'gen_ai.run.id'),
  runName: createFactSource(toWordText, 'gen_ai.run.name'),
  state: createFactSource(toWordText, 'graph.node.id', 'langgraph.node', 'langsmith.metadata.langgraph_node'),
  error: createFactSource(toWordText, 'error.message', 'error.type'),
  isError: createFactSource(toPresentValue, 'error.type', 'error.message'),
  exitCode: createFactSource(toFiniteNumber, 'process.exit.code'),
  input: createFactSource(
    toFiniteNumber,
    ...['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt'],
  ),
  output: createFactSource(
    toFiniteNumber,
    ...['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion'],
  ),
  cachedRead: createFactSource(
    toFiniteNumber,
    ...['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'],
    ...['llm.token_count.prompt_details.cache_read', 'gen_ai.usage.input_tokens.cached'],
    ...['gen_ai.usage.details.cache_read_input_tokens', 'gen_ai.usage.cached_tokens'],
  ),
  cachedWrite: createFactSource(
    toFiniteNumber,
    ...['gen_ai.usage.cache_creation.input_tokens', 'gen_ai.usage.cache_write.input_tokens'],
    ...['gen_ai.usage.cache_creation_input_tokens', 'llm.token_count.prompt_details.cache_write'],
  ),
  reasoning: createFactSource(
    toFiniteNumber,
    ...['gen_ai.usage.reasoning.output_tokens', 'gen_ai.usage.reasoning_tokens'],
    ...['llm.usage.reasoning_tokens', 'llm.token_count.completion_details.reasoning'],
  ),
  usd: createFactSource(toFiniteNumber, 'llm.cost.total', 'gen_ai.usage.cost', 'gen_ai.cost.total'),
  model: createFactSource(toWordText, 'gen_ai.request.model', 'gen_ai.response.model', 'llm.model_name'),
  answer: createFactSource(toWordText, 'request_id', 'gen_ai.response.id'),
  tool: createFactSource(
    toWordText,
    ...['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name'],
  ),
  agent: createFactSource(
    toWordText,
    ...['gen_ai.agent.name', 'agent.name', 'gen_ai.workflow.name', 'traceloop.entity.name'],
    'lc_agent_name',
  ),
  group: createFactSource(
    toWordText,
    ...['gen_ai.workflow.name', 'gen_ai.agent.name', 'agent.name', 'traceloop.entity.name'],
    'lc_agent_name',
  ),
  agentOfLangChain: createFactSource(toWordText, 'lc_agent_name'),
  call: createFactSource(toWordText, 'gen_ai.tool.call.id', 'tool.id', 'tool_call.id', 'ai.toolCall.id'),
  args: createFactSource(
    toPresentValue,
    ...['gen_ai.tool.call.arguments', 'tool.parameters', 'input.value', 'ai.toolCall.args'],
    ...['traceloop.entity.input', 'gen_ai.prompt'],
  ),
  result: createFactSource(
    toPresentValue,
    ...['gen_ai.tool.call.result', 'output.value', 'ai.toolCall.result', 'traceloop.entity.output'],
    'gen_ai.completion',
  ),
  answered: createFactSource(toPresentValue, 'gen_ai.output.messages', 'ai.response.text'),
  given: createFactSource(toPresentValue, 'gen_ai.input.messages'),
  tellsWords: createFactSource(toPresentValue, ...WORD_ATTRIBUTES),
} as const;

type FactName = keyof typeof SOURCES;

/** Facts in the attributes of one span; null for missing ones. */
export type SpanFacts = {
  readonly [Name in FactName]: ReturnType<(typeof SOURCES)[Name]['read']>;
};

/** An attribute in one of its meanings. */
interface Meaning {
  readonly name: FactName;
  /** Place of the fact among all. */
  readonly place: number;
  /** Rank of the attribute among those that may have the fact. */
  readonly rank: number;
  readonly read: (value: unknown) => unknown;
}

const FACT_NAMES = Object.keys(SOURCES) as readonly FactName[];

/** By the name of an attribute, the facts that it may have. */
const MEANINGS: ReadonlyMap<string, readonly Meaning[]> = (() => {
  const found = new Map<string, Meaning[]>();
  for (const [place, name] of FACT_NAMES.entries()) {
    const { names, read } = SOURCES[name];
    for (const [rank, attribute] of names.entries())
      found.set(attribute, [...(found.get(attribute) ?? []), { name, place, rank, read }]);
  }
  return found;
})();

const NO_FACTS = Object.fromEntries(FACT_NAMES.map(name => [name, null])) as SpanFacts;

/** The rank of the attribute of each fact, while one span is read. */
const ranks = new Uint8Array(FACT_NAMES.length);

/** Reads facts from a span's attributes in one pass: a span has few of the many that there are. */
export function readSpanFacts(attributes: SpanAttributes): SpanFacts {
  const facts: Record<FactName, unknown> = { ...NO_FACTS };
  ranks.fill(0xff);
  for (const [attribute, value] of attributes) {
    const meanings = MEANINGS.get(attribute);
    if (meanings === undefined) continue;
    for (const { name, place, rank, read } of meanings) {
      if (rank >= ranks[place]) continue;
      const fact = read(value);
      if (fact === null) continue;
      facts[name] = fact;
      ranks[place] = rank;
    }
  }
  return facts as SpanFacts;
}
