import { InputError } from '../../errors.ts';
import { messageOf } from '../lists/message.ts';
import { MessageSteps, type TurnFacts } from '../lists/messageSteps.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { at, isFields, numberAt, textAt } from '../values.ts';

/** Session logs of Claude Code, one event in each line. Sessions may be spread over files, subagents among them. */
export const CLAUDE_CODE: ValueFormat = {
  name: 'Claude Code',
  fits: value =>
    textAt(value, 'sessionId') !== null &&
    /^(?:user|assistant)$/.test(textAt(value, 'type') ?? '') &&
    isFields(at(value, 'message')),
  open: sink => new Sessions(sink),
};

/** One session; a subagent has a conversation of its own. */
interface Session {
  readonly place: TracePlace;
  readonly chains: Map<string | null, MessageSteps>;
  model: string | null;
}

class Sessions implements ValueReader {
  private readonly sessions = new Map<string, Session>();
  private readonly seen = new Set<string>();
  private readonly billed = new Set<string>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const type = textAt(value, 'type');
    if (!isFields(value) || type === null) throw new InputError('no event of a session');
    if (type !== 'user' && type !== 'assistant') return;
    const message = messageOf({ role: type, ...(at(value, 'message') as object | undefined) });
    if (!isFields(at(value, 'message')) || message === null)
      throw new InputError(`no message in an event "${type}"`);
    // A session that is resumed repeats what was before.
    const id = textAt(value, 'uuid');
    if (id !== null && this.seen.has(id)) return;
    if (id !== null) this.seen.add(id);
    const session = this.sessionOf(textAt(value, 'sessionId') ?? place.file, place);
    session.model ??= textAt(at(value, 'message'), 'model');
    const agent = at(value, 'isSidechain') === true ? (textAt(value, 'agentId') ?? 'subagent') : null;
    const chain = session.chains.get(agent) ?? new MessageSteps();
    session.chains.set(agent, chain);
    chain.add(message, { ...this.turnOf(value), agent });
  }

  endFile(): void {}

  end(): void {
    for (const [id, { place, chains, model }] of this.sessions) {
      const steps = [...chains.values()].flatMap(chain => chain.finish());
      if (chains.size > 1) steps.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
      this.sink.add({ id, labels: { model }, steps }, place);
    }
  }

  private sessionOf(id: string, place: TracePlace): Session {
    const found = this.sessions.get(id) ?? { place, chains: new Map(), model: null };
    this.sessions.set(id, found);
    return found;
  }

  /** One answer of the model stands in several lines, with the same usage in each. */
  private turnOf(value: unknown): TurnFacts {
    const message = at(value, 'message');
    const turn = textAt(message, 'id');
    const facts = { turn, at: timeOf(at(value, 'timestamp')) };
    const key = `${turn} ${textAt(value, 'requestId')}`;
    if (turn !== null && this.billed.has(key)) return facts;
    const usage = at(message, 'usage');
    if (turn !== null && usage !== undefined) this.billed.add(key);
    return { ...facts, ...tokensOf(usage) };
  }
}

/** What was read from the cache, or written to it, is not among `input_tokens`. */
function tokensOf(usage: unknown): TurnFacts {
  const given = numberAt(usage, 'input_tokens');
  const cached =
    (numberAt(usage, 'cache_creation_input_tokens') ?? 0) + (numberAt(usage, 'cache_read_input_tokens') ?? 0);
  return { tokensIn: given === null ? null : given + cached, tokensOut: numberAt(usage, 'output_tokens') };
}
