import { InputError } from '../../core/errors.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import { parseMessage } from '../lists/message.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { type Costs, normalizeUsage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { type AgentCase, addAgentCases, BookLines, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';

/** Session logs of pi: a line for the session, then its messages, one session in each file. */
export const PI: ValueFormat = {
  name: 'pi',
  fits: value =>
    (getTextField(value, 'type') === 'session' &&
      getTextField(value, 'id') !== null &&
      getTextField(value, 'cwd') !== null) ||
    (getTextField(value, 'type') === 'message' &&
      /^(?:user|assistant|toolResult)$/.test(getTextField(getPathValue(value, 'message'), 'role') ?? '')),
  open: sink => new PiSessions(sink),
};

/** `input` leaves out tokens read from a cache: 1,100, 5,001 cached and 51 of output were 6,152 in all. */
const LEAVES_OUT = { cached: true } as const;

/** The lines of one file. */
interface PiSession {
  readonly place: TracePlace;
  id: string | null;
  time: number;
  readonly lines: unknown[];
}

class PiSessions implements ValueReader {
  private readonly read: PiSession[] = [];
  private readonly books = new BookLines();
  private current: PiSession | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const type = getTextField(value, 'type');
    if (type === null) throw new InputError('no entry of a session');
    this.current ??= { place, id: null, time: Number.MAX_SAFE_INTEGER, lines: [] };
    if (type === 'session') {
      this.current.id ??= getTextField(value, 'id');
      this.current.time = parseTraceTime(getPathValue(value, 'timestamp')) ?? this.current.time;
    } else if (type === 'message' && isFieldsObject(getPathValue(value, 'message')))
      this.current.lines.push(value);
    else this.books.add(place.file, type);
  }

  endFile(): void {
    if (this.current !== null) this.read.push(this.current);
    this.current = null;
  }

  end(): void {
    this.books.tell(this.sink);
    this.read.sort((a, b) => a.time - b.time || compareCodeUnits(a.id ?? a.place.file, b.id ?? b.place.file));
    // A session that goes on from another one repeats its entries, with their ids and times.
    const seen = new Set<string>();
    addAgentCases(
      this.sink,
      this.read.map(session => this.caseOf(session, seen)),
    );
  }

  private caseOf({ id, place, lines }: PiSession, seen: Set<string>): AgentCase {
    const [conversation, models] = [new Conversation(), new ModelNames()];
    let end: string | null = null;
    for (const line of lines) {
      const key = `${getTextField(line, 'id')} ${getTextField(line, 'timestamp')}`;
      if (seen.has(key)) {
        this.sink.leaveOut(place.file, 'lines that repeat another session (fork)');
        continue;
      }
      if (getTextField(line, 'id') !== null) seen.add(key);
      const stop = addPiMessage(
        conversation,
        models,
        getPathValue(line, 'message'),
        parseTraceTime(getPathValue(line, 'timestamp')),
      );
      if (stop !== undefined) end = stop;
    }
    return {
      place,
      draft: { id: id ?? place.file, end, labels: { model: models.label }, steps: conversation.finish() },
    };
  }
}

/** @returns the reason for the session's end, as far as the message has it; undefined without one */
function addPiMessage(
  conversation: Conversation,
  models: ModelNames,
  value: unknown,
  written: number | null,
): string | null | undefined {
  const [role, message] = [getTextField(value, 'role'), parseMessage(value)];
  const time = parseTraceTime(getPathValue(value, 'timestamp')) ?? written;
  const text = message?.text ?? null;
  if (role === 'user') {
    conversation.ask(text);
    return undefined;
  }
  if (role === 'toolResult') {
    const failed = getPathValue(value, 'isError') === true;
    conversation.return({
      id: getTextField(value, 'toolCallId'),
      value: text ?? getPathValue(value, 'content'),
      failed,
      until: time,
    });
    return undefined;
  }
  if (role !== 'assistant') return undefined;
  models.add(getTextField(value, 'model'));
  const calls = getListField(value, 'content').flatMap(part => {
    const name = getTextField(part, 'type') === 'toolCall' ? getTextField(part, 'name') : null;
    return name === null
      ? []
      : [{ id: getTextField(part, 'id'), name, args: getPathValue(part, 'arguments') }];
  });
  conversation.answer({ text, calls, costs: readPiCosts(getPathValue(value, 'usage')), at: time });
  const stop = getTextField(value, 'stopReason');
  return stop === 'aborted' || stop === 'error' ? stop : null;
}

const readPiCosts = (usage: unknown): Costs => ({
  ...normalizeUsage(
    {
      input: getNumberField(usage, 'input'),
      output: getNumberField(usage, 'output'),
      cachedRead: getNumberField(usage, 'cacheRead'),
      cachedWrite: getNumberField(usage, 'cacheWrite'),
    },
    LEAVES_OUT,
  ),
  usd: getNumberField(getPathValue(usage, 'cost'), 'total'),
});
