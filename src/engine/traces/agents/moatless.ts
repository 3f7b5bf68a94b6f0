import { type ValueFormat, valueByValue } from '../reading.ts';
import { type StepDraft, stepOf } from '../steps.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';

/** Trajectories of moatless-tools: the states of its own chart, with the actions that were taken in each. */
export const MOATLESS: ValueFormat = {
  name: 'moatless',
  fits: value =>
    listAt(value, 'transitions').some(
      one => Array.isArray(at(one, 'actions')) && textAt(one, 'name') !== null,
    ),
  open: sink =>
    valueByValue((value, place) => {
      const transitions = listAt(value, 'transitions');
      const task = textAt(at(value, 'info'), 'instance_id');
      const id = task ?? place.file.replace(/^.*\/|\.json$/g, '');
      const last = textAt(transitions[transitions.length - 1], 'name');
      const model =
        transitions.map(one => textAt(at(one, 'state'), 'model')).find(one => one !== null) ?? null;
      const steps = transitions.flatMap(stepsOf);
      sink.add({ id, end: last?.toLowerCase() ?? null, labels: { task: id, model }, steps }, place);
    }),
};

function stepsOf(transition: unknown): StepDraft[] {
  const state = textAt(transition, 'name') ?? '';
  const actions = listAt(transition, 'actions');
  // A final state is entered without an action.
  if (actions.length === 0) return [stepOf({ tool: state.toLowerCase(), state, failed: false })];
  return actions.map(given => {
    const action = at(given, 'action');
    const retry = textAt(given, 'retry_message');
    const named = at(action, 'action');
    return stepOf({
      tool: typeof named === 'string' && named !== '' ? named : state,
      state,
      args: withoutThoughts(action),
      result: at(given, 'output') ?? retry,
      failed: retry !== null,
      error: retry,
      answer: textAt(action, 'scratch_pad', 'thoughts'),
      tokensIn: numberAt(given, 'input_tokens'),
      tokensOut: numberAt(given, 'output_tokens'),
      usd: numberAt(given, 'completion_cost'),
    });
  });
}

/** What the model thought is no argument. */
function withoutThoughts(action: unknown): unknown {
  if (!isFields(action)) return action;
  return Object.fromEntries(
    Object.entries(action).filter(([key]) => key !== 'scratch_pad' && key !== 'thoughts'),
  );
}
