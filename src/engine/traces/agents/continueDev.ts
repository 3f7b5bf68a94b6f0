import { InputError } from '../../core/errors.ts';
import { messageOf } from '../lists/message.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { type Costs, readUsage } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { type AgentCase, addCases, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';

/** Sessions of Continue, one in each file, and the list of them beside. They tell no times. */
export const CONTINUE: ValueFormat = {
  name: 'Continue',
  fits: value => isSession(value) || isListed(value),
  open: sink => new Sessions(sink),
};

const isSession = (value: unknown): boolean =>
  textAt(value, 'sessionId') !== null &&
  Array.isArray(at(value, 'history')) &&
  at(value, 'workspaceDirectory') !== undefined;

/** An entry of `sessions.json`. */
const isListed = (value: unknown): boolean =>
  textAt(value, 'sessionId') !== null &&
  textAt(value, 'dateCreated') !== null &&
  at(value, 'workspaceDirectory') !== undefined;

class Sessions implements ValueReader {
  private readonly cases: AgentCase[] = [];

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (isListed(value) && !isSession(value)) {
      this.sink.leaveOut(place.file, 'entries of a list of sessions');
      return;
    }
    if (!isSession(value)) throw new InputError('no session');
    const [conversation, models] = [new Conversation(), new ModelNames()];
    for (const item of listAt(value, 'history')) takeItem(conversation, models, item);
    const id = textAt(value, 'sessionId') ?? place.file;
    this.cases.push({ place, draft: { id, labels: { model: models.label }, steps: conversation.finish() } });
  }

  endFile(): void {}

  end(): void {
    addCases(this.sink, this.cases);
  }
}

function takeItem(conversation: Conversation, models: ModelNames, item: unknown): void {
  const value = at(item, 'message');
  const message = messageOf(value);
  if (message === null) return;
  if (message.role === 'user') conversation.ask(message.text);
  if (message.role === 'tool')
    conversation.return({ id: textAt(value, 'toolCallId'), value: message.text, failed: null });
  if (message.role !== 'assistant') return;
  models.add(textAt(at(value, 'usage'), 'model'));
  const calls = listAt(value, 'toolCalls').flatMap(call => {
    const name = textAt(at(call, 'function'), 'name');
    return name === null ? [] : [{ id: textAt(call, 'id'), name, args: at(call, 'function', 'arguments') }];
  });
  conversation.answer({ text: message.text, calls, costs: costsOf(at(value, 'usage')) });
  for (const state of listAt(item, 'toolCallStates')) takeState(conversation, state);
}

/** A call that was refused, or did not end, has no result. */
function takeState(conversation: Conversation, state: unknown): void {
  const status = textAt(state, 'status');
  if (status !== 'done' && status !== 'errored') return;
  const outputs = listAt(state, 'output').flatMap(output => textAt(output, 'content') ?? []);
  const value = outputs.length === 0 ? at(state, 'output') : outputs.join('\n');
  conversation.return({ id: textAt(state, 'toolCallId'), value, failed: status === 'errored' });
}

/** Usage in the words of OpenAI's API, whose totals hold their parts, and cents. */
const costsOf = (usage: unknown): Costs => {
  const cents = numberAt(usage, 'cost_cents');
  return {
    ...(isFields(usage) ? readUsage(usage) : readUsage(null)),
    usd: cents === null ? null : cents / 100,
  };
};
