import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import { parseTraceTime } from '../times.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import {
  addStepCosts,
  createMessageStep,
  createStepDraft,
  type StepDraft,
  setStepResult,
} from '../traceSteps.ts';
import { addTwoCosts, type Costs, readProviderUsage, UNKNOWN_COSTS } from '../usage.ts';
import { getListField, getPathValue, getTextField, isFieldsObject } from '../values.ts';

/** Memories of smolagents: the list of steps that `agent.memory.get_full_steps()` gives, or an object with it. */
export const SMOLAGENTS: ValueFormat = {
  name: 'smolagents',
  fits: value => isSmolagentsAction(value) || getSmolagentsSteps(value).some(isSmolagentsAction),
  open: sink => new MemoryReader(sink),
};

/** Actions are numbered, and have an observation or a failure. */
const isSmolagentsAction = (value: unknown): boolean =>
  typeof getPathValue(value, 'step_number') === 'number' &&
  ['observations', 'action_output', 'model_output', 'error'].some(
    key => getPathValue(value, key) !== undefined,
  );

const getSmolagentsSteps = (value: unknown): readonly unknown[] =>
  getListField(value, 'steps').length > 0
    ? getListField(value, 'steps')
    : getListField(value, 'memory', 'steps');

class MemoryReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (!isFieldsObject(value)) throw new InputError('a step that is not an object');
    const steps = getSmolagentsSteps(value);
    if (!steps.some(isSmolagentsAction)) this.loose.add(value, place);
    else this.add(getTextField(value, 'id', 'run_id', 'name') ?? place.file, steps, place);
  }

  endFile(): void {}

  end(): void {
    for (const [group, { place, items }] of this.loose.ending()) this.add(group, items, place);
    this.cases.end(this.sink);
  }

  private add(id: string, memory: readonly unknown[], place: TracePlace): void {
    this.cases.add({ id, steps: buildSmolagentsSteps(memory) }, place);
  }
}

function buildSmolagentsSteps(memory: readonly unknown[]): StepDraft[] {
  const steps: StepDraft[] = [];
  let prompt: string | null = null;
  let owed: Costs = UNKNOWN_COSTS;
  for (const given of memory) {
    prompt = getTextField(given, 'task') ?? prompt;
    owed = addTwoCosts(owed, readProviderUsage(getPathValue(given, 'token_usage')));
    if (!isSmolagentsAction(given)) continue;
    const turn = buildSmolagentsAction(given, prompt);
    Object.assign(turn[0], owed);
    owed = UNKNOWN_COSTS;
    steps.push(...turn);
    prompt = getTextField(given, 'observations') ?? prompt;
  }
  const last = steps.at(-1);
  if (last !== undefined) addStepCosts(last, owed);
  return steps;
}

/**
 * An action has the joint output of its calls, and one error: these belong to the last call, as does its end, and of
 * the others it is not known then if they failed.
 */
function buildSmolagentsAction(given: unknown, prompt: string | null): StepDraft[] {
  const timing = getPathValue(given, 'timing');
  const error = readSmolagentsError(getPathValue(given, 'error'));
  const facts = {
    prompt,
    at: parseTraceTime(getPathValue(timing, 'start_time') ?? getPathValue(given, 'start_time')),
  };
  const answer = getTextField(given, 'model_output');
  const calls = getListField(given, 'tool_calls').flatMap(call => {
    const called = getPathValue(call, 'function') ?? call;
    const name = getTextField(called, 'name');
    return name === null ? [] : [{ name, args: getPathValue(called, 'arguments') }];
  });
  const steps = calls.map(({ name, args }, index) =>
    createStepDraft({ ...facts, tool: name, args, answer: index === 0 ? answer : null }),
  );
  if (steps.length === 0) steps.push(createMessageStep(answer, facts));
  const last = steps[steps.length - 1];
  last.until = parseTraceTime(getPathValue(timing, 'end_time') ?? getPathValue(given, 'end_time'));
  if (calls.length > 0)
    setStepResult(last, getTextField(given, 'observations') ?? getPathValue(given, 'action_output'));
  for (const step of steps) step.failed = error === null ? false : null;
  if (error !== null) Object.assign(last, { failed: true, error });
  return steps;
}

function readSmolagentsError(error: unknown): string | null {
  if (typeof error === 'string') return error === '' ? null : error;
  return isFieldsObject(error) ? (getTextField(error, 'message', 'type') ?? JSON.stringify(error)) : null;
}
