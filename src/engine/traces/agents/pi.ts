import { InputError } from '../../core/errors.ts';
import { byUnit } from '../../files/textFile.ts';
import { messageOf } from '../lists/message.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { type Costs, normalUsage } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { type AgentCase, addCases, BookLines, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';

/** Session logs of pi: a line for the session, then its messages, one session in each file. */
export const PI: ValueFormat = {
  name: 'pi',
  fits: value =>
    (textAt(value, 'type') === 'session' && textAt(value, 'id') !== null && textAt(value, 'cwd') !== null) ||
    (textAt(value, 'type') === 'message' &&
      /^(?:user|assistant|toolResult)$/.test(textAt(at(value, 'message'), 'role') ?? '')),
  open: sink => new Sessions(sink),
};

/** `input` leaves out what was read from a cache: 1,100 beside 5,001 with 51 of output were 6,152 in all. */
const LEAVES_OUT = { cached: true } as const;

/** The lines of one file. */
interface Session {
  readonly place: TracePlace;
  id: string | null;
  time: number;
  readonly lines: unknown[];
}

class Sessions implements ValueReader {
  private readonly read: Session[] = [];
  private readonly books = new BookLines();
  private current: Session | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const type = textAt(value, 'type');
    if (type === null) throw new InputError('no entry of a session');
    this.current ??= { place, id: null, time: Number.MAX_SAFE_INTEGER, lines: [] };
    if (type === 'session') {
      this.current.id ??= textAt(value, 'id');
      this.current.time = timeOf(at(value, 'timestamp')) ?? this.current.time;
    } else if (type === 'message' && isFields(at(value, 'message'))) this.current.lines.push(value);
    else this.books.add(place.file, type);
  }

  endFile(): void {
    if (this.current !== null) this.read.push(this.current);
    this.current = null;
  }

  end(): void {
    this.books.tell(this.sink);
    this.read.sort((a, b) => a.time - b.time || byUnit(a.id ?? a.place.file, b.id ?? b.place.file));
    // A session that goes on from another one repeats its entries, with their ids and times.
    const seen = new Set<string>();
    addCases(
      this.sink,
      this.read.map(session => this.caseOf(session, seen)),
    );
  }

  private caseOf({ id, place, lines }: Session, seen: Set<string>): AgentCase {
    const [conversation, models] = [new Conversation(), new ModelNames()];
    let end: string | null = null;
    for (const line of lines) {
      const key = `${textAt(line, 'id')} ${textAt(line, 'timestamp')}`;
      if (seen.has(key)) {
        this.sink.leaveOut(place.file, 'lines that repeat another session (fork)');
        continue;
      }
      if (textAt(line, 'id') !== null) seen.add(key);
      const stop = takeMessage(conversation, models, at(line, 'message'), timeOf(at(line, 'timestamp')));
      if (stop !== undefined) end = stop;
    }
    return {
      place,
      draft: { id: id ?? place.file, end, labels: { model: models.label }, steps: conversation.finish() },
    };
  }
}

/** @returns why the session ended, as far as the message tells; undefined where it says nothing of it */
function takeMessage(
  conversation: Conversation,
  models: ModelNames,
  value: unknown,
  written: number | null,
): string | null | undefined {
  const [role, message] = [textAt(value, 'role'), messageOf(value)];
  const time = timeOf(at(value, 'timestamp')) ?? written;
  const text = message?.text ?? null;
  if (role === 'user') {
    conversation.ask(text);
    return undefined;
  }
  if (role === 'toolResult') {
    const failed = at(value, 'isError') === true;
    conversation.return({
      id: textAt(value, 'toolCallId'),
      value: text ?? at(value, 'content'),
      failed,
      until: time,
    });
    return undefined;
  }
  if (role !== 'assistant') return undefined;
  models.add(textAt(value, 'model'));
  const calls = listAt(value, 'content').flatMap(part => {
    const name = textAt(part, 'type') === 'toolCall' ? textAt(part, 'name') : null;
    return name === null ? [] : [{ id: textAt(part, 'id'), name, args: at(part, 'arguments') }];
  });
  conversation.answer({ text, calls, costs: costsOf(at(value, 'usage')), at: time });
  const stop = textAt(value, 'stopReason');
  return stop === 'aborted' || stop === 'error' ? stop : null;
}

const costsOf = (usage: unknown): Costs => ({
  ...normalUsage(
    {
      input: numberAt(usage, 'input'),
      output: numberAt(usage, 'output'),
      cachedRead: numberAt(usage, 'cacheRead'),
      cachedWrite: numberAt(usage, 'cacheWrite'),
    },
    LEAVES_OUT,
  ),
  usd: numberAt(at(usage, 'cost'), 'total'),
});
