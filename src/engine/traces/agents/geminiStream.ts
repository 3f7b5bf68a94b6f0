import { InputError } from '../../core/errors.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { getPathValue, getTextField } from '../values.ts';
import { type AgentCase, addAgentCases } from './agentCases.ts';
import { Conversation } from './conversation.ts';

/**
 * Output of `gemini --output-format stream-json`. It has tokens of the whole run alone, including sub-agents and
 * routing.
 */
export const GEMINI_STREAM: ValueFormat = {
  name: 'Gemini CLI stream-json',
  fits: value => {
    const type = getTextField(value, 'type');
    if (type === 'init')
      return getTextField(value, 'session_id') !== null && getTextField(value, 'model') !== null;
    return (type === 'tool_use' || type === 'tool_result') && getTextField(value, 'tool_id') !== null;
  },
  open: sink => new PrintedSessions(sink),
};

const NOTE =
  'gemini --output-format stream-json prints the tokens of the whole run alone, those of sub-agents among them: no step has them';

/** A session while it is read. */
interface StreamedSession {
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
  private session: StreamedSession | null = null;

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const type = getTextField(value, 'type');
    if (type === null) throw new InputError('no event of a session');
    if (type === 'init') this.open(place, getTextField(value, 'session_id'), getTextField(value, 'model'));
    const session = this.session ?? this.open(place, null, null);
    const time = parseTraceTime(getPathValue(value, 'timestamp'));
    if (type === 'message') addStreamPiece(session, value, time);
    else if (type === 'tool_use') {
      const { tool_name: name, tool_id: id } = {
        tool_name: getTextField(value, 'tool_name'),
        tool_id: getTextField(value, 'tool_id'),
      };
      const call = { id, name: name ?? 'unnamed', args: getPathValue(value, 'parameters') };
      session.conversation.answer({ text: session.said, calls: [call], at: time });
      session.said = null;
    } else if (type === 'tool_result') {
      flushStreamMessage(session);
      const failed = getTextField(value, 'status') === 'error';
      const error = getTextField(getPathValue(value, 'error'), 'message');
      const result = getPathValue(value, 'output') ?? error;
      session.conversation.return({
        id: getTextField(value, 'tool_id'),
        value: result,
        failed,
        error,
        until: time,
      });
    } else if (type === 'result') {
      flushStreamMessage(session);
      const status = getTextField(value, 'status');
      session.end = status === 'success' ? null : status;
      if (getPathValue(value, 'stats') !== undefined) this.sink.note(NOTE);
    }
  }

  endFile(): void {
    this.close();
  }

  end(): void {
    addAgentCases(this.sink, this.cases);
  }

  private open(place: TracePlace, id: string | null, model: string | null): StreamedSession {
    this.close();
    const facts = { said: null, time: null, end: null };
    this.session = { place, id: id ?? place.file, model, conversation: new Conversation(), ...facts };
    return this.session;
  }

  private close(): void {
    const { session } = this;
    this.session = null;
    if (session === null) return;
    flushStreamMessage(session);
    const { place, id, model, end, conversation } = session;
    // `auto` is a choice among models, and no model.
    const labels = { model: model === 'auto' ? null : model };
    this.cases.push({ place, draft: { id, end, labels, steps: conversation.finish() } });
  }
}

/** Words of the model come in pieces. */
function addStreamPiece(session: StreamedSession, value: unknown, time: number | null): void {
  const text = getTextField(value, 'content');
  if (getTextField(value, 'role') === 'assistant') {
    session.time = session.said === null ? time : session.time;
    session.said = `${session.said ?? ''}${text ?? ''}`;
  } else {
    flushStreamMessage(session);
    session.conversation.ask(text);
  }
}

function flushStreamMessage(session: StreamedSession): void {
  if (session.said !== null && session.said !== '')
    session.conversation.answer({ text: session.said, calls: [], at: session.time });
  session.said = null;
}
