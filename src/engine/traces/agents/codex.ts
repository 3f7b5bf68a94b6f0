import { InputError } from '../../core/errors.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import { parseMessage, type ToolCall } from '../lists/message.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { SAY } from '../traces.ts';
import { type Costs, readProviderUsage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { type AgentCase, addAgentCases, BookLines, ModelNames } from './agentCases.ts';
import { Conversation } from './conversation.ts';
import { type CodexOutput, parseCodexOutput, readEndEventFailure } from './parseCodexOutput.ts';

const CODEX_TYPES =
  /^(?:session_meta|turn_context|response_item|event_msg|compacted|world_state|token_usage_record)$/;

/** Session logs of Codex ("rollouts"), one event in each line, one session in each file. Forks repeat what they go on from. */
export const CODEX: ValueFormat = {
  name: 'Codex',
  fits: value =>
    (CODEX_TYPES.test(getTextField(value, 'type') ?? '') && isFieldsObject(getPathValue(value, 'payload'))) ||
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

  /** Of several files of one session, the longest if the others are its beginning: older copies. */
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

/** Content of a line of a rollout, in the order of the file. */
type RolloutEntry =
  /** Equal in a copy of the line. */
  | { readonly key: string; readonly time: number | null; readonly item: CodexItem }
  | { readonly costs: Costs; readonly total: number | null }
  | { readonly call: string; readonly failed: boolean }
  | { readonly mark: 'started' | 'complete' | 'aborted' | 'compacted'; readonly text: string | null };

type CodexItem =
  | { readonly asked: string | null }
  | { readonly said: string | null }
  | { readonly called: ToolCall }
  | { readonly output: CodexOutput; readonly id: string | null };

/** Messages of the harness in the words of a user. */
const OF_HARNESS = /^\s*<(?:environment_context|user_instructions|turn_aborted|permissions|skills)/;

/** Keys of what a model said or called. */
const OF_MODEL = /^(?:assistant|call|output) /;
const HARNESS = 'harness ';

/** One file of Codex: a session, or what a fork or a sub-agent adds to one. */
class Rollout {
  private readonly entries: RolloutEntry[] = [];
  private readonly models = new ModelNames();
  id: string | null = null;
  forkedFrom: string | null = null;
  parent: string | null = null;
  agent: string | null = null;

  constructor(readonly place: TracePlace) {}

  get model(): string | null {
    return this.models.label;
  }

  /** @returns true if the line has content, and is not mere bookkeeping */
  take(type: string, payload: unknown, time: number | null): boolean {
    if (type === 'session_meta') this.meta(payload);
    else if (type === 'turn_context') this.models.add(getTextField(payload, 'model'));
    else if (type === 'compacted') this.mark('compacted', getTextField(payload, 'message'));
    else if (type === 'response_item') return this.item(payload, time);
    else if (type === 'token_usage_record')
      this.entries.push({ costs: readCodexUsage(getPathValue(payload, 'usage')), total: null });
    else return type === 'event_msg' && this.event(payload);
    return true;
  }

  /** Number of lines with a message or an action. */
  get length(): number {
    return this.keys().length;
  }

  /** True if all its lines are the first ones of another rollout. */
  isBeginningOf(other: Rollout): boolean {
    const others = other.keys();
    return this.keys().every((key, index) => key === others[index]);
  }

  /**
   * Number of lines at the beginning that repeat those of another rollout, which may have more between them. Messages
   * of the harness to every model do not count as history.
   */
  copiedFrom(other: Rollout): number {
    const others = other.keys();
    let count = 0;
    let next = 0;
    for (const [index, key] of this.keys().entries()) {
      if (key.startsWith(HARNESS)) continue;
      const found = others.indexOf(key, next);
      if (found < 0) break;
      next = found + 1;
      // The same words of a user may be asked again.
      if (OF_MODEL.test(key)) count = index + 1;
    }
    return count;
  }

  /** The steps after so many copied lines, and why the session ended. */
  read(copied: number): { readonly steps: Conversation['steps']; readonly end: string | null } {
    const reading = new RolloutReading();
    let left = copied;
    for (const entry of this.entries) {
      if ('key' in entry && left-- > 0) continue;
      // Lines between copied ones are copied with them.
      if (left > 0 || (left === 0 && copied > 0 && !('key' in entry))) continue;
      reading.take(entry);
    }
    return reading.finish();
  }

  private keys(): string[] {
    return this.entries.flatMap(entry => ('key' in entry ? [entry.key] : []));
  }

  private meta(payload: unknown): void {
    const id = getTextField(payload, 'id');
    if (this.id !== null) {
      // A fork copies the line of the session that it goes on from.
      if (id !== this.id) this.forkedFrom ??= id;
      return;
    }
    this.id = id;
    this.forkedFrom = getTextField(payload, 'forked_from_id');
    const spawn = getPathValue(payload, 'source', 'subagent', 'thread_spawn');
    this.parent = getTextField(spawn, 'parent_thread_id') ?? getTextField(payload, 'parent_thread_id');
    this.agent =
      getTextField(spawn, 'agent_role', 'agent_nickname') ?? getTextField(payload, 'agent_nickname');
  }

  private item(payload: unknown, time: number | null): boolean {
    const type = getTextField(payload, 'type') ?? '';
    const call = getTextField(payload, 'call_id', 'id');
    if (/_output$/.test(type)) {
      const output = parseCodexOutput(joinCodexOutput(getPathValue(payload, 'output')));
      this.entries.push({
        key: `output ${call}`,
        time,
        item: { output, id: getTextField(payload, 'call_id') },
      });
      return true;
    }
    if (/_call$/.test(type)) {
      this.entries.push({
        key: `call ${call} ${getTextField(payload, 'name')}`,
        time,
        item: { called: readCodexCall(payload, type) },
      });
      return true;
    }
    // Thoughts do not count as steps.
    if (type === 'reasoning') return true;
    const message = type === 'message' ? parseMessage(payload) : null;
    if (message === null) return false;
    const { role, text } = message;
    const isOfHarness = role !== 'assistant' && (role !== 'user' || OF_HARNESS.test(text ?? ''));
    const item = role === 'assistant' ? { said: text } : { asked: isOfHarness ? null : text };
    this.entries.push({ key: `${isOfHarness ? HARNESS : `${role} `}${text}`, time, item });
    return true;
  }

  private event(payload: unknown): boolean {
    const type = getTextField(payload, 'type');
    if (type === 'token_count') {
      const info = getPathValue(payload, 'info');
      const last = getPathValue(info, 'last_token_usage');
      const total = getNumberField(getPathValue(info, 'total_token_usage'), 'total_tokens');
      if (last !== undefined) this.entries.push({ costs: readCodexUsage(last), total: total ?? Number.NaN });
    } else if (type === 'task_started' || type === 'turn_started') this.mark('started');
    else if (type === 'task_complete' || type === 'turn_complete') this.mark('complete');
    else if (type === 'turn_aborted') this.mark('aborted');
    else return this.ended(payload);
    return true;
  }

  /** Events that end a call say if it failed. */
  private ended(payload: unknown): boolean {
    const item = isFieldsObject(getPathValue(payload, 'item')) ? getPathValue(payload, 'item') : payload;
    const call = getTextField(item, 'call_id', 'id');
    const failed = readEndEventFailure(item);
    if (call === null || failed === null) return false;
    this.entries.push({ call, failed });
    return true;
  }

  private mark(mark: 'started' | 'complete' | 'aborted' | 'compacted', text: string | null = null): void {
    this.entries.push({ mark, text });
  }
}

/** Tokens of an answer: input holds what was cached, output the reasoning, as OpenAI's API counts. */
const readCodexUsage = (usage: unknown): Costs => ({
  ...readProviderUsage(usage),
  tokensCachedWrite: getNumberField(usage, 'cache_write_input_tokens'),
  usd: null,
});

/** A list of text parts as one text; a single text as it is. */
function joinCodexOutput(output: unknown): unknown {
  if (!Array.isArray(output)) return output;
  const texts = getListField({ output }, 'output').map(part => getTextField(part, 'text'));
  return texts.every(text => text !== null) ? texts.join('\n') : output;
}

function readCodexCall(payload: unknown, type: string): ToolCall {
  const args =
    getPathValue(payload, 'arguments') ??
    getPathValue(payload, 'input') ??
    getPathValue(payload, 'action') ??
    getPathValue(payload, 'query');
  const name = getTextField(payload, 'name') ?? type.replace(/_call$/, '');
  return { id: getTextField(payload, 'call_id', 'id'), name, args };
}

/** Makes steps of entries. */
class RolloutReading {
  private readonly conversation = new Conversation();
  private said: string | null = null;
  private calls: ToolCall[] = [];
  private time: number | null = null;
  /** Steps whose answer is paid for. */
  private paid = 0;
  private total: number | null = null;
  /** True if a record gave the usage of an answer, which the next count repeats. */
  private isRecorded = false;
  private isComplete = true;
  private knowsTurns = false;
  private end: string | null = null;
  private readonly failures = new Map<string, boolean>();

  take(entry: RolloutEntry): void {
    if ('key' in entry) this.item(entry.item, entry.time);
    else if ('costs' in entry) this.usage(entry.costs, entry.total);
    else if ('call' in entry) this.failures.set(entry.call, entry.failed);
    else this.mark(entry.mark, entry.text);
  }

  finish() {
    this.flush();
    return { steps: this.conversation.finish(), end: this.end };
  }

  private item(item: CodexItem, time: number | null): void {
    if ('said' in item) {
      // The previous text stands for itself, unless a call follows.
      this.said =
        this.said === null || item.said === null ? (this.said ?? item.said) : `${this.said}\n${item.said}`;
      this.time ??= time;
      this.isComplete = false;
    } else if ('called' in item) {
      this.calls.push(item.called);
      this.time ??= time;
      this.isComplete = false;
    } else {
      this.flush();
      if ('asked' in item) this.conversation.ask(item.asked);
      else {
        const failed =
          item.output.failed === false ? (this.failures.get(item.id ?? '') ?? false) : item.output.failed;
        this.conversation.return({ id: item.id, value: item.output.value, failed, until: time });
      }
    }
  }

  /** A count repeats the record before it, and comes again and again with the same total. */
  private usage(costs: Costs, total: number | null): void {
    this.flush();
    if (total === null) this.isRecorded = true;
    else {
      const isKnown = this.isRecorded || total === this.total;
      this.total = total;
      this.isRecorded = false;
      if (isKnown) return;
    }
    const step = this.conversation.steps[this.paid];
    this.conversation.charge(costs, step);
    this.paid = this.conversation.steps.length;
  }

  private mark(mark: 'started' | 'complete' | 'aborted' | 'compacted', text: string | null): void {
    this.flush();
    if (mark === 'compacted') this.compact(text);
    else {
      this.knowsTurns = true;
      this.end = mark === 'aborted' ? 'turn_aborted' : null;
    }
    this.isComplete ||= mark === 'complete';
  }

  /** The model's summary is addressed to nobody: it comes right before, in no complete turn. */
  private compact(text: string | null): void {
    const last = this.conversation.steps.at(-1);
    if (last?.tool !== SAY || last.answer === null) return;
    if (!(text?.includes(last.answer) === true || (this.knowsTurns && !this.isComplete))) return;
    this.conversation.steps.pop();
    this.conversation.charge({ ...last });
    this.paid = this.conversation.steps.length;
  }

  private flush(): void {
    if (this.said !== null || this.calls.length > 0)
      this.conversation.answer({ text: this.said, calls: this.calls, at: this.time });
    this.said = null;
    this.calls = [];
    this.time = null;
  }
}
