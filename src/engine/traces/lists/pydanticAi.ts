import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { textOf } from '../steps.ts';
import { timeOf } from '../times.ts';
import { normalUsage, type Usage } from '../usage.ts';
import { at, listAt, numberAt, textAt } from '../values.ts';
import type { Message, ToolCall, ToolResult } from './message.ts';
import { MessageSteps } from './messageSteps.ts';

/** Messages of Pydantic AI, as `ModelMessagesTypeAdapter` writes them: a list of requests and responses with their parts. */
export const PYDANTIC_AI: ValueFormat = {
  name: 'Pydantic AI',
  fits: value => isTurn(value) || messagesIn(value).some(isTurn),
  open: sink => new TurnReader(sink),
};

const isTurn = (value: unknown): boolean =>
  /^(?:request|response)$/.test(textAt(value, 'kind') ?? '') &&
  listAt(value, 'parts').some(part => textAt(part, 'part_kind') !== null);

const messagesIn = (value: unknown): readonly unknown[] =>
  ['messages', 'all_messages', 'message_history']
    .map(key => listAt(value, key))
    .find(list => list.some(isTurn)) ?? [];

class TurnReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const messages = messagesIn(value);
    if (isTurn(value)) this.loose.add(value, place);
    else if (messages.length > 0)
      this.cases.add(caseOf(textAt(value, 'conversation_id', 'run_id', 'id') ?? place.file, messages), place);
    else throw new InputError('no request or response with parts');
  }

  endFile(): void {}

  end(): void {
    for (const [file, { place, items }] of this.loose.ending()) this.cases.add(caseOf(file, items), place);
    this.cases.end(this.sink);
  }
}

function caseOf(id: string, messages: readonly unknown[]): CaseDraft {
  const steps = new MessageSteps();
  for (const message of messages)
    if (at(message, 'kind') === 'response') answered(steps, message);
    else for (const part of listAt(message, 'parts')) asked(steps, part);
  const model = messages.map(message => textAt(message, 'model_name')).find(name => name !== null) ?? null;
  return { id, labels: { model }, steps: steps.finish() };
}

/** Takes a response: its texts, its calls, and what tools of the provider returned within it. */
function answered(steps: MessageSteps, message: unknown): void {
  const parts = listAt(message, 'parts');
  const kindOf = (part: unknown): string => textAt(part, 'part_kind') ?? '';
  const texts = parts.flatMap(part => (kindOf(part) === 'text' ? (textAt(part, 'content') ?? []) : []));
  const calls = parts.filter(part => /tool-call$/.test(kindOf(part))).flatMap(callOf);
  const text = texts.length === 0 ? null : texts.join('\n');
  const facts = { ...usageOf(at(message, 'usage')), at: timeOf(at(message, 'timestamp')) };
  steps.add(messageOf('assistant', text, calls, [], calls.length === 0 && text === null), facts);
  for (const part of parts) if (/tool-return$/.test(kindOf(part))) asked(steps, part);
}

const messageOf = (
  role: string,
  text: string | null,
  calls: readonly ToolCall[] = [],
  results: readonly ToolResult[] = [],
  silent = false,
): Message => ({ role, text, calls, results, silent, finish: null });

function callOf(part: unknown): readonly ToolCall[] {
  const name = textAt(part, 'tool_name');
  return name === null ? [] : [{ id: textAt(part, 'tool_call_id'), name, args: at(part, 'args') }];
}

/** Takes a part of a request: a prompt, what a tool returned, or that it has to be called again. */
function asked(steps: MessageSteps, part: unknown): void {
  const kind = textAt(part, 'part_kind') ?? '';
  const content = at(part, 'content');
  const isRetry = kind === 'retry-prompt';
  if (/tool-return$/.test(kind) || (isRetry && textAt(part, 'tool_name') !== null)) {
    const failed = isRetry || /^(?:failed|denied)$/.test(textAt(part, 'outcome') ?? '');
    const result = { id: textAt(part, 'tool_call_id'), value: content, failed };
    steps.add(messageOf('tool', null, [], [result]), { until: timeOf(at(part, 'timestamp')) });
  } else if (kind === 'user-prompt' || isRetry) {
    const texts = Array.isArray(content) ? content.filter(one => typeof one === 'string') : [];
    steps.add(messageOf('user', texts.length > 0 ? texts.join('\n') : textOf(content)));
  }
}

/** Pydantic AI sums up what each provider tells: cached input and reasoning are within the totals. */
const usageOf = (usage: unknown): Usage =>
  normalUsage({
    input: numberAt(usage, 'input_tokens', 'request_tokens'),
    output: numberAt(usage, 'output_tokens', 'response_tokens'),
    cachedRead: numberAt(usage, 'cache_read_tokens') ?? numberAt(at(usage, 'details'), 'cached_tokens'),
    cachedWrite: numberAt(usage, 'cache_write_tokens'),
    reasoning: numberAt(at(usage, 'details'), 'reasoning_tokens'),
  });
