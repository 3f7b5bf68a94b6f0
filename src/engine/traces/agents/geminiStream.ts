import { InputError } from '../../core/errors.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { at, textAt } from '../values.ts';
import { type AgentCase, addCases } from './agentCases.ts';
import { Conversation } from './conversation.ts';

/** What `gemini --output-format stream-json` prints. It tells tokens of the whole run alone, sub-agents and routing among them. */
export const GEMINI_STREAM: ValueFormat = {
  name: 'Gemini CLI stream-json',
  fits: value => {
    const type = textAt(value, 'type');
    if (type === 'init') return textAt(value, 'session_id') !== null && textAt(value, 'model') !== null;
    return (type === 'tool_use' || type === 'tool_result') && textAt(value, 'tool_id') !== null;
  },
  open: sink => new PrintedSessions(sink),
};

const NOTE =
  'gemini --output-format stream-json prints the tokens of the whole run alone, those of sub-agents among them: no step has them';

/** A session while it is read. */
interface Session {
  readonly place: TracePlace;
  readonly id: string;
  readonly model: string | null;
  readonly conversation: Conversation;
  /** Words that may turn out to be those before a call, and when they began. */
  said: string | null;
  time: number | null;
  end: string | null;
}

class PrintedSessions implements ValueReader {
  private readonly cases: AgentCase[] = [];
  private session: Session | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const type = textAt(value, 'type');
    if (type === null) throw new InputError('no event of a session');
    if (type === 'init') this.open(place, textAt(value, 'session_id'), textAt(value, 'model'));
    const session = this.session ?? this.open(place, null, null);
    const time = timeOf(at(value, 'timestamp'));
    if (type === 'message') hear(session, value, time);
    else if (type === 'tool_use') {
      const { tool_name: name, tool_id: id } = {
        tool_name: textAt(value, 'tool_name'),
        tool_id: textAt(value, 'tool_id'),
      };
      const call = { id, name: name ?? 'unnamed', args: at(value, 'parameters') };
      session.conversation.answer({ text: session.said, calls: [call], at: time });
      session.said = null;
    } else if (type === 'tool_result') {
      say(session);
      const failed = textAt(value, 'status') === 'error';
      const error = textAt(at(value, 'error'), 'message');
      const result = at(value, 'output') ?? error;
      session.conversation.return({
        id: textAt(value, 'tool_id'),
        value: result,
        failed,
        error,
        until: time,
      });
    } else if (type === 'result') {
      say(session);
      const status = textAt(value, 'status');
      session.end = status === 'success' ? null : status;
      if (at(value, 'stats') !== undefined) this.sink.note(NOTE);
    }
  }

  endFile(): void {
    this.close();
  }

  end(): void {
    addCases(this.sink, this.cases);
  }

  private open(place: TracePlace, id: string | null, model: string | null): Session {
    this.close();
    const facts = { said: null, time: null, end: null };
    this.session = { place, id: id ?? place.file, model, conversation: new Conversation(), ...facts };
    return this.session;
  }

  private close(): void {
    const { session } = this;
    this.session = null;
    if (session === null) return;
    say(session);
    const { place, id, model, end, conversation } = session;
    // `auto` is a choice among models, and no model.
    const labels = { model: model === 'auto' ? null : model };
    this.cases.push({ place, draft: { id, end, labels, steps: conversation.finish() } });
  }
}

/** Words of the model come in pieces. */
function hear(session: Session, value: unknown, time: number | null): void {
  const text = textAt(value, 'content');
  if (textAt(value, 'role') === 'assistant') {
    session.time = session.said === null ? time : session.time;
    session.said = `${session.said ?? ''}${text ?? ''}`;
  } else {
    say(session);
    session.conversation.ask(text);
  }
}

function say(session: Session): void {
  if (session.said !== null && session.said !== '')
    session.conversation.answer({ text: session.said, calls: [], at: session.time });
  session.said = null;
}
