import { sharedText } from '../knownText.ts';
import { outcomeOf, outcomeOfReward } from '../lists/messageList.ts';
import { isFailedResult, plainArgs, plainResult } from '../plain.ts';
import { type Costs, normalUsage, UNKNOWN_COSTS } from '../usage.ts';
import { at, numberAt, numberOf, textAt, unpacked, wordOf } from '../values.ts';
import { translated } from './conventions/index.ts';
import { NOTHING_SAID, turnOfSpan } from './modelTurn.ts';
import type { ModelTurn, SpanPiece, Verdict } from './piece.ts';
import type { PromptHistories } from './promptHistories.ts';
import type { Attributes, OtelSpan } from './span.ts';
import { KINDS, readFacts, type SpanFacts } from './spanFacts.ts';

/** By the first word of a span's name, where no attribute tells. */
const NAMED = /^(execute_tool|invoke_agent|chat|generate_content|text_completion)\s/;

/** Names of spans that are those of what is done. */
const OPERATION = /^(?:invoke_agent|ai\.\w+|claude_code\.interaction|qwen-code\.interaction|agent_call)$/;

/** A span of OpenTelemetry as a piece, and what such spans are where it is no step of the agent's. */
interface ReadSpan {
  readonly piece: SpanPiece;
  readonly leftOut: string | null;
}

/** A span of OpenTelemetry by what its attributes say, in any of the conventions for agents. */
export function readSpan(given: OtelSpan, histories: PromptHistories): ReadSpan {
  return pieceOf(translated(given), histories);
}

/** Whether a span is an agent's, a model's or a tool's. */
export function isReadSpan(given: OtelSpan): boolean {
  const span = translated(given);
  return kindOf(span, readFacts(span.attributes)) !== 'other';
}

function pieceOf(span: OtelSpan, histories: PromptHistories): ReadSpan {
  const facts = readFacts(span.attributes);
  const kind = kindOf(span, facts);
  const metadata = unpacked(facts.metadata);
  const { failedBy, error, waits } = failureOf(span, kind, facts);
  const turn =
    kind === 'model' || (kind === 'group' && facts.given !== null) ? turnOf(span, facts, histories) : null;
  const returned = facts.result ?? facts.answered;
  const costs = facts.leftOut === null ? costsOf(facts) : UNKNOWN_COSTS;
  // One literal without spreads: a file has millions of them.
  const piece: SpanPiece = {
    trace: sharedText(span.traceId),
    id: span.spanId,
    parent: sharedText(span.parentSpanId),
    kind,
    name: sharedText(nameOf(span, kind, facts, metadata)),
    start: span.start,
    end: span.end,
    conversation: sharedText(facts.conversation ?? textAt(metadata, 'thread_id', 'session_id')),
    run: facts.run === null ? null : { id: facts.run, name: facts.runName },
    state: facts.state ?? textAt(metadata, 'langgraph_node'),
    failedBy,
    error,
    waits,
    tokensIn: costs.tokensIn,
    tokensOut: costs.tokensOut,
    tokensCachedRead: costs.tokensCachedRead,
    tokensCachedWrite: costs.tokensCachedWrite,
    tokensReasoning: costs.tokensReasoning,
    usd: costs.usd,
    rollsUp: kind !== 'model',
    gave:
      (turn !== null && (turn.text !== null || turn.calls.length > 0)) ||
      (kind !== 'model' && returned !== null),
    call: kind === 'tool' ? callOf(span, facts, returned) : null,
    result: kind === 'tool' ? plainResult(returned) : null,
    turn,
    model: sharedText(facts.model),
    answer: facts.answer,
    task: facts.task ?? textAt(metadata, 'task_id'),
    verdict: verdictOf(span, metadata),
  };
  return { piece, leftOut: facts.leftOut };
}

/** Totals of these conventions include their parts, where emitters keep to them; what exceeds its total does not. */
function costsOf({ input, output, cachedRead, cachedWrite, reasoning, usd }: SpanFacts): Costs {
  if ((input ?? output ?? cachedRead ?? cachedWrite ?? reasoning ?? usd) === null) return UNKNOWN_COSTS;
  const { tokensIn, tokensOut, tokensCachedRead, tokensCachedWrite, tokensReasoning } = normalUsage({
    ...{ input, output, cachedRead, cachedWrite, reasoning },
  });
  return { tokensIn, tokensOut, tokensCachedRead, tokensCachedWrite, tokensReasoning, usd };
}

const turnOf = (span: OtelSpan, { tellsWords }: SpanFacts, histories: PromptHistories): ModelTurn =>
  tellsWords === null && span.events.length === 0
    ? NOTHING_SAID
    : turnOfSpan(allOf(span), span.events, value => histories.messagesIn(value));

function kindOf(span: OtelSpan, facts: SpanFacts): SpanPiece['kind'] {
  if (facts.kind !== null) return facts.kind;
  if (facts.leftOut !== null) return 'other';
  const named = NAMED.exec(span.name)?.[1];
  if (named !== undefined) return KINDS.get(named) ?? 'other';
  const isNamed = facts.namedKind !== null;
  if (!isNamed && facts.namedTool !== null) return 'tool';
  if (!isNamed && facts.asks !== null) return 'model';
  return isAgentOfLangChain(span.name, facts.agentOfLangChain, unpacked(facts.metadata)) ? 'agent' : 'other';
}

/** Whether a chain's own metadata say that it is an agent: it bears its name, or is a graph that was given one. */
export const isAgentOfLangChain = (name: string, agent: string | null, metadata: unknown): boolean =>
  name === (agent ?? textAt(metadata, 'lc_agent_name')) ||
  (textAt(metadata, 'ls_integration') === 'langgraph' &&
    at(metadata, 'langgraph_node') === undefined &&
    name !== 'LangGraph');

/** The name without the words that tracers put before it. */
function nameOf({ name }: OtelSpan, kind: SpanPiece['kind'], facts: SpanFacts, metadata: unknown): string {
  const given =
    kind === 'tool' || kind === 'agent' || kind === 'group'
      ? (facts[kind] ?? (kind === 'agent' ? textAt(metadata, 'lc_agent_name') : null))
      : null;
  if (given !== null) return given;
  const rest = name.replace(NAMED, '');
  // An agent that was given no name has that of its model, or of the operation, in the name of its span.
  return kind === 'agent' && (rest === facts.model || OPERATION.test(rest)) ? '' : rest;
}

function callOf(span: OtelSpan, facts: SpanFacts, returned: unknown): SpanPiece['call'] {
  const id = facts.call;
  const name = nameOf(span, 'tool', facts, null);
  const args = plainArgs(facts.args ?? undefined);
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
export const isClassOfTools = (name: string): boolean => CLASSES.has(name);

const CLASSES = new Set(['DynamicTool', 'DynamicStructuredTool', 'StructuredTool', 'Tool']);

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
function failureOf(
  span: OtelSpan,
  kind: SpanPiece['kind'],
  facts: SpanFacts,
): Pick<SpanPiece, 'failedBy' | 'error' | 'waits'> {
  const { attributes, events, failed } = span;
  const exception = events.find(event => event.name === 'exception')?.attributes;
  const words =
    exception && (wordOf(exception.get('exception.message')) ?? wordOf(exception.get('exception.type')));
  const hasThrown = words !== undefined && words !== null && (failed || kind === 'tool');
  const exit = kind === 'tool' ? (facts.exitCode ?? exitIn(attributes)) : null;
  const isTold =
    failed ||
    facts.isError !== null ||
    (exit ?? 0) !== 0 ||
    (kind === 'tool' && isFailedResult(facts.result ?? facts.answered));
  const error = span.statusMessage ?? (hasThrown ? words : null) ?? facts.error;
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
  if (events.length === 0 && metadata === null) return null;
  const judged = events
    .filter(event => event.name === 'gen_ai.evaluation.result')
    .map(event => event.attributes);
  const evaluation =
    judged.find(one =>
      /reward|outcome|success|correct|resolved/i.test(wordOf(one.get('gen_ai.evaluation.name')) ?? ''),
    ) ?? (judged.length === 1 ? judged[0] : undefined);
  const reward = numberOf(evaluation?.get('gen_ai.evaluation.score.value')) ?? numberAt(metadata, 'reward');
  const label = outcomeOf(evaluation?.get('gen_ai.evaluation.score.label') ?? textAt(metadata, 'outcome'));
  const outcome = label ?? outcomeOfReward(reward);
  return outcome === null && reward === null ? null : { outcome, reward };
}
