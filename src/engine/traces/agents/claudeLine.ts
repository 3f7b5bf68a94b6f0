import { type Message, messageOf } from '../lists/message.ts';
import type { TracePlace } from '../reading.ts';
import { timeOf } from '../times.ts';
import { type Costs, normalUsage, readUsage, sumOfCosts, UNKNOWN_COSTS, type Usage } from '../usage.ts';
import { at, type Fields, isFields, numberAt, textAt } from '../values.ts';

/** A line of a session that tells what was said or done. */
export interface SessionLine {
  readonly place: TracePlace;
  readonly kind: 'user' | 'assistant';
  readonly session: string;
  /** Id of the sub-agent whose line it is; null for the session's own. */
  readonly agent: string | null;
  readonly agentType: string | null;
  /** Id of the call by which the agent was sent, where the line tells it. */
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
  /** Whether the program wrote it, and neither a user nor a model. */
  readonly isOwnWord: boolean;
  /** Sub-agent whose report the line brings, and its last answer where the line tells that. */
  readonly reportOf: string | null;
  readonly report: Pick<SessionLine, 'message' | 'usage'> | null;
  /** Whether it is printed by `claude -p`, which tells of an answer while it grows. */
  readonly isPrinted: boolean;
}

/** What `claude -p` prints at the end of a turn. */
export interface TurnResult {
  readonly place: TracePlace;
  readonly session: string;
  readonly text: string | null;
  /** Why it ended where it did not succeed. */
  readonly end: string | null;
  /** Of the session's own answers since the result before. */
  readonly costs: Costs;
  /** Of all answers of the session so far, those of sub-agents among them; null where it is not told. */
  readonly whole: Usage | null;
}

/** Whether a value is a line of a session log that tells what was said or done. */
export const isSessionLine = (value: unknown): boolean =>
  textAt(value, 'sessionId') !== null && isTurn(value);

/** Whether a value is a line that `claude -p --output-format stream-json` prints. */
export const isPrintedLine = (value: unknown): boolean => {
  if (textAt(value, 'session_id') === null) return false;
  const type = textAt(value, 'type');
  if (type === 'system')
    return textAt(value, 'subtype') === 'init' && Array.isArray(at(value, 'mcp_servers'));
  if (type === 'result') return isFields(at(value, 'usage')) && numberAt(value, 'num_turns') !== null;
  return isTurn(value);
};

const isTurn = (value: unknown): boolean =>
  /^(?:user|assistant)$/.test(textAt(value, 'type') ?? '') &&
  isFields(at(value, 'message')) &&
  !Array.isArray(at(value, 'message', 'parts'));

/** A line, read; null for one that is none. @param otherwise the session where the line names none */
export function sessionLine(value: Fields, place: TracePlace, otherwise: string): SessionLine | null {
  const [kind, body] = [textAt(value, 'type'), at(value, 'message')];
  if ((kind !== 'user' && kind !== 'assistant') || !isFields(body)) return null;
  const message = messageOf({ role: kind, ...body });
  if (message === null) return null;
  const isPrinted = at(value, 'sessionId') === undefined && at(value, 'session_id') !== undefined;
  const sentBy = textAt(value, 'parent_tool_use_id');
  const isSide = at(value, 'isSidechain') === true || sentBy !== null;
  const model = textAt(body, 'model');
  return {
    ...{ place, kind, message, isPrinted, model },
    session: textAt(value, 'sessionId', 'session_id') ?? otherwise,
    agent: isSide ? (textAt(value, 'agentId', 'agent_id') ?? sentBy ?? 'unnamed') : null,
    agentType: textAt(value, 'attributionAgent', 'subagent_type'),
    sentBy,
    uuid: textAt(value, 'uuid'),
    parent: textAt(value, 'parentUuid'),
    time: timeOf(at(value, 'timestamp')),
    answer: textAt(body, 'id'),
    request: textAt(value, 'requestId', 'request_id'),
    usage: isPrinted ? printedUsage(body) : readUsage(at(body, 'usage')),
    forkedFrom: textAt(at(value, 'forkedFrom'), 'sessionId') ?? textAt(value, 'forkedFrom'),
    isOwnWord:
      OWN_WORDS.some(key => at(value, key) === true) || (kind === 'assistant' && model === '<synthetic>'),
    ...reportIn(at(value, 'toolUseResult') ?? at(value, 'tool_use_result')),
  };
}

/** What a sub-agent handed back. `claude -p` prints its last answer only here. */
function reportIn(result: unknown): Pick<SessionLine, 'reportOf' | 'report'> {
  const message = messageOf({ role: 'assistant', content: at(result, 'content') });
  const isWhole = at(result, 'status') === 'completed' && message !== null && message.text !== null;
  const report = isWhole ? { message, usage: readUsage(at(result, 'usage')) } : null;
  return { reportOf: textAt(result, 'agentId'), report };
}

/** Marks of lines that the program wrote: hints, summaries of what was compacted, errors of the provider's API. */
const OWN_WORDS = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isApiErrorMessage'] as const;

/**
 * `claude -p` prints an answer before it is complete: its output tokens are those of the answer's beginning until it
 * tells why the model stopped. Seen in version 2.1.332: 1 of 50, with `stop_reason` null.
 */
function printedUsage(body: unknown): Usage {
  const usage = readUsage(at(body, 'usage'));
  return textAt(body, 'stop_reason') === null ? { ...usage, tokensOut: null, tokensReasoning: null } : usage;
}

/** The result of a turn, read. */
export function turnResult(value: Fields, place: TracePlace): TurnResult {
  const subtype = textAt(value, 'subtype');
  const models = at(value, 'modelUsage');
  return {
    place,
    session: textAt(value, 'session_id') ?? place.file,
    text: at(value, 'is_error') === true ? null : textAt(value, 'result'),
    end: subtype === 'success' ? null : subtype,
    costs: { ...readUsage(at(value, 'usage')), usd: numberAt(value, 'total_cost_usd') },
    whole: isFields(models) ? Object.values(models).map(ofModel).reduce(sumOfUsage, UNKNOWN_COSTS) : null,
  };
}

const sumOfUsage = (one: Usage, other: Usage): Usage => sumOfCosts(one, other);

const ofModel = (usage: unknown): Usage =>
  normalUsage(
    {
      input: numberAt(usage, 'inputTokens'),
      output: numberAt(usage, 'outputTokens'),
      cachedRead: numberAt(usage, 'cacheReadInputTokens'),
      cachedWrite: numberAt(usage, 'cacheCreationInputTokens'),
      reasoning: null,
    },
    PRINTED_LEAVES_OUT,
  );

/** As Anthropic's API: 7,500 input beside 25,015 cached and 5,065 written were 37,580 in a run whose tokens are known. */
const PRINTED_LEAVES_OUT = { cached: true } as const;

/** What stands in the place of a result where a user broke off a call, or refused it. */
const NOT_DONE =
  /^(?:The user doesn['’]t want to (?:proceed|take this action)|\[Request interrupted by user)/;

/** Whether a text says that a call was broken off or refused by the user. */
export const isNotDone = (value: unknown): boolean => typeof value === 'string' && NOT_DONE.test(value);
