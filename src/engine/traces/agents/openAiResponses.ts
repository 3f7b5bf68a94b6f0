import { InputError } from '../../errors.ts';
import { messageOf } from '../lists/message.ts';
import { MessageSteps } from '../lists/messageSteps.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { timeOf } from '../times.ts';
import { readUsage } from '../usage.ts';
import { at, isFields, listAt, textAt } from '../values.ts';
import { addCases } from './agentCases.ts';

/** Answers of OpenAI's Responses API, as they came: those that name one before are of one case. */
export const OPENAI_RESPONSES: ValueFormat = {
  name: 'OpenAI responses',
  fits: value => at(value, 'object') === 'response' && Array.isArray(at(value, 'output')),
  open: sink => new Responses(sink),
};

/** A response, and where it stands. */
interface Told {
  readonly value: unknown;
  readonly place: TracePlace;
}

class Responses implements ValueReader {
  private readonly byId = new Map<string, Told>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (!isFields(value) || !Array.isArray(at(value, 'output'))) throw new InputError('no response');
    this.byId.set(textAt(value, 'id') ?? `${place.file} ${this.byId.size + 1}`, { value, place });
  }

  endFile(): void {}

  end(): void {
    const next = new Map<string, string[]>();
    for (const [id, { value }] of this.byId) {
      const before = textAt(value, 'previous_response_id');
      if (before !== null && before !== id) next.set(before, [...(next.get(before) ?? []), id]);
    }
    const isFirst = ({ value }: Told): boolean => !this.byId.has(textAt(value, 'previous_response_id') ?? '');
    const first = [...this.byId].filter(([, told]) => isFirst(told));
    addCases(
      this.sink,
      first.map(([id, { place, value }]) => {
        const steps = new MessageSteps();
        for (const waiting = [id]; waiting.length > 0; ) {
          const one = waiting.shift() ?? '';
          addResponse(steps, this.byId.get(one)?.value);
          waiting.push(...(next.get(one) ?? []));
        }
        return { place, draft: { id, labels: { model: textAt(value, 'model') }, steps: steps.finish() } };
      }),
    );
  }
}

function addResponse(steps: MessageSteps, value: unknown): void {
  const facts = { turn: textAt(value, 'id'), at: timeOf(at(value, 'created_at')) };
  const usage = readUsage(at(value, 'usage'));
  for (const item of listAt(value, 'input')) {
    const message = messageOf(item);
    if (message !== null) steps.add(message);
  }
  let isPaid = false;
  for (const item of listAt(value, 'output')) {
    const message = messageOf(item);
    if (message?.role !== 'assistant') continue;
    steps.add(message, isPaid ? facts : { ...facts, ...usage });
    isPaid = true;
  }
}
