import { InputError } from '../../core/errors.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { readProviderUsage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { isResponsesCallItem, type Message, parseMessage } from './message.ts';
import { MessageSteps, type TurnFacts } from './messageSteps.ts';

/** True if a value is a message with a role that conversations have. */
export const isRoleMessage = (value: unknown): boolean =>
  /^(?:system|developer|user|assistant|model|tool|function)$/.test(getTextField(value, 'role') ?? '') &&
  (getPathValue(value, 'content') !== undefined ||
    getPathValue(value, 'tool_calls') !== undefined ||
    Array.isArray(getPathValue(value, 'parts')));

/** True for a message, and for the other items of a conversation: calls, their outputs, thoughts. */
const isConversationItem = (value: unknown): boolean =>
  isRoleMessage(value) || isResponsesCallItem(value) || isThought(value);

const isThought = (value: unknown): boolean =>
  getTextField(value, 'type') === 'reasoning' && getPathValue(value, 'role') === undefined;

/** A message's facts about its turn: its time and cost. */
export function readMessageTurnFacts(value: unknown): TurnFacts {
  const usage = getPathValue(value, 'usage');
  return {
    at: parseTraceTime(getPathValue(value, 'timestamp') ?? getPathValue(value, 'created_at')),
    ...readProviderUsage(usage),
    usd: getNumberField(value, 'cost'),
  };
}

/** The first list of messages of a record, under one of the usual names. */
function findMessageList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  for (const key of MESSAGE_KEYS)
    if (getListField(value, key).some(isConversationItem)) return getListField(value, key);
  return findAnswer(value);
}

/** The message of an answer as an interface gave it: the first choice of a chat completion, the first candidate of Gemini. */
function findAnswer(value: unknown): readonly unknown[] {
  const [choice] = getListField(value, 'choices');
  const [candidate] = getListField(value, 'candidates');
  const message = getPathValue(choice, 'message') ?? getPathValue(candidate, 'content');
  if (!isRoleMessage(message)) return [];
  const usage = getPathValue(value, 'usage') ?? getPathValue(value, 'usageMetadata');
  return [{ ...(message as object), ...(usage !== undefined && { usage }) }];
}

const MESSAGE_KEYS = [
  ...[
    'messages',
    'traj',
    'trajectory',
    'conversation',
    'history',
    'transcript',
    'contents',
    'items',
    'input',
  ],
] as const;

/** Conversations as lists of messages with calls of tools: most programs' own logs. */
export const MESSAGE_LISTS: ValueFormat = {
  name: 'message lists',
  fits: value => isConversationItem(value) || findMessageList(value).some(isConversationItem),
  open: sink => new MessageLists(sink),
};

class MessageLists implements ValueReader {
  /** Messages of a file that is one list of them. */
  private loose: { steps: MessageSteps; place: TracePlace; count: number } | null = null;
  private records = 0;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (isConversationItem(value)) {
      this.loose ??= { steps: new MessageSteps(), place, count: 0 };
      this.loose.count++;
      addListMessage(this.loose.steps, value);
      return;
    }
    const messages = findMessageList(value);
    if (!messages.some(isConversationItem)) throw new InputError('no list of messages with roles');
    const steps = new MessageSteps();
    for (const message of messages) addListMessage(steps, message);
    this.records++;
    this.sink.add(
      { ...readMessageListFacts(value, `${place.file} ${this.records}`), ...steps.finishCase() },
      place,
    );
  }

  endFile(file: string): void {
    if (this.loose !== null) this.sink.add({ id: file, ...this.loose.steps.finishCase() }, this.loose.place);
    this.loose = null;
    this.records = 0;
  }

  end(): void {}
}

function addListMessage(steps: MessageSteps, value: unknown): void {
  // Between words and the call that they announce.
  if (isThought(value)) return;
  const message: Message | null = parseMessage(value);
  if (message !== null) steps.add(message, readMessageTurnFacts(value));
}

function readMessageListFacts(value: unknown, otherwise: string) {
  if (!isFieldsObject(value)) return { id: otherwise };
  const id = getTextField(
    value,
    'id',
    'run_id',
    'run',
    'conversation_id',
    'session_id',
    'trace_id',
    'task_id',
  );
  const reward = getNumberField(value, 'reward', 'score');
  return {
    id: id ?? otherwise,
    reward,
    outcome:
      parseSuccessOutcome(getTextField(value, 'outcome', 'status') ?? getPathValue(value, 'success')) ??
      getRewardOutcome(reward),
    end: getTextField(value, 'termination_reason', 'end', 'exit_status'),
    labels: { task: getTextField(value, 'task_id', 'task'), model: getTextField(value, 'model') },
  };
}

/** Meaning of words and flags for success; null for others. */
export function parseSuccessOutcome(value: unknown): 'succeeded' | 'failed' | null {
  if (value === true) return 'succeeded';
  if (value === false) return 'failed';
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  if (SUCCESSES.has(word)) return 'succeeded';
  return FAILURE_WORDS.has(word) ? 'failed' : null;
}

const SUCCESSES = new Set([
  ...['succeeded', 'success', 'successful', 'pass', 'passed', 'solved', 'resolved', 'correct', 'true', 'yes'],
  ...['1', '1.0'],
]);
const FAILURE_WORDS = new Set([
  ...['failed', 'fail', 'failure', 'unsolved', 'unresolved', 'incorrect', 'false', 'no', 'error', '0', '0.0'],
]);

/** A whole reward is a success and 0 a failure; values in between are undecided. */
export function getRewardOutcome(reward: number | null): 'succeeded' | 'failed' | null {
  if (reward === null) return null;
  if (reward >= 1) return 'succeeded';
  return reward <= 0 ? 'failed' : null;
}
