import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import type { TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { addCosts, type StepDraft, sayOf, setResult, stepOf } from '../steps.ts';
import { timeOf } from '../times.ts';
import { type Costs, readUsage, sumOfCosts, UNKNOWN_COSTS } from '../usage.ts';
import { at, isFields, listAt, textAt } from '../values.ts';

/** Memories of smolagents: the list of steps that `agent.memory.get_full_steps()` gives, or an object with it. */
export const SMOLAGENTS: ValueFormat = {
  name: 'smolagents',
  fits: value => isAction(value) || stepsIn(value).some(isAction),
  open: sink => new MemoryReader(sink),
};

/** Actions are numbered, and tell what they observed or that they failed. */
const isAction = (value: unknown): boolean =>
  typeof at(value, 'step_number') === 'number' &&
  ['observations', 'action_output', 'model_output', 'error'].some(key => at(value, key) !== undefined);

const stepsIn = (value: unknown): readonly unknown[] =>
  listAt(value, 'steps').length > 0 ? listAt(value, 'steps') : listAt(value, 'memory', 'steps');

class MemoryReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (!isFields(value)) throw new InputError('a step that is no object');
    const steps = stepsIn(value);
    if (!steps.some(isAction)) this.loose.add(value, place);
    else this.add(textAt(value, 'id', 'run_id', 'name') ?? place.file, steps, place);
  }

  endFile(): void {}

  end(): void {
    for (const [group, { place, items }] of this.loose.ending()) this.add(group, items, place);
    this.cases.end(this.sink);
  }

  private add(id: string, memory: readonly unknown[], place: TracePlace): void {
    this.cases.add({ id, steps: stepsOf(memory) }, place);
  }
}

function stepsOf(memory: readonly unknown[]): StepDraft[] {
  const steps: StepDraft[] = [];
  let prompt: string | null = null;
  let owed: Costs = UNKNOWN_COSTS;
  for (const given of memory) {
    prompt = textAt(given, 'task') ?? prompt;
    owed = sumOfCosts(owed, readUsage(at(given, 'token_usage')));
    if (!isAction(given)) continue;
    const turn = stepsOfAction(given, prompt);
    Object.assign(turn[0], owed);
    owed = UNKNOWN_COSTS;
    steps.push(...turn);
    prompt = textAt(given, 'observations') ?? prompt;
  }
  const last = steps.at(-1);
  if (last !== undefined) addCosts(last, owed);
  return steps;
}

/**
 * An action observes all that its calls returned together, and tells one error: these are the last call's, as is its
 * end, and of the others it is not known then whether they failed.
 */
function stepsOfAction(given: unknown, prompt: string | null): StepDraft[] {
  const timing = at(given, 'timing');
  const error = errorOf(at(given, 'error'));
  const facts = { prompt, at: timeOf(at(timing, 'start_time') ?? at(given, 'start_time')) };
  const answer = textAt(given, 'model_output');
  const calls = listAt(given, 'tool_calls').flatMap(call => {
    const called = at(call, 'function') ?? call;
    const name = textAt(called, 'name');
    return name === null ? [] : [{ name, args: at(called, 'arguments') }];
  });
  const steps = calls.map(({ name, args }, index) =>
    stepOf({ ...facts, tool: name, args, answer: index === 0 ? answer : null }),
  );
  if (steps.length === 0) steps.push(sayOf(answer, facts));
  const last = steps[steps.length - 1];
  last.until = timeOf(at(timing, 'end_time') ?? at(given, 'end_time'));
  if (calls.length > 0) setResult(last, textAt(given, 'observations') ?? at(given, 'action_output'));
  for (const step of steps) step.failed = error === null ? false : null;
  if (error !== null) Object.assign(last, { failed: true, error });
  return steps;
}

function errorOf(error: unknown): string | null {
  if (typeof error === 'string') return error === '' ? null : error;
  return isFields(error) ? (textAt(error, 'message', 'type') ?? JSON.stringify(error)) : null;
}
