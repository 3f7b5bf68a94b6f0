import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import { parseTraceTime } from '../times.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { serializeStepValue } from '../traceSteps.ts';
import { normalizeUsage, type Usage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField } from '../values.ts';
import type { Message, ToolCall, ToolResult } from './message.ts';
import { MessageSteps } from './messageSteps.ts';

/** Messages of Pydantic AI, as `ModelMessagesTypeAdapter` writes them: a list of requests and responses with their parts. */
export const PYDANTIC_AI: ValueFormat = {
  name: 'Pydantic AI',
  fits: value => isPydanticAiTurn(value) || findPydanticAiMessages(value).some(isPydanticAiTurn),
  open: sink => new TurnReader(sink),
};

const isPydanticAiTurn = (value: unknown): boolean =>
  /^(?:request|response)$/.test(getTextField(value, 'kind') ?? '') &&
  getListField(value, 'parts').some(part => getTextField(part, 'part_kind') !== null);

const findPydanticAiMessages = (value: unknown): readonly unknown[] =>
  ['messages', 'all_messages', 'message_history']
    .map(key => getListField(value, key))
    .find(list => list.some(isPydanticAiTurn)) ?? [];

class TurnReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const messages = findPydanticAiMessages(value);
    if (isPydanticAiTurn(value)) this.loose.add(value, place);
    else if (messages.length > 0)
      this.cases.add(
        buildPydanticAiCase(getTextField(value, 'conversation_id', 'run_id', 'id') ?? place.file, messages),
        place,
      );
    else throw new InputError('no request or response with parts');
  }

  endFile(): void {}

  end(): void {
    for (const [file, { place, items }] of this.loose.ending())
      this.cases.add(buildPydanticAiCase(file, items), place);
    this.cases.end(this.sink);
  }
}

function buildPydanticAiCase(id: string, messages: readonly unknown[]): CaseDraft {
  const steps = new MessageSteps();
  for (const message of messages)
    if (getPathValue(message, 'kind') === 'response') addPydanticAiResponse(steps, message);
    else for (const part of getListField(message, 'parts')) addPydanticAiRequestPart(steps, part);
  const model =
    messages.map(message => getTextField(message, 'model_name')).find(name => name !== null) ?? null;
  return { id, labels: { model }, ...steps.finishCase() };
}

/** Takes a response: its texts, its calls, and what tools of the provider returned within it. */
function addPydanticAiResponse(steps: MessageSteps, message: unknown): void {
  const parts = getListField(message, 'parts');
  const kindOf = (part: unknown): string => getTextField(part, 'part_kind') ?? '';
  const texts = parts.flatMap(part => (kindOf(part) === 'text' ? (getTextField(part, 'content') ?? []) : []));
  const calls = parts.filter(part => /tool-call$/.test(kindOf(part))).flatMap(readPydanticAiCall);
  const text = texts.length === 0 ? null : texts.join('\n');
  const facts = {
    ...readPydanticAiUsage(getPathValue(message, 'usage')),
    at: parseTraceTime(getPathValue(message, 'timestamp')),
  };
  steps.add(
    createPydanticAiMessage('assistant', text, calls, [], calls.length === 0 && text === null),
    facts,
  );
  for (const part of parts) if (/tool-return$/.test(kindOf(part))) addPydanticAiRequestPart(steps, part);
}

const createPydanticAiMessage = (
  role: string,
  text: string | null,
  calls: readonly ToolCall[] = [],
  results: readonly ToolResult[] = [],
  silent = false,
): Message => ({ role, text, calls, results, silent, finish: null });

function readPydanticAiCall(part: unknown): readonly ToolCall[] {
  const name = getTextField(part, 'tool_name');
  return name === null
    ? []
    : [{ id: getTextField(part, 'tool_call_id'), name, args: getPathValue(part, 'args') }];
}

/** Takes a part of a request: a prompt, what a tool returned, or that it has to be called again. */
function addPydanticAiRequestPart(steps: MessageSteps, part: unknown): void {
  const kind = getTextField(part, 'part_kind') ?? '';
  const content = getPathValue(part, 'content');
  const isRetry = kind === 'retry-prompt';
  if (/tool-return$/.test(kind) || (isRetry && getTextField(part, 'tool_name') !== null)) {
    const failed = isRetry || /^(?:failed|denied)$/.test(getTextField(part, 'outcome') ?? '');
    const result = { id: getTextField(part, 'tool_call_id'), value: content, failed };
    steps.add(createPydanticAiMessage('tool', null, [], [result]), {
      until: parseTraceTime(getPathValue(part, 'timestamp')),
    });
  } else if (kind === 'user-prompt' || isRetry) {
    const texts = Array.isArray(content) ? content.filter(one => typeof one === 'string') : [];
    steps.add(
      createPydanticAiMessage('user', texts.length > 0 ? texts.join('\n') : serializeStepValue(content)),
    );
  }
}

/** Pydantic AI sums up each provider's numbers: cached input and reasoning are within the totals. */
const readPydanticAiUsage = (usage: unknown): Usage =>
  normalizeUsage({
    input: getNumberField(usage, 'input_tokens', 'request_tokens'),
    output: getNumberField(usage, 'output_tokens', 'response_tokens'),
    cachedRead:
      getNumberField(usage, 'cache_read_tokens') ??
      getNumberField(getPathValue(usage, 'details'), 'cached_tokens'),
    cachedWrite: getNumberField(usage, 'cache_write_tokens'),
    reasoning: getNumberField(getPathValue(usage, 'details'), 'reasoning_tokens'),
  });
