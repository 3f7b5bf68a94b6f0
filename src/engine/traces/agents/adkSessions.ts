import { InputError } from '../../core/errors.ts';
import { MessageSteps } from '../lists/messageSteps.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import { parseTraceTime } from '../times.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { readProviderUsage, type Usage } from '../usage.ts';
import { getListField, getPathValue, getTextField, isFieldsObject } from '../values.ts';

/** Sessions of Google's Agent Development Kit, in snake case (Python) or camel case (its server), or their events by lines. */
export const ADK: ValueFormat = {
  name: 'ADK sessions',
  fits: value => isAdkEvent(value) || getListField(value, 'events').some(isAdkEvent),
  open: sink => new SessionReader(sink),
};

const isAdkEvent = (value: unknown): boolean =>
  getTextField(value, 'author') !== null && getTextField(value, 'invocation_id', 'invocationId') !== null;

class SessionReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const events = getListField(value, 'events');
    if (isAdkEvent(value)) this.loose.add(value, place);
    else if (events.some(isAdkEvent))
      this.add(
        getTextField(value, 'id', 'session_id') ?? place.file,
        events,
        place,
        getTextField(value, 'app_name', 'appName'),
      );
    else throw new InputError('no session or event of ADK');
  }

  endFile(): void {}

  end(): void {
    for (const [file, { place, items }] of this.loose.ending()) this.add(file, items, place, null);
    this.cases.end(this.sink);
  }

  private add(id: string, events: readonly unknown[], place: TracePlace, domain: string | null): void {
    const whole = events.filter(event => getPathValue(event, 'partial') !== true);
    if (whole.length < events.length)
      this.sink.leaveOut(
        place.file,
        'partial events of answers that follow whole',
        events.length - whole.length,
      );
    this.cases.add({ ...buildAdkCase(whole), id, labels: { domain, model: findAdkModel(whole) } }, place);
  }
}

function buildAdkCase(events: readonly unknown[]): Pick<CaseDraft, 'steps' | 'end'> {
  const steps = new MessageSteps();
  let end: string | null = null;
  for (const event of events) {
    addAdkEvent(steps, event);
    end = getTextField(event, 'error_message', 'errorMessage', 'error_code', 'errorCode');
  }
  return { ...steps.finishCase(), end };
}

const findAdkModel = (events: readonly unknown[]): string | null =>
  events.map(event => getTextField(event, 'model_version', 'modelVersion')).find(name => name !== null) ??
  null;

function addAdkEvent(steps: MessageSteps, event: unknown): void {
  const author = getTextField(event, 'author');
  const parts = getListField(event, 'content', 'parts');
  const texts = parts.flatMap(part =>
    getPathValue(part, 'thought') === true ? [] : (getTextField(part, 'text') ?? []),
  );
  const calls = parts.flatMap(part => {
    const call = getPathValue(part, 'function_call') ?? getPathValue(part, 'functionCall');
    const name = getTextField(call, 'name');
    return name === null ? [] : [{ id: getTextField(call, 'id'), name, args: getPathValue(call, 'args') }];
  });
  const results = parts.flatMap(part => {
    const returned = getPathValue(part, 'function_response') ?? getPathValue(part, 'functionResponse');
    if (!isFieldsObject(returned)) return [];
    const value = getPathValue(returned, 'response');
    // ADK asks tools to say how they fared in a field of what they return.
    const failed = getPathValue(value, 'status') === 'error' ? true : null;
    return [{ id: getTextField(returned, 'id'), value, failed }];
  });
  const time = parseTraceTime(getPathValue(event, 'timestamp'));
  const text = texts.length === 0 ? null : texts.join('\n');
  const role = author === 'user' ? 'user' : results.length > 0 && calls.length === 0 ? 'tool' : 'assistant';
  const silent = calls.length === 0 && text === null;
  const usage = readAdkUsage(getPathValue(event, 'usage_metadata') ?? getPathValue(event, 'usageMetadata'));
  const facts = { ...usage, agent: author, at: time, until: role === 'tool' ? time : null };
  steps.add({ role, text: role === 'tool' ? null : text, calls, results, silent, finish: null }, facts);
}

/** Gemini's counts, whose keys Python writes in snake case. */
function readAdkUsage(usage: unknown): Usage {
  if (!isFieldsObject(usage)) return readProviderUsage(usage);
  const camel = (key: string): string =>
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return readProviderUsage(
    Object.fromEntries(Object.entries(usage).map(([key, value]) => [camel(key), value])),
  );
}
