import { InputError } from '../../core/errors.ts';
import { parseMessage } from '../lists/message.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { type Costs, readProviderUsage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { type AgentCase, addAgentCases, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';

/** Sessions of Continue, one in each file, and the list of them. They have no times. */
export const CONTINUE: ValueFormat = {
  name: 'Continue',
  fits: value => isContinueSession(value) || isContinueListEntry(value),
  open: sink => new ContinueSessions(sink),
};

const isContinueSession = (value: unknown): boolean =>
  getTextField(value, 'sessionId') !== null &&
  Array.isArray(getPathValue(value, 'history')) &&
  getPathValue(value, 'workspaceDirectory') !== undefined;

/** An entry of `sessions.json`. */
const isContinueListEntry = (value: unknown): boolean =>
  getTextField(value, 'sessionId') !== null &&
  getTextField(value, 'dateCreated') !== null &&
  getPathValue(value, 'workspaceDirectory') !== undefined;

class ContinueSessions implements ValueReader {
  private readonly cases: AgentCase[] = [];

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (isContinueListEntry(value) && !isContinueSession(value)) {
      this.sink.leaveOut(place.file, 'entries of a list of sessions');
      return;
    }
    if (!isContinueSession(value)) throw new InputError('no session');
    const [conversation, models] = [new Conversation(), new ModelNames()];
    for (const item of getListField(value, 'history')) addContinueItem(conversation, models, item);
    const id = getTextField(value, 'sessionId') ?? place.file;
    this.cases.push({ place, draft: { id, labels: { model: models.label }, steps: conversation.finish() } });
  }

  endFile(): void {}

  end(): void {
    addAgentCases(this.sink, this.cases);
  }
}

function addContinueItem(conversation: Conversation, models: ModelNames, item: unknown): void {
  const value = getPathValue(item, 'message');
  const message = parseMessage(value);
  if (message === null) return;
  if (message.role === 'user') conversation.ask(message.text);
  if (message.role === 'tool')
    conversation.return({ id: getTextField(value, 'toolCallId'), value: message.text, failed: null });
  if (message.role !== 'assistant') return;
  models.add(getTextField(getPathValue(value, 'usage'), 'model'));
  const calls = getListField(value, 'toolCalls').flatMap(call => {
    const name = getTextField(getPathValue(call, 'function'), 'name');
    return name === null
      ? []
      : [{ id: getTextField(call, 'id'), name, args: getPathValue(call, 'function', 'arguments') }];
  });
  conversation.answer({ text: message.text, calls, costs: readContinueCosts(getPathValue(value, 'usage')) });
  for (const state of getListField(item, 'toolCallStates')) addContinueCallState(conversation, state);
}

/** A call that was refused, or did not end, has no result. */
function addContinueCallState(conversation: Conversation, state: unknown): void {
  const status = getTextField(state, 'status');
  if (status !== 'done' && status !== 'errored') return;
  const outputs = getListField(state, 'output').flatMap(output => getTextField(output, 'content') ?? []);
  const value = outputs.length === 0 ? getPathValue(state, 'output') : outputs.join('\n');
  conversation.return({ id: getTextField(state, 'toolCallId'), value, failed: status === 'errored' });
}

/** Usage in the words of OpenAI's API, whose totals hold their parts, and cents. */
const readContinueCosts = (usage: unknown): Costs => {
  const cents = getNumberField(usage, 'cost_cents');
  return {
    ...(isFieldsObject(usage) ? readProviderUsage(usage) : readProviderUsage(null)),
    usd: cents === null ? null : cents / 100,
  };
};
