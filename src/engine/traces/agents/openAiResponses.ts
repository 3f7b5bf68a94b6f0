import { InputError } from '../../core/errors.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import { parseMessage } from '../lists/message.ts';
import { MessageSteps } from '../lists/messageSteps.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { readProviderUsage } from '../usage.ts';
import { getListField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { addAgentCases } from './agentCases.ts';

/** Answers of OpenAI's Responses API, as they came: those that name one before are of one case. */
export const OPENAI_RESPONSES: ValueFormat = {
  name: 'OpenAI responses',
  fits: value => getPathValue(value, 'object') === 'response' && Array.isArray(getPathValue(value, 'output')),
  open: sink => new Responses(sink),
};

/** A response, and its place. */
interface PlacedResponse {
  readonly value: unknown;
  readonly place: TracePlace;
}

class Responses implements ValueReader {
  private readonly byId = new Map<string, PlacedResponse>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (!isFieldsObject(value) || !Array.isArray(getPathValue(value, 'output')))
      throw new InputError('no response');
    this.byId.set(getTextField(value, 'id') ?? `${place.file} ${this.byId.size + 1}`, { value, place });
  }

  endFile(): void {}

  end(): void {
    const next = new Map<string, string[]>();
    for (const [id, { value }] of this.byId) {
      const before = getTextField(value, 'previous_response_id');
      if (before !== null && before !== id) next.set(before, [...(next.get(before) ?? []), id]);
    }
    // Branches stand as they were made, whatever the order of the file.
    for (const ids of next.values())
      ids.sort((a, b) => this.madeAt(a) - this.madeAt(b) || compareCodeUnits(a, b));
    const first = this.beginnings(next);
    addAgentCases(
      this.sink,
      first.map(([id, { place, value }]) => {
        const steps = new MessageSteps();
        for (const waiting = [id]; waiting.length > 0; ) {
          const one = waiting.shift() ?? '';
          addOpenAiResponse(steps, this.byId.get(one)?.value);
          for (const id of next.get(one) ?? []) waiting.push(id);
        }
        return {
          place,
          draft: { id, labels: { model: getTextField(value, 'model') }, ...steps.finishCase() },
        };
      }),
    );
  }

  private madeAt(id: string): number {
    return parseTraceTime(getPathValue(this.byId.get(id)?.value, 'created_at')) ?? 0;
  }

  /** Answers that name none before them that is here; in a circle of answers the oldest, which follows none then. */
  private beginnings(next: Map<string, string[]>): (readonly [id: string, told: PlacedResponse])[] {
    const met = new Set<string>();
    const first: (readonly [id: string, told: PlacedResponse])[] = [];
    const begin = (id: string, report: PlacedResponse): void => {
      first.push([id, report]);
      addFollowingResponses(id, next, met);
    };
    for (const [id, told] of this.byId) {
      const before = getTextField(told.value, 'previous_response_id') ?? '';
      if (before === id || !this.byId.has(before)) begin(id, told);
    }
    const left = [...this.byId].filter(([id]) => !met.has(id));
    left.sort(([a], [b]) => this.madeAt(a) - this.madeAt(b) || compareCodeUnits(a, b));
    for (const [id, told] of left) {
      if (met.has(id)) continue;
      const before = getTextField(told.value, 'previous_response_id') ?? '';
      next.set(
        before,
        (next.get(before) ?? []).filter(other => other !== id),
      );
      begin(id, told);
    }
    return first;
  }
}

/** All that comes after an answer, which is added to what was met already. */
function addFollowingResponses(
  id: string,
  next: ReadonlyMap<string, readonly string[]>,
  met: Set<string>,
): void {
  const waiting = [id];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (met.has(one)) continue;
    met.add(one);
    for (const following of next.get(one) ?? []) waiting.push(following);
  }
}

function addOpenAiResponse(steps: MessageSteps, value: unknown): void {
  const facts = { turn: getTextField(value, 'id'), at: parseTraceTime(getPathValue(value, 'created_at')) };
  const usage = readProviderUsage(getPathValue(value, 'usage'));
  for (const item of getListField(value, 'input')) {
    const message = parseMessage(item);
    if (message !== null) steps.add(message);
  }
  let isPaid = false;
  for (const item of getListField(value, 'output')) {
    const message = parseMessage(item);
    if (message?.role !== 'assistant') continue;
    steps.add(message, isPaid ? facts : { ...facts, ...usage });
    isPaid = true;
  }
}
