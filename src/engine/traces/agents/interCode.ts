import { createValueReader, type TracePlace, type TraceSink, type ValueFormat } from '../traceReading.ts';
import { createStepDraft, type StepDraft } from '../traceSteps.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { getCommandWord } from './sweAgent.ts';

/** Results of InterCode: an object of runs by number, each with its actions, observations and rewards as lists. */
export const INTER_CODE: ValueFormat = {
  name: 'InterCode',
  fits: value =>
    isInterCodeRun(value) || (isFieldsObject(value) && Object.values(value).some(isInterCodeRun)),
  open: sink =>
    createValueReader((value, place) => {
      if (isInterCodeRun(value))
        return addInterCodeRun(getTextField(value, 'task_id') ?? '', value, place, sink);
      for (const [id, run] of Object.entries(value as object))
        if (isInterCodeRun(run)) addInterCodeRun(id, run, place, sink);
        else sink.skip(place, `${id} is not a run`);
    }),
};

const isInterCodeRun = (value: unknown): boolean =>
  Array.isArray(getPathValue(value, 'turn_history', 'actions'));

function addInterCodeRun(id: string, run: unknown, place: TracePlace, sink: TraceSink): void {
  const history = getPathValue(run, 'turn_history');
  let prompt = getTextField(run, 'query');
  const steps: StepDraft[] = getListField(history, 'actions').map((action, index) => {
    const observation = getPathValue(history, 'observations', index);
    const valid = getPathValue(history, 'valid_action', index);
    const step = createStepDraft({
      tool: getCommandWord(String(action)).toLowerCase(),
      args: action,
      result: observation,
      failed: typeof valid === 'boolean' ? !valid : null,
      prompt,
    });
    prompt = typeof observation === 'string' ? observation : prompt;
    return step;
  });
  const reward = getNumberField(getPathValue(run, 'summary'), 'max_reward');
  const labels = { task: getTextField(run, 'task_id'), domain: getTextField(run, 'environment') };
  const outcome = reward === null ? null : reward >= 1 ? 'succeeded' : 'failed';
  const end =
    outcome === 'succeeded'
      ? 'solved'
      : steps.length >= (getNumberField(getPathValue(run, 'summary'), 'turns_max') ?? Infinity)
        ? 'max_turns'
        : null;
  sink.add({ id: `task ${id}`, reward, outcome, end, labels, steps }, place);
}
