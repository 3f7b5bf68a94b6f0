import { InputError } from '../../core/errors.ts';
import { byUnit } from '../../files/textFile.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { normalUsage, type Usage } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { type AgentCase, addCases, BookLines, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';
import { geminiOutput } from './geminiOutput.ts';

/** Session logs of Qwen Code: lines as those of Claude Code, messages as those of Gemini. */
export const QWEN_CODE: ValueFormat = {
  name: 'Qwen Code',
  fits: value =>
    (textAt(value, 'sessionId') !== null &&
      /^(?:user|assistant|tool_result)$/.test(textAt(value, 'type') ?? '') &&
      Array.isArray(at(value, 'message', 'parts'))) ||
    isAgentFile(value),
  keepsBooks: value =>
    textAt(value, 'sessionId') !== null &&
    textAt(value, 'type') === 'system' &&
    at(value, 'systemPayload') !== undefined,
  open: sink => new Sessions(sink),
};

/** The `agent-….meta.json` beside the log of a sub-agent. */
const isAgentFile = (value: unknown): boolean =>
  textAt(value, 'agentId') !== null && textAt(value, 'parentSessionId') !== null;

/** A conversation's lines of one file. */
interface Part {
  readonly session: string;
  readonly agent: string | null;
  readonly place: TracePlace;
  readonly lines: unknown[];
}

class Sessions implements ValueReader {
  private readonly parts = new Map<string, Part>();
  private readonly types = new Map<string, string>();
  /** Sub-agents that were sent by sub-agents. */
  private readonly senders = new Map<string, string>();
  private readonly books = new BookLines();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const [type, id] = [textAt(value, 'type'), textAt(value, 'agentId')];
    if (isAgentFile(value) && id !== null) {
      this.learn(id, textAt(value, 'agentType', 'subagentName'));
      const sender = textAt(value, 'parentAgentId');
      if (sender !== null) this.senders.set(id, sender);
      return;
    }
    if (type === null) throw new InputError('no event of a session');
    if (!isFields(at(value, 'message')) || !/^(?:user|assistant|tool_result)$/.test(type)) {
      this.books.add(place.file, type);
      return;
    }
    const session = textAt(value, 'sessionId') ?? place.file;
    const agent = at(value, 'isSidechain') === true ? (id ?? 'unnamed') : null;
    if (agent !== null) this.learn(agent, textAt(value, 'agentName'));
    const key = JSON.stringify([session, agent, place.file]);
    const part = this.parts.get(key) ?? { session, agent, place, lines: [] };
    this.parts.set(key, part);
    part.lines.push(value);
  }

  endFile(): void {}

  end(): void {
    this.books.tell(this.sink);
    const chains = new Map<string, Part[]>();
    const parts = [...this.parts.values()].map(part => ({
      part,
      time: timeOf(at(part.lines[0], 'timestamp')) ?? 0,
    }));
    parts.sort((a, b) => a.time - b.time || byUnit(a.part.place.file, b.part.place.file));
    for (const { part } of parts) {
      const id = idOf(part.session, part.agent);
      chains.set(id, [...(chains.get(id) ?? []), part]);
    }
    addCases(
      this.sink,
      [...chains.values()].map(chain => this.caseOf(chain)),
    );
  }

  private learn(agent: string, type: string | null): void {
    if (type !== null && !this.types.has(agent)) this.types.set(agent, type);
  }

  private caseOf(parts: readonly Part[]): AgentCase {
    const [{ session, agent, place }] = parts;
    const [conversation, models, seen] = [new Conversation(), new ModelNames(), new Set<string>()];
    for (const part of parts)
      for (const line of part.lines) {
        const uuid = textAt(line, 'uuid');
        if (uuid !== null && seen.has(uuid))
          this.sink.leaveOut(part.place.file, 'lines that stand in another file too');
        else takeLine(conversation, models, line);
        if (uuid !== null) seen.add(uuid);
      }
    const type = agent === null ? null : (this.types.get(agent) ?? null);
    const parent = agent === null ? null : idOf(session, this.senders.get(agent) ?? null);
    const labels = { model: models.label, agent: type };
    return { place, draft: { id: idOf(session, agent), parent, labels, steps: conversation.finish() } };
  }
}

const idOf = (session: string, agent: string | null): string =>
  agent === null ? session : `${session} agent-${agent}`;

function takeLine(conversation: Conversation, models: ModelNames, line: unknown): void {
  const [type, parts] = [textAt(line, 'type'), listAt(at(line, 'message'), 'parts')];
  const time = timeOf(at(line, 'timestamp'));
  const texts = parts.flatMap(part => (at(part, 'thought') === true ? [] : (textAt(part, 'text') ?? [])));
  const text = texts.length === 0 ? null : texts.join('\n');
  if (type === 'user') conversation.ask(text);
  else if (type === 'assistant') {
    models.add(textAt(line, 'model'));
    const calls = parts.flatMap(part => {
      const call = at(part, 'functionCall');
      const name = textAt(call, 'name');
      return name === null ? [] : [{ id: textAt(call, 'id'), name, args: at(call, 'args') }];
    });
    conversation.answer({ text, calls, costs: usageOf(at(line, 'usageMetadata')), at: time });
  } else
    for (const part of parts) {
      const returned = at(part, 'functionResponse');
      const status = textAt(at(line, 'toolCallResult'), 'status');
      if (status === 'cancelled') continue;
      const { value, error, exitFailed } = geminiOutput(at(returned, 'response'));
      const failed = status === 'error' || error !== null || exitFailed;
      conversation.return({ id: textAt(returned, 'id'), value, failed, error, until: time });
    }
}

/**
 * Usage in the words of Gemini's API, where candidates hold the thoughts, as OpenAI's API counts: 11,000 and 50 with 7
 * thoughts were 11,050 in all. Only a total that holds them beside tells that they are left out.
 */
function usageOf(usage: unknown): Usage {
  const [input, output] = [numberAt(usage, 'promptTokenCount'), numberAt(usage, 'candidatesTokenCount')];
  const [reasoning, total] = [numberAt(usage, 'thoughtsTokenCount'), numberAt(usage, 'totalTokenCount')];
  const isBeside = total !== null && total === (input ?? 0) + (output ?? 0) + (reasoning ?? 0);
  return normalUsage(
    { input, output, cachedRead: numberAt(usage, 'cachedContentTokenCount'), reasoning },
    { reasoning: isBeside && (reasoning ?? 0) > 0 },
  );
}
