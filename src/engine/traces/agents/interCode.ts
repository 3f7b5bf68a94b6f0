import { type TracePlace, type TraceSink, type ValueFormat, valueByValue } from '../reading.ts';
import { type StepDraft, stepOf } from '../steps.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { commandWord } from './sweAgent.ts';

/** Results of InterCode: an object of runs by number, each with its actions, observations and rewards as lists. */
export const INTER_CODE: ValueFormat = {
  name: 'InterCode',
  fits: value => isRun(value) || (isFields(value) && Object.values(value).some(isRun)),
  open: sink =>
    valueByValue((value, place) => {
      if (isRun(value)) return addRun(textAt(value, 'task_id') ?? '', value, place, sink);
      for (const [id, run] of Object.entries(value as object))
        if (isRun(run)) addRun(id, run, place, sink);
        else sink.skip(place, `${id} is no run`);
    }),
};

const isRun = (value: unknown): boolean => Array.isArray(at(value, 'turn_history', 'actions'));

function addRun(id: string, run: unknown, place: TracePlace, sink: TraceSink): void {
  const history = at(run, 'turn_history');
  let prompt = textAt(run, 'query');
  const steps: StepDraft[] = listAt(history, 'actions').map((action, index) => {
    const observation = at(history, 'observations', index);
    const valid = at(history, 'valid_action', index);
    const step = stepOf({
      tool: commandWord(String(action)).toLowerCase(),
      args: action,
      result: observation,
      failed: typeof valid === 'boolean' ? !valid : null,
      prompt,
    });
    prompt = typeof observation === 'string' ? observation : prompt;
    return step;
  });
  const reward = numberAt(at(run, 'summary'), 'max_reward');
  const labels = { task: textAt(run, 'task_id'), domain: textAt(run, 'environment') };
  const outcome = reward === null ? null : reward >= 1 ? 'succeeded' : 'failed';
  const end =
    outcome === 'succeeded'
      ? 'solved'
      : steps.length >= (numberAt(at(run, 'summary'), 'turns_max') ?? Infinity)
        ? 'max_turns'
        : null;
  sink.add({ id: `task ${id}`, reward, outcome, end, labels, steps }, place);
}
