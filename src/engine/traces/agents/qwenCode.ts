import { InputError } from '../../core/errors.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { normalizeUsage, type Usage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { type AgentCase, addAgentCases, BookLines, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';
import { parseGeminiOutput } from './parseGeminiOutput.ts';

/** Session logs of Qwen Code: lines as those of Claude Code, messages as those of Gemini. */
export const QWEN_CODE: ValueFormat = {
  name: 'Qwen Code',
  fits: value =>
    (getTextField(value, 'sessionId') !== null &&
      /^(?:user|assistant|tool_result)$/.test(getTextField(value, 'type') ?? '') &&
      Array.isArray(getPathValue(value, 'message', 'parts'))) ||
    isQwenAgentFile(value),
  keepsBooks: value =>
    getTextField(value, 'sessionId') !== null &&
    getTextField(value, 'type') === 'system' &&
    getPathValue(value, 'systemPayload') !== undefined,
  open: sink => new QwenSessions(sink),
};

/** The `agent-….meta.json` of a sub-agent, next to its log. */
const isQwenAgentFile = (value: unknown): boolean =>
  getTextField(value, 'agentId') !== null && getTextField(value, 'parentSessionId') !== null;

/** A conversation's lines of one file. */
interface ConversationPart {
  readonly session: string;
  readonly agent: string | null;
  readonly place: TracePlace;
  readonly lines: unknown[];
}

class QwenSessions implements ValueReader {
  private readonly parts = new Map<string, ConversationPart>();
  private readonly types = new Map<string, string>();
  /** Sub-agents that were sent by sub-agents. */
  private readonly senders = new Map<string, string>();
  private readonly books = new BookLines();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const [type, id] = [getTextField(value, 'type'), getTextField(value, 'agentId')];
    if (isQwenAgentFile(value) && id !== null) {
      this.learn(id, getTextField(value, 'agentType', 'subagentName'));
      const sender = getTextField(value, 'parentAgentId');
      if (sender !== null) this.senders.set(id, sender);
      return;
    }
    if (type === null) throw new InputError('no event of a session');
    if (!isFieldsObject(getPathValue(value, 'message')) || !/^(?:user|assistant|tool_result)$/.test(type)) {
      this.books.add(place.file, type);
      return;
    }
    const session = getTextField(value, 'sessionId') ?? place.file;
    const agent = getPathValue(value, 'isSidechain') === true ? (id ?? 'unnamed') : null;
    if (agent !== null) this.learn(agent, getTextField(value, 'agentName'));
    const key = JSON.stringify([session, agent, place.file]);
    const part = this.parts.get(key) ?? { session, agent, place, lines: [] };
    this.parts.set(key, part);
    part.lines.push(value);
  }

  endFile(): void {}

  end(): void {
    this.books.tell(this.sink);
    const chains = new Map<string, ConversationPart[]>();
    const parts = [...this.parts.values()].map(part => ({
      part,
      time: parseTraceTime(getPathValue(part.lines[0], 'timestamp')) ?? 0,
    }));
    parts.sort((a, b) => a.time - b.time || compareCodeUnits(a.part.place.file, b.part.place.file));
    for (const { part } of parts) {
      const id = getQwenSessionId(part.session, part.agent);
      chains.set(id, [...(chains.get(id) ?? []), part]);
    }
    addAgentCases(
      this.sink,
      [...chains.values()].map(chain => this.caseOf(chain)),
    );
  }

  private learn(agent: string, type: string | null): void {
    if (type !== null && !this.types.has(agent)) this.types.set(agent, type);
  }

  private caseOf(parts: readonly ConversationPart[]): AgentCase {
    const [{ session, agent, place }] = parts;
    const [conversation, models, seen] = [new Conversation(), new ModelNames(), new Set<string>()];
    for (const part of parts)
      for (const line of part.lines) {
        const uuid = getTextField(line, 'uuid');
        if (uuid !== null && seen.has(uuid))
          this.sink.leaveOut(part.place.file, 'lines that stand in another file too');
        else addQwenLine(conversation, models, line);
        if (uuid !== null) seen.add(uuid);
      }
    const type = agent === null ? null : (this.types.get(agent) ?? null);
    const parent = agent === null ? null : getQwenSessionId(session, this.senders.get(agent) ?? null);
    const labels = { model: models.label, agent: type };
    return {
      place,
      draft: { id: getQwenSessionId(session, agent), parent, labels, steps: conversation.finish() },
    };
  }
}

const getQwenSessionId = (session: string, agent: string | null): string =>
  agent === null ? session : `${session} agent-${agent}`;

function addQwenLine(conversation: Conversation, models: ModelNames, line: unknown): void {
  const [type, parts] = [getTextField(line, 'type'), getListField(getPathValue(line, 'message'), 'parts')];
  const time = parseTraceTime(getPathValue(line, 'timestamp'));
  const texts = parts.flatMap(part =>
    getPathValue(part, 'thought') === true ? [] : (getTextField(part, 'text') ?? []),
  );
  const text = texts.length === 0 ? null : texts.join('\n');
  if (type === 'user') conversation.ask(text);
  else if (type === 'assistant') {
    models.add(getTextField(line, 'model'));
    const calls = parts.flatMap(part => {
      const call = getPathValue(part, 'functionCall');
      const name = getTextField(call, 'name');
      return name === null ? [] : [{ id: getTextField(call, 'id'), name, args: getPathValue(call, 'args') }];
    });
    conversation.answer({ text, calls, costs: readQwenUsage(getPathValue(line, 'usageMetadata')), at: time });
  } else
    for (const part of parts) {
      const returned = getPathValue(part, 'functionResponse');
      const status = getTextField(getPathValue(line, 'toolCallResult'), 'status');
      if (status === 'cancelled') continue;
      const { value, error, exitFailed } = parseGeminiOutput(getPathValue(returned, 'response'));
      const failed = status === 'error' || error !== null || exitFailed;
      conversation.return({ id: getTextField(returned, 'id'), value, failed, error, until: time });
    }
}

/**
 * Usage in the words of Gemini's API, whose candidates hold the thoughts, as OpenAI's API counts: 11,000 and 50 with 7
 * thoughts were 11,050 in all. Only a total with separate thoughts shows that they are left out.
 */
function readQwenUsage(usage: unknown): Usage {
  const [input, output] = [
    getNumberField(usage, 'promptTokenCount'),
    getNumberField(usage, 'candidatesTokenCount'),
  ];
  const [reasoning, total] = [
    getNumberField(usage, 'thoughtsTokenCount'),
    getNumberField(usage, 'totalTokenCount'),
  ];
  const isBeside = total !== null && total === (input ?? 0) + (output ?? 0) + (reasoning ?? 0);
  return normalizeUsage(
    { input, output, cachedRead: getNumberField(usage, 'cachedContentTokenCount'), reasoning },
    { reasoning: isBeside && (reasoning ?? 0) > 0 },
  );
}
