import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { readUsage } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import type { Message, ToolCall, ToolResult } from './message.ts';
import { MessageSteps } from './messageSteps.ts';

/** Messages and events of AutoGen's teams: the result of a task, the list of its messages, or a saved state. */
export const AUTOGEN: ValueFormat = {
  name: 'AutoGen',
  fits: value => isMessage(value) || messagesIn(value).some(isMessage),
  open: sink => new MessageReader(sink),
};

const TYPES =
  /^(?:ToolCallRequestEvent|ToolCallExecutionEvent|ToolCallSummaryMessage|TextMessage|MultiModalMessage|StopMessage|HandoffMessage|ThoughtEvent|StructuredMessage.*|MemoryQueryEvent|UserInputRequestedEvent|ModelClientStreamingChunkEvent|SelectSpeakerEvent|SelectorEvent|CodeGenerationEvent|CodeExecutionEvent|UserMessage|AssistantMessage|SystemMessage|FunctionExecutionResultMessage)$/;

const isMessage = (value: unknown): boolean =>
  TYPES.test(textAt(value, 'type') ?? '') &&
  (textAt(value, 'source') !== null || Array.isArray(at(value, 'content')));

/** The messages of a result; of a saved team those of its manager, of an agent those of its model. */
function messagesIn(value: unknown): readonly unknown[] {
  if (listAt(value, 'messages').some(isMessage)) return listAt(value, 'messages');
  if (listAt(value, 'llm_context', 'messages').some(isMessage))
    return listAt(value, 'llm_context', 'messages');
  const agents = at(value, 'agent_states');
  if (!isFields(agents)) return [];
  for (const state of Object.values(agents)) {
    const thread = listAt(state, 'message_thread');
    if (thread.some(isMessage)) return thread;
  }
  return [];
}

class MessageReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const messages = messagesIn(value);
    // Written while a team runs, its result comes last and holds all of its messages again.
    if (isMessage(value)) this.loose.add(value, place);
    else if (messages.length > 0 && !this.loose.has(place.file))
      this.cases.add(caseOf(place.file, messages, textAt(value, 'stop_reason')), place);
    else if (messages.length === 0) throw new InputError('no message of AutoGen');
  }

  endFile(): void {}

  end(): void {
    for (const [file, { place, items }] of this.loose.ending())
      this.cases.add(caseOf(file, items, null), place);
    this.cases.end(this.sink);
  }
}

function caseOf(id: string, messages: readonly unknown[], end: string | null): CaseDraft {
  const steps = new MessageSteps();
  for (const given of messages) addMessage(steps, given);
  return { id, end, steps: steps.finish() };
}

/** Messages that the framework makes of others, or that keep books: no model made them, and nothing was done. */
const NO_STEP =
  /^(?:ToolCallSummaryMessage|StopMessage|HandoffMessage|MemoryQueryEvent|UserInputRequestedEvent|ModelClientStreamingChunkEvent|SelectSpeakerEvent|SelectorEvent|SystemMessage)$/;

function addMessage(steps: MessageSteps, given: unknown): void {
  const type = textAt(given, 'type') ?? '';
  if (NO_STEP.test(type)) return;
  const source = textAt(given, 'source');
  const content = at(given, 'content');
  const results = resultsIn(given, type);
  const calls = callsIn(given, type);
  const isAsked = source === 'user' || type === 'UserMessage';
  const role = results.length > 0 ? 'tool' : isAsked ? 'user' : 'assistant';
  const isThought = type === 'ThoughtEvent';
  const text = calls.length > 0 ? textAt(given, 'thought') : results.length > 0 ? null : plainText(content);
  const message: Message = {
    ...{ role, calls, results, finish: null },
    ...{ text: isThought ? null : text, silent: isThought },
  };
  const time = timeOf(at(given, 'created_at'));
  steps.add(message, { ...readUsage(at(given, 'models_usage')), agent: source, at: time });
}

function callsIn(given: unknown, type: string): readonly ToolCall[] {
  if (type === 'CodeGenerationEvent')
    return listAt(given, 'code_blocks').map(block => ({
      ...{ id: null, name: textAt(block, 'language') ?? 'code', args: at(block, 'code') },
    }));
  if (type !== 'ToolCallRequestEvent' && type !== 'AssistantMessage') return [];
  return listAt(given, 'content').flatMap(call => {
    const name = textAt(call, 'name');
    return name === null ? [] : [{ id: textAt(call, 'id'), name, args: at(call, 'arguments') }];
  });
}

function resultsIn(given: unknown, type: string): readonly ToolResult[] {
  if (type === 'CodeExecutionEvent') {
    const code = numberAt(at(given, 'result'), 'exit_code');
    return [{ id: null, value: at(given, 'result', 'output'), failed: code === null ? null : code !== 0 }];
  }
  if (type !== 'ToolCallExecutionEvent' && type !== 'FunctionExecutionResultMessage') return [];
  return listAt(given, 'content').map(one => {
    const failed = at(one, 'is_error');
    const isTold = typeof failed === 'boolean';
    return { id: textAt(one, 'call_id'), value: at(one, 'content'), failed: isTold ? failed : null };
  });
}

/** A text, or the texts of a list that has images as well; objects as JSON. */
function plainText(content: unknown): string | null {
  if (Array.isArray(content)) return content.filter(part => typeof part === 'string').join('\n') || null;
  return isFields(content) ? JSON.stringify(content) : textAt({ content }, 'content');
}
