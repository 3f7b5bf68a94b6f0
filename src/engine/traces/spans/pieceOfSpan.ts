import type { Message } from '../lists/message.ts';
import { getRewardOutcome, parseSuccessOutcome } from '../lists/messageList.ts';
import { internText } from '../traceSteps.ts';
import { isFailedToolResult, unwrapCallArguments, unwrapToolResult } from '../unwrapValues.ts';
import { type Costs, normalizeUsage, UNKNOWN_COSTS } from '../usage.ts';
import {
  getNumberField,
  getPathValue,
  getTextField,
  parseJsonText,
  toFiniteNumber,
  toWordText,
} from '../values.ts';
import { translateSpan } from './conventions/index.ts';
import { NOTHING_SAID, parseMessages, readSpanTurn } from './modelTurn.ts';
import type { OtelSpan, SpanAttributes } from './otelSpan.ts';
import type { ModelTurn, SpanPiece, Verdict } from './piece.ts';
import { KINDS_BY_OPERATION, readSpanFacts, type SpanFacts } from './spanFacts.ts';

/** Maximum number of remembered histories: conversations that a file may alternate between. */
const MAX_HISTORIES = 16;
/** Characters from which on it is worth it. */
const MIN__LENGTH = 500;

/** A list of messages that was read, without the bracket that closes it. */
interface History {
  readonly head: string;
  readonly messages: readonly Message[];
}

/**
 * Reads the messages that models were given. Each call repeats those of the calls before it, so a list that goes on from
 * one that was read is read from there on: else a conversation would cost the square of its length.
 */
export class PromptHistories {
  private readonly known: History[] = [];

  /** The messages that a value holds, as `messagesIn` finds them. */
  messagesIn(value: unknown): readonly Message[] {
    if (typeof value !== 'string' || value.length < MIN__LENGTH || value[0] !== '[')
      return parseMessages(value);
    const place = this.placeOf(value);
    const messages =
      (place < 0 ? null : parseHistoryExtension(this.known[place], value)) ?? parseMessageListJson(value);
    if (messages === null) return parseMessages(value);
    if (place >= 0) this.known.splice(place, 1);
    else if (this.known.length >= MAX_HISTORIES) this.known.shift();
    this.known.push({ head: value.slice(0, value.lastIndexOf(']')), messages });
    return messages;
  }

  /** The place of the last list with which a text begins; −1: there is none. */
  private placeOf(text: string): number {
    // Equal texts are found a hundred times faster than whether one begins with the other.
    return this.known.findLastIndex(({ head }) => text.slice(0, head.length) === head);
  }
}

/** The messages of a list that begins like a known one; null if its rest is not messages. */
function parseHistoryExtension({ head, messages }: History, text: string): readonly Message[] | null {
  const rest = text.slice(head.length).trimStart();
  if (/^\]\s*$/.test(rest)) return messages;
  if (rest[0] !== ',') return null;
  const more = parseMessageListJson(`[${rest.slice(1)}`);
  return more === null ? null : [...messages, ...more];
}

/** The messages of a list in JSON; null for what is none, or empty. */
function parseMessageListJson(text: string): readonly Message[] | null {
  const list = parseJsonText(text);
  return Array.isArray(list) && list.length > 0 ? list.flatMap(parseMessages) : null;
}

/** By the first word of a span's name, if no attribute says. */
const KIND_BY_SPAN_NAME = /^(execute_tool|invoke_agent|chat|generate_content|text_completion)\s/;

/** Names of spans that are those of what is done. */
const OPERATION = /^(?:invoke_agent|ai\.\w+|claude_code\.interaction|qwen-code\.interaction|agent_call)$/;

/** A span of OpenTelemetry as a piece, and the plural noun for such spans if it is not a step of the agent's. */
interface ReadSpan {
  readonly piece: SpanPiece;
  readonly leftOut: string | null;
}

/** A span of OpenTelemetry by what its attributes say, in any of the conventions for agents. */
export function readAgentSpan(given: OtelSpan, histories: PromptHistories): ReadSpan {
  return buildSpanPiece(translateSpan(given), histories);
}

/** True if a span is an agent's, a model's or a tool's. */
export function isAgentSpan(given: OtelSpan): boolean {
  const span = translateSpan(given);
  return detectSpanKind(span, readSpanFacts(span.attributes)) !== 'other';
}

function buildSpanPiece(span: OtelSpan, histories: PromptHistories): ReadSpan {
  const facts = readSpanFacts(span.attributes);
  const kind = detectSpanKind(span, facts);
  const metadata = parseJsonText(facts.metadata);
  const { failedBy, error, waits } = readSpanFailure(span, kind, facts);
  const turn =
    kind === 'model' || (kind === 'group' && facts.given !== null)
      ? buildSpanTurn(span, facts, histories)
      : null;
  const returned = facts.result ?? facts.answered;
  const costs = facts.leftOut === null ? buildSpanCosts(facts) : UNKNOWN_COSTS;
  // One literal without spreads: a file has millions of them.
  const piece: SpanPiece = {
    trace: internText(span.traceId),
    id: span.spanId,
    parent: internText(span.parentSpanId),
    kind,
    name: internText(getSpanPieceName(span, kind, facts, metadata)),
    start: span.start,
    end: span.end,
    conversation: internText(facts.conversation ?? getTextField(metadata, 'thread_id', 'session_id')),
    run: facts.run === null ? null : { id: facts.run, name: facts.runName },
    state: facts.state ?? getTextField(metadata, 'langgraph_node'),
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
    call: kind === 'tool' ? readSpanCall(span, facts, returned) : null,
    result: kind === 'tool' ? unwrapToolResult(returned) : null,
    turn,
    model: internText(facts.model),
    answer: facts.answer,
    task: facts.task ?? getTextField(metadata, 'task_id'),
    verdict: readSpanVerdict(span, metadata),
  };
  return { piece, leftOut: facts.leftOut };
}

/** Totals of these conventions include their parts, as far as emitters comply; a part above its total is separate. */
function buildSpanCosts({ input, output, cachedRead, cachedWrite, reasoning, usd }: SpanFacts): Costs {
  if ((input ?? output ?? cachedRead ?? cachedWrite ?? reasoning ?? usd) === null) return UNKNOWN_COSTS;
  const { tokensIn, tokensOut, tokensCachedRead, tokensCachedWrite, tokensReasoning } = normalizeUsage({
    ...{ input, output, cachedRead, cachedWrite, reasoning },
  });
  return { tokensIn, tokensOut, tokensCachedRead, tokensCachedWrite, tokensReasoning, usd };
}

const buildSpanTurn = (span: OtelSpan, { tellsWords }: SpanFacts, histories: PromptHistories): ModelTurn =>
  tellsWords === null && span.events.length === 0
    ? NOTHING_SAID
    : readSpanTurn(mergeDetailAttributes(span), span.events, value => histories.messagesIn(value));

function detectSpanKind(span: OtelSpan, facts: SpanFacts): SpanPiece['kind'] {
  if (facts.kind !== null) return facts.kind;
  if (facts.leftOut !== null) return 'other';
  const named = KIND_BY_SPAN_NAME.exec(span.name)?.[1];
  if (named !== undefined) return KINDS_BY_OPERATION.get(named) ?? 'other';
  const isNamed = facts.namedKind !== null;
  if (!isNamed && facts.namedTool !== null) return 'tool';
  if (!isNamed && facts.asks !== null) return 'model';
  return isLangChainAgent(span.name, facts.agentOfLangChain, parseJsonText(facts.metadata))
    ? 'agent'
    : 'other';
}

/** True if a chain's own metadata mark it as an agent: it bears its name, or is a graph that was given one. */
export const isLangChainAgent = (name: string, agent: string | null, metadata: unknown): boolean =>
  name === (agent ?? getTextField(metadata, 'lc_agent_name')) ||
  (getTextField(metadata, 'ls_integration') === 'langgraph' &&
    getPathValue(metadata, 'langgraph_node') === undefined &&
    name !== 'LangGraph');

/** The name without the words that tracers put before it. */
function getSpanPieceName(
  { name }: OtelSpan,
  kind: SpanPiece['kind'],
  facts: SpanFacts,
  metadata: unknown,
): string {
  const given =
    kind === 'tool' || kind === 'agent' || kind === 'group'
      ? (facts[kind] ?? (kind === 'agent' ? getTextField(metadata, 'lc_agent_name') : null))
      : null;
  if (given !== null) return given;
  const rest = name.replace(KIND_BY_SPAN_NAME, '');
  // An agent that was given no name has that of its model, or of the operation, in the name of its span.
  return kind === 'agent' && (rest === facts.model || OPERATION.test(rest)) ? '' : rest;
}

function readSpanCall(span: OtelSpan, facts: SpanFacts, returned: unknown): SpanPiece['call'] {
  const id = facts.call;
  const name = getSpanPieceName(span, 'tool', facts, null);
  const args = unwrapCallArguments(facts.args ?? undefined);
  if (id !== null && !isToolClassName(name)) return { id, name, args };
  // LangChain's tracers name the call in the message that it returned alone.
  const message = parseJsonText(returned);
  const kwargs =
    getPathValue(message, 'output', 'kwargs') ??
    getPathValue(message, 'kwargs') ??
    getPathValue(message, 'output') ??
    message;
  return {
    id: id ?? getTextField(kwargs, 'tool_call_id'),
    name: isToolClassName(name) ? (getTextField(kwargs, 'name') ?? name) : name,
    args,
  };
}

/** True if a name is that of a class by which LangChain's tracers call every tool. */
export const isToolClassName = (name: string): boolean => CLASSES.has(name);

const CLASSES = new Set(['DynamicTool', 'DynamicStructuredTool', 'StructuredTool', 'Tool']);

/** With attributes of the event that holds a question and its answer if the span does not. */
function mergeDetailAttributes({ attributes, events }: OtelSpan): SpanAttributes {
  const details = events.filter(event => event.name === 'gen_ai.client.inference.operation.details');
  return details.length === 0
    ? attributes
    : new Map([...details.flatMap(event => [...event.attributes]), ...attributes]);
}

/** Exceptions with which LangGraph waits for a person. */
const INTERRUPT = /\b(?:GraphInterrupt|NodeInterrupt)\b/;

/**
 * A tool that threw keeps a status of OK with some tracers, and its exception shows the failure; an interrupt of a
 * graph is a wait.
 */
function readSpanFailure(
  span: OtelSpan,
  kind: SpanPiece['kind'],
  facts: SpanFacts,
): Pick<SpanPiece, 'failedBy' | 'error' | 'waits'> {
  const { attributes, events, failed } = span;
  const exception = events.find(event => event.name === 'exception')?.attributes;
  const words =
    exception &&
    (toWordText(exception.get('exception.message')) ?? toWordText(exception.get('exception.type')));
  const hasThrown = words !== undefined && words !== null && (failed || kind === 'tool');
  const exit = kind === 'tool' ? (facts.exitCode ?? parseShellExitCode(attributes)) : null;
  const isTold =
    failed ||
    facts.isError !== null ||
    (exit ?? 0) !== 0 ||
    (kind === 'tool' && isFailedToolResult(facts.result ?? facts.answered));
  const error = span.statusMessage ?? (hasThrown ? words : null) ?? facts.error;
  const waits =
    isTold || hasThrown
      ? INTERRUPT.test(`${error}\n${toWordText(exception?.get('exception.type')) ?? ''}`)
      : false;
  if (waits) return { failedBy: null, error: null, waits };
  return { failedBy: hasThrown ? 'exception' : isTold ? 'status' : null, error, waits };
}

/** The exit code in the result of opencode's shell. */
const parseShellExitCode = (attributes: SpanAttributes): number | null => {
  const result = attributes.get('ai.toolCall.result');
  return typeof result === 'string' && result.includes('"exit"')
    ? getNumberField(getPathValue(parseJsonText(result), 'metadata'), 'exit')
    : null;
};

/** An evaluation of the run as an event, or a reward in the metadata. */
function readSpanVerdict({ events }: OtelSpan, metadata: unknown): Verdict | null {
  if (events.length === 0 && metadata === null) return null;
  const judged = events
    .filter(event => event.name === 'gen_ai.evaluation.result')
    .map(event => event.attributes);
  const evaluation =
    judged.find(one =>
      /reward|outcome|success|correct|resolved/i.test(toWordText(one.get('gen_ai.evaluation.name')) ?? ''),
    ) ?? (judged.length === 1 ? judged[0] : undefined);
  const reward =
    toFiniteNumber(evaluation?.get('gen_ai.evaluation.score.value')) ?? getNumberField(metadata, 'reward');
  const label = parseSuccessOutcome(
    evaluation?.get('gen_ai.evaluation.score.label') ?? getTextField(metadata, 'outcome'),
  );
  const outcome = label ?? getRewardOutcome(reward);
  return outcome === null && reward === null ? null : { outcome, reward };
}
