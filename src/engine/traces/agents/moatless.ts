import { createValueReader, type ValueFormat } from '../traceReading.ts';
import { createStepDraft, type StepDraft } from '../traceSteps.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';

/** Trajectories of moatless-tools: the states of its own chart, with the actions that were taken in each. */
export const MOATLESS: ValueFormat = {
  name: 'moatless',
  fits: value =>
    getListField(value, 'transitions').some(
      one => Array.isArray(getPathValue(one, 'actions')) && getTextField(one, 'name') !== null,
    ),
  open: sink =>
    createValueReader((value, place) => {
      const transitions = getListField(value, 'transitions');
      const task = getTextField(getPathValue(value, 'info'), 'instance_id');
      const id = task ?? place.file.replace(/^.*\/|\.json$/g, '');
      const last = getTextField(transitions[transitions.length - 1], 'name');
      const model =
        transitions.map(one => getTextField(getPathValue(one, 'state'), 'model')).find(one => one !== null) ??
        null;
      const steps = transitions.flatMap(buildMoatlessSteps);
      sink.add({ id, end: last?.toLowerCase() ?? null, labels: { task: id, model }, steps }, place);
    }),
};

function buildMoatlessSteps(transition: unknown): StepDraft[] {
  const state = getTextField(transition, 'name') ?? '';
  const actions = getListField(transition, 'actions');
  // A final state is entered without an action.
  if (actions.length === 0) return [createStepDraft({ tool: state.toLowerCase(), state, failed: false })];
  return actions.map(given => {
    const action = getPathValue(given, 'action');
    const retry = getTextField(given, 'retry_message');
    const named = getPathValue(action, 'action');
    return createStepDraft({
      tool: typeof named === 'string' && named !== '' ? named : state,
      state,
      args: removeActionThoughts(action),
      result: getPathValue(given, 'output') ?? retry,
      failed: retry !== null,
      error: retry,
      answer: getTextField(action, 'scratch_pad', 'thoughts'),
      tokensIn: getNumberField(given, 'input_tokens'),
      tokensOut: getNumberField(given, 'output_tokens'),
      usd: getNumberField(given, 'completion_cost'),
    });
  });
}

/** The model's thoughts do not count as an argument. */
function removeActionThoughts(action: unknown): unknown {
  if (!isFieldsObject(action)) return action;
  return Object.fromEntries(
    Object.entries(action).filter(([key]) => key !== 'scratch_pad' && key !== 'thoughts'),
  );
}
