import { type Message, parseMessage } from '../lists/message.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace } from '../traceReading.ts';
import {
  addTwoCosts,
  type Costs,
  normalizeUsage,
  readProviderUsage,
  UNKNOWN_COSTS,
  type Usage,
} from '../usage.ts';
import { getNumberField, getPathValue, getTextField, isFieldsObject, type TraceFields } from '../values.ts';

/** A line of a session with a message or an action. */
export interface SessionLine {
  readonly place: TracePlace;
  readonly kind: 'user' | 'assistant';
  readonly session: string;
  /** Id of the sub-agent whose line it is; null for the session's own. */
  readonly agent: string | null;
  readonly agentType: string | null;
  /** Id of the call that sent the agent, if the line has it. */
  readonly sentBy: string | null;
  readonly uuid: string | null;
  readonly parent: string | null;
  readonly time: number | null;
  readonly message: Message;
  /** Id of the answer that the line is a part of. */
  readonly answer: string | null;
  readonly request: string | null;
  readonly usage: Usage;
  readonly model: string | null;
  /** Session that the line was copied from. */
  readonly forkedFrom: string | null;
  /** True if the program wrote it, and neither a user nor a model. */
  readonly isOwnWord: boolean;
  /** Sub-agent whose report the line brings, and its last answer if the line has that. */
  readonly reportOf: string | null;
  readonly report: Pick<SessionLine, 'message' | 'usage'> | null;
  /** True if it is printed by `claude -p`, which repeats an answer while it grows. */
  readonly isPrinted: boolean;
}

/** Output of `claude -p` at the end of a turn. */
export interface TurnResult {
  readonly place: TracePlace;
  readonly session: string;
  readonly text: string | null;
  /** Reason for its end if it did not succeed. */
  readonly end: string | null;
  /** Of the session's own answers since the result before. */
  readonly costs: Costs;
  /** Of all answers of the session so far, including those of sub-agents; null if it is missing. */
  readonly whole: Usage | null;
}

/** True if a value is a line of a session log with a message or an action. */
export const isSessionLine = (value: unknown): boolean =>
  getTextField(value, 'sessionId') !== null && isClaudeTurn(value);

/** True if a value is a line that `claude -p --output-format stream-json` prints. */
export const isPrintedLine = (value: unknown): boolean => {
  if (getTextField(value, 'session_id') === null) return false;
  const type = getTextField(value, 'type');
  if (type === 'system')
    return getTextField(value, 'subtype') === 'init' && Array.isArray(getPathValue(value, 'mcp_servers'));
  if (type === 'result')
    return isFieldsObject(getPathValue(value, 'usage')) && getNumberField(value, 'num_turns') !== null;
  return isClaudeTurn(value);
};

const isClaudeTurn = (value: unknown): boolean =>
  /^(?:user|assistant)$/.test(getTextField(value, 'type') ?? '') &&
  isFieldsObject(getPathValue(value, 'message')) &&
  !Array.isArray(getPathValue(value, 'message', 'parts'));

/** Reads a line; null for others. @param otherwise the session if the line names none */
export function readSessionLine(
  value: TraceFields,
  place: TracePlace,
  otherwise: string,
): SessionLine | null {
  const [kind, body] = [getTextField(value, 'type'), getPathValue(value, 'message')];
  if ((kind !== 'user' && kind !== 'assistant') || !isFieldsObject(body)) return null;
  const message = parseMessage({ role: kind, ...body });
  if (message === null) return null;
  const isPrinted =
    getPathValue(value, 'sessionId') === undefined && getPathValue(value, 'session_id') !== undefined;
  const sentBy = getTextField(value, 'parent_tool_use_id');
  const isSide = getPathValue(value, 'isSidechain') === true || sentBy !== null;
  const model = getTextField(body, 'model');
  return {
    ...{ place, kind, message, isPrinted, model },
    session: getTextField(value, 'sessionId', 'session_id') ?? otherwise,
    agent: isSide ? (getTextField(value, 'agentId', 'agent_id') ?? sentBy ?? 'unnamed') : null,
    agentType: getTextField(value, 'attributionAgent', 'subagent_type'),
    sentBy,
    uuid: getTextField(value, 'uuid'),
    parent: getTextField(value, 'parentUuid'),
    time: parseTraceTime(getPathValue(value, 'timestamp')),
    answer: getTextField(body, 'id'),
    request: getTextField(value, 'requestId', 'request_id'),
    usage: isPrinted ? readPrintedUsage(body) : readProviderUsage(getPathValue(body, 'usage')),
    forkedFrom:
      getTextField(getPathValue(value, 'forkedFrom'), 'sessionId') ?? getTextField(value, 'forkedFrom'),
    isOwnWord:
      OWN_WORDS.some(key => getPathValue(value, key) === true) ||
      (kind === 'assistant' && model === '<synthetic>'),
    ...readSubagentReport(getPathValue(value, 'toolUseResult') ?? getPathValue(value, 'tool_use_result')),
  };
}

/** Report of a sub-agent. `claude -p` prints its last answer only here. */
function readSubagentReport(result: unknown): Pick<SessionLine, 'reportOf' | 'report'> {
  const message = parseMessage({ role: 'assistant', content: getPathValue(result, 'content') });
  const isWhole = getPathValue(result, 'status') === 'completed' && message !== null && message.text !== null;
  const report = isWhole ? { message, usage: readProviderUsage(getPathValue(result, 'usage')) } : null;
  return { reportOf: getTextField(result, 'agentId'), report };
}

/** Marks of lines that the program wrote: hints, summaries of what was compacted, errors of the provider's API. */
const OWN_WORDS = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isApiErrorMessage'] as const;

/**
 * `claude -p` prints an answer before it is complete: its output tokens are those of the answer's beginning until it
 * gives the reason for the model's stop. Seen in version 2.1.332: 1 of 50, with `stop_reason` null.
 */
function readPrintedUsage(body: unknown): Usage {
  const usage = readProviderUsage(getPathValue(body, 'usage'));
  return getTextField(body, 'stop_reason') === null
    ? { ...usage, tokensOut: null, tokensReasoning: null }
    : usage;
}

/** The result of a turn, read. */
export function readTurnResult(value: TraceFields, place: TracePlace): TurnResult {
  const subtype = getTextField(value, 'subtype');
  const models = getPathValue(value, 'modelUsage');
  return {
    place,
    session: getTextField(value, 'session_id') ?? place.file,
    text: getPathValue(value, 'is_error') === true ? null : getTextField(value, 'result'),
    end: subtype === 'success' ? null : subtype,
    costs: {
      ...readProviderUsage(getPathValue(value, 'usage')),
      usd: getNumberField(value, 'total_cost_usd'),
    },
    whole: isFieldsObject(models)
      ? Object.values(models).map(readClaudeModelUsage).reduce(addTwoUsages, UNKNOWN_COSTS)
      : null,
  };
}

const addTwoUsages = (one: Usage, other: Usage): Usage => addTwoCosts(one, other);

const readClaudeModelUsage = (usage: unknown): Usage =>
  normalizeUsage(
    {
      input: getNumberField(usage, 'inputTokens'),
      output: getNumberField(usage, 'outputTokens'),
      cachedRead: getNumberField(usage, 'cacheReadInputTokens'),
      cachedWrite: getNumberField(usage, 'cacheCreationInputTokens'),
      reasoning: null,
    },
    PRINTED_LEAVES_OUT,
  );

/** Like Anthropic's API: 7,500 input, 25,015 cached and 5,065 written tokens were 37,580 in a run with known tokens. */
const PRINTED_LEAVES_OUT = { cached: true } as const;

/** Placeholder for a result if a user broke off a call, or refused it. */
const NOT_DONE =
  /^(?:The user doesn['’]t want to (?:proceed|take this action)|\[Request interrupted by user)/;

/** True if a text says that a call was broken off or refused by the user. */
export const isCallCancelled = (value: unknown): boolean => typeof value === 'string' && NOT_DONE.test(value);
