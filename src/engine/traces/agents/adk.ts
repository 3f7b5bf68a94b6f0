import { InputError } from '../../core/errors.ts';
import { MessageSteps } from '../lists/messageSteps.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { readUsage, type Usage } from '../usage.ts';
import { at, isFields, listAt, textAt } from '../values.ts';

/** Sessions of Google's Agent Development Kit, in snake case (Python) or camel case (its server), or their events by lines. */
export const ADK: ValueFormat = {
  name: 'ADK sessions',
  fits: value => isEvent(value) || listAt(value, 'events').some(isEvent),
  open: sink => new SessionReader(sink),
};

const isEvent = (value: unknown): boolean =>
  textAt(value, 'author') !== null && textAt(value, 'invocation_id', 'invocationId') !== null;

class SessionReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const events = listAt(value, 'events');
    if (isEvent(value)) this.loose.add(value, place);
    else if (events.some(isEvent))
      this.add(
        textAt(value, 'id', 'session_id') ?? place.file,
        events,
        place,
        textAt(value, 'app_name', 'appName'),
      );
    else throw new InputError('no session or event of ADK');
  }

  endFile(): void {}

  end(): void {
    for (const [file, { place, items }] of this.loose.ending()) this.add(file, items, place, null);
    this.cases.end(this.sink);
  }

  private add(id: string, events: readonly unknown[], place: TracePlace, domain: string | null): void {
    const whole = events.filter(event => at(event, 'partial') !== true);
    if (whole.length < events.length)
      this.sink.leaveOut(
        place.file,
        'partial events of answers that follow whole',
        events.length - whole.length,
      );
    this.cases.add({ ...caseOf(whole), id, labels: { domain, model: modelOf(whole) } }, place);
  }
}

function caseOf(events: readonly unknown[]): Pick<CaseDraft, 'steps' | 'end'> {
  const steps = new MessageSteps();
  let end: string | null = null;
  for (const event of events) {
    addEvent(steps, event);
    end = textAt(event, 'error_message', 'errorMessage', 'error_code', 'errorCode');
  }
  return { steps: steps.finish(), end };
}

const modelOf = (events: readonly unknown[]): string | null =>
  events.map(event => textAt(event, 'model_version', 'modelVersion')).find(name => name !== null) ?? null;

function addEvent(steps: MessageSteps, event: unknown): void {
  const author = textAt(event, 'author');
  const parts = listAt(event, 'content', 'parts');
  const texts = parts.flatMap(part => (at(part, 'thought') === true ? [] : (textAt(part, 'text') ?? [])));
  const calls = parts.flatMap(part => {
    const call = at(part, 'function_call') ?? at(part, 'functionCall');
    const name = textAt(call, 'name');
    return name === null ? [] : [{ id: textAt(call, 'id'), name, args: at(call, 'args') }];
  });
  const results = parts.flatMap(part => {
    const returned = at(part, 'function_response') ?? at(part, 'functionResponse');
    if (!isFields(returned)) return [];
    const value = at(returned, 'response');
    // ADK asks tools to say how they fared in a field of what they return.
    const failed = at(value, 'status') === 'error' ? true : null;
    return [{ id: textAt(returned, 'id'), value, failed }];
  });
  const time = timeOf(at(event, 'timestamp'));
  const text = texts.length === 0 ? null : texts.join('\n');
  const role = author === 'user' ? 'user' : results.length > 0 && calls.length === 0 ? 'tool' : 'assistant';
  const silent = calls.length === 0 && text === null;
  const usage = usageOf(at(event, 'usage_metadata') ?? at(event, 'usageMetadata'));
  const facts = { ...usage, agent: author, at: time, until: role === 'tool' ? time : null };
  steps.add({ role, text: role === 'tool' ? null : text, calls, results, silent, finish: null }, facts);
}

/** Gemini's counts, whose keys Python writes in snake case. */
function usageOf(usage: unknown): Usage {
  if (!isFields(usage)) return readUsage(usage);
  const camel = (key: string): string =>
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return readUsage(Object.fromEntries(Object.entries(usage).map(([key, value]) => [camel(key), value])));
}
