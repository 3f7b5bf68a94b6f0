import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { payWhole, type StepDraft, sayOf, setResult, stepOf } from '../steps.ts';
import { timeOf } from '../times.ts';
import { type Costs, readUsage, UNKNOWN_COSTS } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { Responses, wholeOf } from './openHandsCosts.ts';
import { isEventOfV1, stepsOfV1 } from './openHandsV1.ts';

/**
 * Histories of OpenHands: outputs of its evaluations, the list of events that its page downloads, and a folder with a file for
 * each event; of version 0, whose observations name their cause, and of version 1.
 */
export const OPEN_HANDS: ValueFormat = {
  name: 'OpenHands',
  fits: value => listAt(value, 'history').some(isEvent) || isEvent(value),
  open: sink => new OpenHandsReader(sink),
};

const isEvent = (value: unknown): boolean =>
  (textAt(value, 'source') !== null &&
    textAt(value, 'action', 'observation') !== null &&
    at(value, 'id') !== undefined) ||
  isEventOfV1(value);

/** A file that holds one event of a folder. */
const EVENT_FILE = /(?:^|\/)(?:event[-_]?)?\d+[^/]*\.json$/i;

class OpenHandsReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (Array.isArray(at(value, 'history'))) this.cases.add(caseOf(value, place.file), place);
    else if (isEvent(value)) {
      const isAlone = EVENT_FILE.test(place.file);
      this.loose.add(value, place, isAlone ? place.file.replace(/\/?[^/]*$/, '') : place.file);
    } else throw new InputError('no event, and no history of events');
  }

  endFile(): void {}

  end(): void {
    for (const [group, { place, items }] of this.loose.ending()) {
      const history = group === place.file ? items : items.toSorted(byTime);
      const name = group.replace(/\/events$/, '');
      this.cases.add(caseOf({ history }, name === '' ? place.file : name), place);
    }
    this.cases.end(this.sink);
  }
}

const byTime = (one: unknown, other: unknown): number =>
  (timeOf(at(one, 'timestamp')) ?? 0) - (timeOf(at(other, 'timestamp')) ?? 0) ||
  (numberAt(one, 'id') ?? 0) - (numberAt(other, 'id') ?? 0);

function caseOf(value: unknown, file: string): CaseDraft {
  const history = listAt(value, 'history');
  const responses = new Responses(value);
  const { steps, end } = history.some(isEventOfV1)
    ? stepsOfV1(history, responses)
    : { steps: stepsOfV0(history, responses), end: null };
  payWhole(steps, wholeOf(value));
  const id = textAt(value, 'instance_id', 'id');
  const metadata = at(value, 'metadata');
  const model = textAt(at(metadata, 'llm_config') ?? at(metadata, 'llm'), 'model');
  return {
    id: id ?? file,
    end: textAt(value, 'error') ?? end,
    labels: { task: id, model: model ?? textAt(at(value, 'metrics'), 'model_name') },
    steps,
  };
}

/** Actions that are no step of the agent. */
const NO_STEP = new Set(['system', 'recall', 'change_agent_state', 'null', 'condensation']);

function stepsOfV0(history: readonly unknown[], responses: Responses): StepDraft[] {
  const steps: StepDraft[] = [];
  const byId = new Map<string, StepDraft>();
  let [prompt, state]: [string | null, string | null] = [null, null];
  for (const event of history) {
    const action = textAt(event, 'action');
    if (action === null) {
      if (at(event, 'observation') === 'agent_state_changed')
        state = textAt(at(event, 'extras'), 'agent_state') ?? state;
      const step = byId.get(textAt(event, 'cause') ?? '');
      if (step !== undefined) observed(step, event);
      prompt = textAt(event, 'content') ?? prompt;
    } else if (textAt(event, 'source') === 'user') prompt = textAt(at(event, 'args'), 'content') ?? prompt;
    else if (textAt(event, 'source') === 'agent' && !NO_STEP.has(action)) {
      const step = stepOfAction(event, action, { prompt, state, ...costsOf(event, responses) });
      steps.push(step);
      byId.set(textAt(event, 'id') ?? '', step);
    }
  }
  return steps;
}

/** A response that makes several calls is paid for once. */
function costsOf(event: unknown, responses: Responses): Costs {
  const response = at(event, 'tool_call_metadata', 'model_response');
  const id = textAt(response, 'id');
  if (id === null) return UNKNOWN_COSTS;
  return responses.pay(id, () => ({ ...readUsage(at(response, 'usage')), usd: null }));
}

type Facts = Partial<Pick<StepDraft, 'prompt' | 'state'>> & Costs;

function stepOfAction(event: unknown, action: string, facts: Facts): StepDraft {
  const args = at(event, 'args');
  const time = timeOf(at(event, 'timestamp'));
  if (action === 'message') return sayOf(textAt(args, 'content'), { ...facts, at: time });
  const tool = textAt(at(event, 'tool_call_metadata'), 'function_name') ?? action;
  return stepOf({ ...facts, tool, args: withoutThought(args), answer: textAt(args, 'thought'), at: time });
}

function withoutThought(args: unknown): unknown {
  if (!isFields(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== 'thought'));
}

function observed(step: StepDraft, event: unknown): void {
  setResult(step, at(event, 'content') ?? null);
  step.until ??= timeOf(at(event, 'timestamp'));
  const code =
    numberAt(at(event, 'extras', 'metadata'), 'exit_code') ?? numberAt(at(event, 'extras'), 'exit_code');
  const success = at(event, 'success');
  if (code !== null) step.failed = code !== 0;
  else if (typeof success === 'boolean') step.failed = !success;
  if (at(event, 'observation') === 'error') step.failed = true;
  if (step.failed === true) step.error = textAt(event, 'content');
}
