import { InputError } from '../../errors.ts';
import { messageOf } from '../lists/message.ts';
import { MessageSteps } from '../lists/messageSteps.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { at, isFields, numberAt, textAt } from '../values.ts';

const TYPES = /^(?:session_meta|turn_context|response_item|event_msg|compacted)$/;

/** Session logs of Codex ("rollouts"), one event in each line, one session in each file. */
export const CODEX: ValueFormat = {
  name: 'Codex',
  fits: value => TYPES.test(textAt(value, 'type') ?? '') && isFields(at(value, 'payload')),
  open: sink => new Rollouts(sink),
};

class Rollouts implements ValueReader {
  private steps = new MessageSteps(exitFailed);
  private place: TracePlace | null = null;
  private id: string | null = null;
  private model: string | null = null;
  private ended: string | null = null;
  /** Steps whose turn is paid for. */
  private paid = 0;
  private turn = 0;
  private total: number | null = null;
  private owed = { tokensIn: 0, tokensOut: 0 };

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const [type, payload] = [textAt(value, 'type') ?? '', at(value, 'payload')];
    if (!TYPES.test(type) || !isFields(payload)) throw new InputError('no event of a rollout');
    this.place ??= place;
    if (type === 'session_meta') this.id ??= textAt(payload, 'id');
    if (type === 'turn_context') this.model ??= textAt(payload, 'model');
    if (type === 'response_item') this.item(payload, timeOf(at(value, 'timestamp')));
    if (type === 'event_msg' && at(payload, 'type') === 'token_count') this.count(at(payload, 'info'));
    if (type === 'event_msg' && at(payload, 'type') === 'turn_aborted') this.ended = 'turn_aborted';
  }

  endFile(file: string): void {
    if (this.place === null) return;
    const steps = this.steps.finish();
    this.pay();
    this.sink.add({ id: this.id ?? file, end: this.ended, labels: { model: this.model }, steps }, this.place);
    this.steps = new MessageSteps(exitFailed);
    [this.place, this.id, this.model, this.ended, this.total] = [null, null, null, null, null];
    [this.paid, this.turn, this.owed] = [0, 0, { tokensIn: 0, tokensOut: 0 }];
  }

  end(): void {}

  private item(payload: unknown, time: number | null): void {
    const message = messageOf(payload);
    if (message === null || message.role === 'reasoning') return;
    if (message.role !== 'assistant') this.turn++;
    this.steps.add(message, { turn: `turn ${this.turn}`, at: time });
  }

  /** The usage of the last call; the same total again is the same call. */
  private count(info: unknown): void {
    const total = numberAt(at(info, 'total_token_usage'), 'total_tokens');
    if (total !== null && total === this.total) return;
    this.total = total;
    const last = at(info, 'last_token_usage');
    this.owed.tokensIn += numberAt(last, 'input_tokens') ?? 0;
    this.owed.tokensOut += numberAt(last, 'output_tokens') ?? 0;
    this.steps.finish();
    this.turn++;
    this.pay();
  }

  /** Puts what is owed on the first step since the last count. */
  private pay(): void {
    const { steps } = this.steps;
    const first = steps[this.paid];
    if (first === undefined || this.owed.tokensIn + this.owed.tokensOut === 0) return;
    first.tokensIn = this.owed.tokensIn;
    first.tokensOut = this.owed.tokensOut;
    this.owed = { tokensIn: 0, tokensOut: 0 };
    this.paid = steps.length;
  }
}

/** The exit code that the output of a command tells. */
function exitFailed(output: string): boolean | null {
  const code = /"exit_code"\s*:\s*(-?\d+)|(?:exited with code|Exit code:?)\s+(-?\d+)/i.exec(
    output.slice(0, 100_000),
  );
  return code === null ? null : (code[1] ?? code[2]) !== '0';
}
