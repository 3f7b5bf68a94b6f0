import { InputError } from '../../core/errors.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { parseTraceTime } from '../times.ts';
import { getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { type AgentCase, addAgentCases, BookLines } from './agentCases.ts';
import { Rollout } from './codexRollout.ts';

const TYPES =
  /^(?:session_meta|turn_context|response_item|event_msg|compacted|world_state|token_usage_record)$/;

/** Session logs of Codex ("rollouts"), one event in each line, one session in each file. Forks repeat what they go on from. */
export const CODEX: ValueFormat = {
  name: 'Codex',
  fits: value =>
    (TYPES.test(getTextField(value, 'type') ?? '') && isFieldsObject(getPathValue(value, 'payload'))) ||
    isCodexIndex(value),
  open: sink => new Rollouts(sink),
};

/** A prompt in `history.jsonl`, or an entry of `session_index.jsonl`. */
const isCodexIndex = (value: unknown): boolean =>
  (getTextField(value, 'session_id') !== null &&
    getNumberField(value, 'ts') !== null &&
    getTextField(value, 'text') !== null) ||
  (getTextField(value, 'id') !== null &&
    getTextField(value, 'thread_name') !== null &&
    getTextField(value, 'updated_at') !== null);

class Rollouts implements ValueReader {
  private readonly read: Rollout[] = [];
  private current: Rollout | null = null;
  private readonly books = new BookLines();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const [type, payload] = [getTextField(value, 'type'), getPathValue(value, 'payload')];
    if (isCodexIndex(value)) {
      this.books.add(place.file, 'index');
      return;
    }
    if (type === null || !isFieldsObject(payload)) throw new InputError('no event of a rollout');
    this.current ??= new Rollout(place);
    if (!this.current.take(type, payload, parseTraceTime(getPathValue(value, 'timestamp'))))
      this.books.add(place.file, type);
  }

  endFile(): void {
    if (this.current !== null) this.read.push(this.current);
    this.current = null;
  }

  end(): void {
    this.books.tell(this.sink);
    const kept = this.withoutCopies();
    const byId = new Map(kept.toReversed().map(rollout => [rollout.id, rollout]));
    addAgentCases(
      this.sink,
      kept.map(rollout => this.caseOf(rollout, byId)),
    );
  }

  /** Of several files of one session, the longest where the others are its beginning: copies of before. */
  private withoutCopies(): readonly Rollout[] {
    const longest = new Map<string, Rollout>();
    const byLength = this.read.toSorted(
      (a, b) => b.length - a.length || compareCodeUnits(a.place.file, b.place.file),
    );
    return byLength.filter(rollout => {
      const first = rollout.id === null ? undefined : longest.get(rollout.id);
      if (rollout.id !== null && first === undefined) longest.set(rollout.id, rollout);
      if (first === undefined || rollout.length === 0 || !rollout.isBeginningOf(first)) return true;
      this.sink.leaveOut(rollout.place.file, 'lines that stand in another file too', rollout.length);
      return false;
    });
  }

  private caseOf(rollout: Rollout, byId: ReadonlyMap<string | null, Rollout>): AgentCase {
    const { forkedFrom, place, parent, agent, model } = rollout;
    // A sub-agent may begin with what was said in the session that sent it.
    const origin = byId.get(forkedFrom ?? parent ?? '');
    const copied = origin === undefined || origin === rollout ? 0 : rollout.copiedFrom(origin);
    if (copied > 0) this.sink.leaveOut(place.file, 'lines that repeat another session (fork)', copied);
    const { steps, end } = rollout.read(copied);
    return { place, draft: { id: rollout.id ?? place.file, parent, end, labels: { model, agent }, steps } };
  }
}
