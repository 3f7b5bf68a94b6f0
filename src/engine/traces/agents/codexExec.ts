import { InputError } from '../../core/errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { addStepCosts } from '../traceSteps.ts';
import { readProviderUsage } from '../usage.ts';
import { getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { type AgentCase, addAgentCases } from './agentCases.ts';
import { Conversation } from './conversation.ts';
import { readEndEventFailure } from './parseCodexOutput.ts';

/** Output of `codex exec --json`. It has no times, and the tokens of a whole turn alone. */
export const CODEX_EXEC: ValueFormat = {
  name: 'Codex exec --json',
  fits: value =>
    (getTextField(value, 'type') === 'thread.started' && getTextField(value, 'thread_id') !== null) ||
    (/^item\.(?:started|updated|completed)$/.test(getTextField(value, 'type') ?? '') &&
      isFieldsObject(getPathValue(value, 'item')) &&
      /^item_/.test(getTextField(getPathValue(value, 'item'), 'id') ?? '')),
  open: sink => new PrintedThreads(sink),
};

const NOTE = 'codex exec --json prints the tokens of a whole turn alone: they are with its last step';

/** A thread while it is read. */
interface Thread {
  readonly id: string;
  readonly place: TracePlace;
  readonly conversation: Conversation;
  readonly begun: Set<string>;
  said: string | null;
  end: string | null;
}

class PrintedThreads implements ValueReader {
  private readonly cases: AgentCase[] = [];
  private thread: Thread | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const type = getTextField(value, 'type');
    if (type === null) throw new InputError('no event of codex exec');
    if (type === 'thread.started') this.open(getTextField(value, 'thread_id') ?? place.file, place);
    const thread = this.thread ?? this.open(place.file, place);
    if (type.startsWith('item.'))
      addThreadItem(thread, getPathValue(value, 'item'), type === 'item.completed');
    else if (type === 'turn.completed') this.endTurn(thread, getPathValue(value, 'usage'));
    else if (type === 'turn.failed') {
      flushThreadMessage(thread);
      thread.end = getTextField(getPathValue(value, 'error'), 'message') ?? type;
    } else if (type === 'turn.started') thread.end = null;
  }

  endFile(): void {
    this.close();
  }

  end(): void {
    addAgentCases(this.sink, this.cases);
  }

  private open(id: string, place: TracePlace): Thread {
    if (this.thread?.id === id) return this.thread;
    this.close();
    const conversation = new Conversation();
    this.thread = { id, place, conversation, begun: new Set(), said: null, end: null };
    return this.thread;
  }

  private close(): void {
    const { thread } = this;
    this.thread = null;
    if (thread === null) return;
    flushThreadMessage(thread);
    const { id, end, place, conversation } = thread;
    this.cases.push({ place, draft: { id, end, steps: conversation.finish() } });
  }

  private endTurn(thread: Thread, usage: unknown): void {
    flushThreadMessage(thread);
    const step = thread.conversation.steps.at(-1);
    if (step === undefined || !isFieldsObject(usage)) return;
    // Input holds what was cached, output the reasoning: 32,515 and 315 in a run whose tokens are known.
    addStepCosts(step, {
      ...readProviderUsage(usage),
      tokensCachedWrite: getNumberField(usage, 'cache_write_input_tokens'),
    });
    this.sink.note(NOTE);
  }
}

/** Words after which no call came are a message. */
function flushThreadMessage(thread: Thread): void {
  if (thread.said !== null) thread.conversation.answer({ text: thread.said, calls: [] });
  thread.said = null;
}

function addThreadItem(thread: Thread, item: unknown, isComplete: boolean): void {
  const [type, id] = [getTextField(item, 'type'), getTextField(item, 'id')];
  if (type === 'agent_message') {
    if (!isComplete) return;
    flushThreadMessage(thread);
    thread.said = getTextField(item, 'text');
    return;
  }
  const call = type === null ? null : readCodexItemCall(item, type);
  if (call === null || id === null) return;
  if (!thread.begun.has(id)) {
    thread.begun.add(id);
    thread.conversation.answer({ text: thread.said, calls: [{ id, ...call }] });
    thread.said = null;
  }
  if (!isComplete) return;
  const error = getTextField(getPathValue(item, 'error'), 'message') ?? getTextField(item, 'error');
  const failed = error !== null || readEndEventFailure(item) === true;
  const result =
    getPathValue(item, 'aggregated_output') ??
    getPathValue(item, 'result') ??
    getPathValue(item, 'agents_states');
  thread.conversation.return({ id, value: result, failed, error });
}

/** The call of an item; null for one that is none: thoughts, plans, warnings. */
function readCodexItemCall(
  item: unknown,
  type: string,
): { readonly name: string; readonly args: unknown } | null {
  switch (type) {
    case 'command_execution':
      return { name: 'exec_command', args: { cmd: stripShellWrapper(getTextField(item, 'command') ?? '') } };
    case 'mcp_tool_call':
      return { name: getTextField(item, 'tool') ?? type, args: getPathValue(item, 'arguments') };
    case 'collab_tool_call':
      return { name: getTextField(item, 'tool') ?? type, args: { prompt: getPathValue(item, 'prompt') } };
    case 'file_change':
      return { name: 'apply_patch', args: getPathValue(item, 'changes') };
    case 'web_search':
      return { name: type, args: getPathValue(item, 'query') };
    default:
      return null;
  }
}

/** A command as the model wrote it, without the shell that it is handed to. */
function stripShellWrapper(command: string): string {
  const [, given] = /^(?:\S*\/)?(?:ba|z|da)?sh -l?c ([\s\S]*)$/.exec(command) ?? [];
  if (given === undefined) return command;
  if (/^'[\s\S]*'$/.test(given)) return given.slice(1, -1).replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'");
  if (/^"[\s\S]*"$/.test(given)) return given.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
  return given;
}
