import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import { parseTraceTime } from '../times.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { readProviderUsage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import type { Message, ToolCall, ToolResult } from './message.ts';
import { MessageSteps } from './messageSteps.ts';

/** Messages and events of AutoGen's teams: the result of a task, the list of its messages, or a saved state. */
export const AUTOGEN: ValueFormat = {
  name: 'AutoGen',
  fits: value => isAutoGenMessage(value) || findAutoGenMessages(value).some(isAutoGenMessage),
  open: sink => new MessageReader(sink),
};

const AUTOGEN_TYPES =
  /^(?:ToolCallRequestEvent|ToolCallExecutionEvent|ToolCallSummaryMessage|TextMessage|MultiModalMessage|StopMessage|HandoffMessage|ThoughtEvent|StructuredMessage.*|MemoryQueryEvent|UserInputRequestedEvent|ModelClientStreamingChunkEvent|SelectSpeakerEvent|SelectorEvent|CodeGenerationEvent|CodeExecutionEvent|UserMessage|AssistantMessage|SystemMessage|FunctionExecutionResultMessage)$/;

const isAutoGenMessage = (value: unknown): boolean =>
  AUTOGEN_TYPES.test(getTextField(value, 'type') ?? '') &&
  (getTextField(value, 'source') !== null || Array.isArray(getPathValue(value, 'content')));

/** The messages of a result; of a saved team those of its manager, of an agent those of its model. */
function findAutoGenMessages(value: unknown): readonly unknown[] {
  if (getListField(value, 'messages').some(isAutoGenMessage)) return getListField(value, 'messages');
  if (getListField(value, 'llm_context', 'messages').some(isAutoGenMessage))
    return getListField(value, 'llm_context', 'messages');
  const agents = getPathValue(value, 'agent_states');
  if (!isFieldsObject(agents)) return [];
  for (const state of Object.values(agents)) {
    const thread = getListField(state, 'message_thread');
    if (thread.some(isAutoGenMessage)) return thread;
  }
  return [];
}

class MessageReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const messages = findAutoGenMessages(value);
    // Written while a team runs, its result comes last and holds all of its messages again.
    if (isAutoGenMessage(value)) this.loose.add(value, place);
    else if (messages.length > 0 && !this.loose.has(place.file))
      this.cases.add(buildAutoGenCase(place.file, messages, getTextField(value, 'stop_reason')), place);
    else if (messages.length === 0) throw new InputError('no message of AutoGen');
  }

  endFile(): void {}

  end(): void {
    for (const [file, { place, items }] of this.loose.ending())
      this.cases.add(buildAutoGenCase(file, items, null), place);
    this.cases.end(this.sink);
  }
}

function buildAutoGenCase(id: string, messages: readonly unknown[], end: string | null): CaseDraft {
  const steps = new MessageSteps();
  for (const given of messages) addAutoGenMessage(steps, given);
  return { id, end, ...steps.finishCase() };
}

/** Messages that the framework makes of others, or that keep books: no model made them, and nothing was done. */
const NO_STEP =
  /^(?:ToolCallSummaryMessage|StopMessage|HandoffMessage|MemoryQueryEvent|UserInputRequestedEvent|ModelClientStreamingChunkEvent|SelectSpeakerEvent|SelectorEvent|SystemMessage)$/;

function addAutoGenMessage(steps: MessageSteps, given: unknown): void {
  const type = getTextField(given, 'type') ?? '';
  if (NO_STEP.test(type)) return;
  const source = getTextField(given, 'source');
  const content = getPathValue(given, 'content');
  const results = readAutoGenResults(given, type);
  const calls = readAutoGenCalls(given, type);
  const isAsked = source === 'user' || type === 'UserMessage';
  const role = results.length > 0 ? 'tool' : isAsked ? 'user' : 'assistant';
  const isThought = type === 'ThoughtEvent';
  const text =
    calls.length > 0 ? getTextField(given, 'thought') : results.length > 0 ? null : readAutoGenText(content);
  const message: Message = {
    ...{ role, calls, results, finish: null },
    ...{ text: isThought ? null : text, silent: isThought },
  };
  const time = parseTraceTime(getPathValue(given, 'created_at'));
  steps.add(message, { ...readProviderUsage(getPathValue(given, 'models_usage')), agent: source, at: time });
}

function readAutoGenCalls(given: unknown, type: string): readonly ToolCall[] {
  if (type === 'CodeGenerationEvent')
    return getListField(given, 'code_blocks').map(block => ({
      ...{ id: null, name: getTextField(block, 'language') ?? 'code', args: getPathValue(block, 'code') },
    }));
  if (type !== 'ToolCallRequestEvent' && type !== 'AssistantMessage') return [];
  return getListField(given, 'content').flatMap(call => {
    const name = getTextField(call, 'name');
    return name === null
      ? []
      : [{ id: getTextField(call, 'id'), name, args: getPathValue(call, 'arguments') }];
  });
}

function readAutoGenResults(given: unknown, type: string): readonly ToolResult[] {
  if (type === 'CodeExecutionEvent') {
    const code = getNumberField(getPathValue(given, 'result'), 'exit_code');
    return [
      { id: null, value: getPathValue(given, 'result', 'output'), failed: code === null ? null : code !== 0 },
    ];
  }
  if (type !== 'ToolCallExecutionEvent' && type !== 'FunctionExecutionResultMessage') return [];
  return getListField(given, 'content').map(one => {
    const failed = getPathValue(one, 'is_error');
    const isTold = typeof failed === 'boolean';
    return {
      id: getTextField(one, 'call_id'),
      value: getPathValue(one, 'content'),
      failed: isTold ? failed : null,
    };
  });
}

/** A text, or the texts of a list that has images as well; objects as JSON. */
function readAutoGenText(content: unknown): string | null {
  if (Array.isArray(content)) return content.filter(part => typeof part === 'string').join('\n') || null;
  return isFieldsObject(content) ? JSON.stringify(content) : getTextField({ content }, 'content');
}
