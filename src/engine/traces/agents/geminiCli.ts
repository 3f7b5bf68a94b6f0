import { InputError } from '../../core/errors.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import type { StepDraft } from '../traceSteps.ts';
import { normalizeUsage, type Usage } from '../usage.ts';
import {
  getListField,
  getNumberField,
  getPathValue,
  getTextField,
  isFieldsObject,
  type TraceFields,
} from '../values.ts';
import { type AgentCase, addAgentCases, BookLines, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';
import { parseGeminiOutput } from './parseGeminiOutput.ts';

/** Session logs of Gemini CLI: a line for the session, then messages, or all of it as one object in logs of old. */
export const GEMINI_CLI: ValueFormat = {
  name: 'Gemini CLI',
  fits: value =>
    getTextField(value, 'sessionId') !== null &&
    (getTextField(value, 'projectHash') !== null || isGeminiLogEntry(value)),
  open: sink => new Chats(sink),
};

/** A prompt in `logs.json`. */
const isGeminiLogEntry = (value: unknown): boolean =>
  getNumberField(value, 'messageId') !== null && typeof getPathValue(value, 'message') === 'string';

/** One file: a session, a part of one that was resumed, or a sub-agent's. */
interface Chat {
  readonly place: TracePlace;
  id: string;
  start: number;
  isSub: boolean;
  messages: Map<string, unknown>;
}

/** `output` and `thoughts` stand side by side, `cached` is within `input`: 1,000 + 50 + 7 were 1,057 in all. */
const LEAVES_OUT = { reasoning: true } as const;

class Chats implements ValueReader {
  private readonly chats: Chat[] = [];
  private readonly books = new BookLines();
  private current: Chat | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (!isFieldsObject(value)) throw new InputError('no line of a session');
    if (isGeminiLogEntry(value)) {
      this.sink.leaveOut(place.file, 'prompts of a history');
      return;
    }
    const chat = this.current ?? this.open(place);
    const isHead = getTextField(value, 'projectHash') !== null;
    if (isHead) readGeminiChatHead(chat, value);
    const set = getPathValue(value, '$set');
    // A resumed session writes all earlier messages again.
    for (const part of [isHead ? value : null, set]) {
      if (!Array.isArray(getPathValue(part, 'messages'))) continue;
      chat.messages = new Map();
      for (const message of getListField(part, 'messages')) saveGeminiMessage(chat, message);
    }
    if (isHead || set !== undefined) return;
    const type = getTextField(value, 'type');
    if (type === 'user' || type === 'gemini') saveGeminiMessage(chat, value);
    else this.books.add(place.file, type ?? Object.keys(value)[0] ?? 'nothing');
  }

  endFile(): void {
    if (this.current !== null) this.chats.push(this.current);
    this.current = null;
  }

  end(): void {
    this.books.tell(this.sink);
    const sessions = new Map<string, Chat[]>();
    this.chats.sort((a, b) => a.start - b.start || compareCodeUnits(a.place.file, b.place.file));
    for (const chat of this.chats) {
      const found = sessions.get(chat.id);
      if (found === undefined) sessions.set(chat.id, [chat]);
      else found.push(chat);
    }
    const read = new Map([...sessions].map(([id, chats]) => [id, new GeminiSession(chats)]));
    addAgentCases(
      this.sink,
      [...read].map(([id, session]) => buildGeminiCase(id, session, read)),
    );
  }

  private open(place: TracePlace): Chat {
    this.current = { place, id: place.file, start: Infinity, isSub: false, messages: new Map() };
    return this.current;
  }
}

function readGeminiChatHead(chat: Chat, head: TraceFields): void {
  chat.id = getTextField(head, 'sessionId') ?? chat.id;
  chat.start = parseTraceTime(getPathValue(head, 'startTime')) ?? chat.start;
  chat.isSub ||= getTextField(head, 'kind') === 'subagent';
}

/** A message with an id that was there before takes its place. */
function saveGeminiMessage(chat: Chat, message: unknown): void {
  chat.messages.set(getTextField(message, 'id') ?? `${chat.messages.size}`, message);
}

/** The conversation of a session, of all its files. */
class GeminiSession {
  readonly place: TracePlace;
  readonly isSub: boolean;
  readonly models = new ModelNames();
  /** Names of the sub-agents that it sent, by their ids. */
  readonly sent = new Map<string, string | null>();
  readonly steps: readonly StepDraft[];
  private readonly conversation = new Conversation();

  constructor(chats: readonly Chat[]) {
    this.place = chats[0].place;
    this.isSub = chats.some(({ isSub }) => isSub);
    const messages = new Map<string, unknown>();
    for (const chat of chats) for (const [id, message] of chat.messages) messages.set(id, message);
    const all = [...messages.values()];
    for (const [index, message] of all.entries()) this.take(message, index === all.length - 1);
    this.steps = this.conversation.finish();
  }

  private take(message: unknown, isLast: boolean): void {
    const type = getTextField(message, 'type');
    const text = readGeminiText(getPathValue(message, 'content'));
    if (type === 'user') this.heard(message, text);
    if (type !== 'gemini') return;
    this.models.add(getTextField(message, 'model'));
    const time = parseTraceTime(getPathValue(message, 'timestamp'));
    const listed = getListField(message, 'toolCalls').filter(call => getTextField(call, 'name') !== null);
    const calls = listed.length > 0 ? listed : listFunctionParts(message, 'functionCall');
    const made = calls.map(call => ({
      id: getTextField(call, 'id'),
      name: getTextField(call, 'name') ?? '',
      args: getPathValue(call, 'args'),
    }));
    const costs = readGeminiCliUsage(getPathValue(message, 'tokens'));
    // A sub-agent's last words are a message, which the program itself hands back by a call.
    const handsBack = text !== null && made.length > 0 && made.every(({ name }) => name === 'complete_task');
    if (handsBack) this.conversation.answer({ text, calls: [], costs, at: time });
    // An answer whose calls were not yet written when the program was killed is one that says nothing.
    const isCut = isLast && text === null && made.length === 0 && (costs.tokensOut ?? 0) > 0;
    if (isCut) this.conversation.say({ costs, at: time });
    else
      this.conversation.answer({
        text: handsBack ? null : text,
        calls: made,
        costs: handsBack ? {} : costs,
        at: time,
      });
    for (const call of calls) this.returned(call);
  }

  private heard(message: unknown, text: string | null): void {
    if (!/^<session_context>/.test(text ?? '')) this.conversation.ask(text);
    // Of calls whose result is elsewhere.
    for (const one of listFunctionParts(message, 'functionResponse')) {
      const { value, error, exitFailed } = parseGeminiOutput(getPathValue(one, 'response'));
      const failed = error !== null || exitFailed;
      const until = parseTraceTime(getPathValue(message, 'timestamp'));
      this.conversation.return({ id: getTextField(one, 'id'), value, failed, error, until });
    }
  }

  private returned(call: unknown): void {
    const agent = getTextField(call, 'agentId');
    if (agent !== null)
      this.sent.set(
        agent,
        getTextField(getPathValue(call, 'args'), 'agent_name') ??
          getTextField(getPathValue(call, 'resultDisplay'), 'agentName'),
      );
    const status = getTextField(call, 'status');
    // Calls that wait, run, or were refused have no result.
    if (status !== 'success' && status !== 'error') return;
    const response = getPathValue(getListField(call, 'result')[0], 'functionResponse', 'response');
    const { value, error, exitFailed } = parseGeminiOutput(response);
    const failed = status === 'error' || exitFailed;
    this.conversation.return({
      id: getTextField(call, 'id'),
      value,
      failed,
      error,
      until: parseTraceTime(getPathValue(call, 'timestamp')),
    });
  }
}

/** Calls, or what they returned, in the parts of a message. */
const listFunctionParts = (message: unknown, key: 'functionCall' | 'functionResponse'): readonly unknown[] =>
  getListField(message, 'content').flatMap(part => getPathValue(part, key) ?? []);

function buildGeminiCase(
  id: string,
  session: GeminiSession,
  all: ReadonlyMap<string, GeminiSession>,
): AgentCase {
  const { place, steps, models, isSub } = session;
  const sender = [...all].find(([, { sent }]) => sent.has(id));
  // Else from the folder: chats/<session>/<sub-agent>.jsonl.
  const folder = /chats[\\/]([^\\/]+)[\\/][^\\/]+$/.exec(place.file)?.[1] ?? null;
  const parent = sender?.[0] ?? (isSub ? folder : null);
  const agent = sender?.[1].sent.get(id) ?? null;
  return { place, draft: { id, parent, labels: { model: models.label, agent }, steps } };
}

function readGeminiText(content: unknown): string | null {
  if (typeof content === 'string') return content === '' ? null : content;
  const texts = getListField({ content }, 'content').flatMap(part =>
    getPathValue(part, 'thought') === true ? [] : (getTextField(part, 'text') ?? []),
  );
  return texts.length === 0 ? null : texts.join('\n');
}

/** Tokens that tools put into the prompt, `tool`, are separate from the input. */
function readGeminiCliUsage(tokens: unknown): Usage {
  const input = getNumberField(tokens, 'input');
  return normalizeUsage(
    {
      input: input === null ? null : input + (getNumberField(tokens, 'tool') ?? 0),
      output: getNumberField(tokens, 'output'),
      cachedRead: getNumberField(tokens, 'cached'),
      reasoning: getNumberField(tokens, 'thoughts'),
    },
    LEAVES_OUT,
  );
}
