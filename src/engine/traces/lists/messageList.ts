import { InputError } from '../../core/errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { readUsage } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { type Message, messageOf } from './message.ts';
import { MessageSteps, type TurnFacts } from './messageSteps.ts';

/** Whether a value is a message with a role that conversations have. */
export const isMessage = (value: unknown): boolean =>
  /^(?:system|developer|user|assistant|tool|function)$/.test(textAt(value, 'role') ?? '') &&
  (at(value, 'content') !== undefined || at(value, 'tool_calls') !== undefined);

/** What a message says of its turn: when it was, and what it cost. */
export function turnOf(value: unknown): TurnFacts {
  const usage = at(value, 'usage');
  return {
    at: timeOf(at(value, 'timestamp') ?? at(value, 'created_at')),
    ...readUsage(usage),
    usd: numberAt(value, 'cost'),
  };
}

/** Many tools say so where they failed, and nothing where they did not. */
const saysError = (result: string): true | null => (/^error\b/i.test(result) ? true : null);

/** The first list of messages of a record, under one of the usual names. */
function messagesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  for (const key of ['messages', 'traj', 'trajectory', 'conversation', 'history', 'transcript'])
    if (listAt(value, key).some(isMessage)) return listAt(value, key);
  return [];
}

/** Conversations as lists of messages with calls of tools: most programs' own logs. */
export const MESSAGE_LISTS: ValueFormat = {
  name: 'message lists',
  fits: value => isMessage(value) || messagesIn(value).some(isMessage),
  open: sink => new MessageLists(sink),
};

class MessageLists implements ValueReader {
  /** Messages of a file that is one list of them. */
  private loose: { steps: MessageSteps; place: TracePlace; count: number } | null = null;
  private records = 0;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (isMessage(value)) {
      this.loose ??= { steps: new MessageSteps(saysError), place, count: 0 };
      this.loose.count++;
      addMessage(this.loose.steps, value);
      return;
    }
    const messages = messagesIn(value);
    if (!messages.some(isMessage)) throw new InputError('no list of messages with roles');
    const steps = new MessageSteps(saysError);
    for (const message of messages) addMessage(steps, message);
    this.records++;
    this.sink.add({ ...factsOf(value, `${place.file} ${this.records}`), steps: steps.finish() }, place);
  }

  endFile(file: string): void {
    if (this.loose !== null) this.sink.add({ id: file, steps: this.loose.steps.finish() }, this.loose.place);
    this.loose = null;
    this.records = 0;
  }

  end(): void {}
}

function addMessage(steps: MessageSteps, value: unknown): void {
  const message: Message | null = messageOf(value);
  if (message !== null) steps.add(message, turnOf(value));
}

function factsOf(value: unknown, otherwise: string) {
  if (!isFields(value)) return { id: otherwise };
  const id = textAt(value, 'id', 'run_id', 'run', 'conversation_id', 'session_id', 'trace_id', 'task_id');
  const reward = numberAt(value, 'reward', 'score');
  return {
    id: id ?? otherwise,
    reward,
    outcome: outcomeOf(textAt(value, 'outcome', 'status') ?? at(value, 'success')) ?? outcomeOfReward(reward),
    end: textAt(value, 'termination_reason', 'end', 'exit_status'),
    labels: { task: textAt(value, 'task_id', 'task'), model: textAt(value, 'model') },
  };
}

/** What words and flags for success say; null for others. */
export function outcomeOf(value: unknown): 'succeeded' | 'failed' | null {
  if (value === true) return 'succeeded';
  if (value === false) return 'failed';
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  if (SUCCESSES.has(word)) return 'succeeded';
  return FAILURES.has(word) ? 'failed' : null;
}

const SUCCESSES = new Set([
  ...['succeeded', 'success', 'successful', 'pass', 'passed', 'solved', 'resolved', 'correct', 'true', 'yes'],
  ...['1', '1.0'],
]);
const FAILURES = new Set([
  ...['failed', 'fail', 'failure', 'unsolved', 'unresolved', 'incorrect', 'false', 'no', 'error', '0', '0.0'],
]);

/** A whole reward is a success and none a failure; what lies between tells neither. */
export function outcomeOfReward(reward: number | null): 'succeeded' | 'failed' | null {
  if (reward === null) return null;
  if (reward >= 1) return 'succeeded';
  return reward <= 0 ? 'failed' : null;
}
