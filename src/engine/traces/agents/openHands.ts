import { type TraceSink, type ValueFormat, valueByValue } from '../reading.ts';
import { type StepDraft, sayOf, setResult, stepOf } from '../steps.ts';
import { timeOf } from '../times.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';

/** Outputs of OpenHands' evaluations: a history of actions and of observations that name their cause. */
export const OPEN_HANDS: ValueFormat = {
  name: 'OpenHands',
  fits: value =>
    listAt(value, 'history').some(
      event => textAt(event, 'source') !== null && textAt(event, 'action', 'observation') !== null,
    ),
  open: sink => valueByValue((value, place) => sink.add(caseOf(value, place.file), place)),
};

/** Actions that are no step of the agent. */
const NO_STEP = new Set(['system', 'recall', 'change_agent_state', 'null', 'condensation']);

function caseOf(value: unknown, file: string): Parameters<TraceSink['add']>[0] {
  const usages = new Map(
    listAt(value, 'metrics', 'token_usages').map(usage => [textAt(usage, 'response_id') ?? '', usage]),
  );
  const steps: StepDraft[] = [];
  const byId = new Map<string, StepDraft>();
  let [prompt, state]: [string | null, string | null] = [null, null];
  for (const event of listAt(value, 'history')) {
    const action = textAt(event, 'action');
    if (action === null) {
      if (at(event, 'observation') === 'agent_state_changed')
        state = textAt(at(event, 'extras'), 'agent_state') ?? state;
      const step = byId.get(textAt(event, 'cause') ?? '');
      if (step !== undefined) observed(step, event);
      prompt = textAt(event, 'content') ?? prompt;
    } else if (textAt(event, 'source') === 'user') prompt = textAt(at(event, 'args'), 'content') ?? prompt;
    else if (textAt(event, 'source') === 'agent' && !NO_STEP.has(action)) {
      const step = stepOfAction(event, action, { prompt, state, ...costsOf(event, usages) });
      steps.push(step);
      byId.set(textAt(event, 'id') ?? '', step);
    }
  }
  const id = textAt(value, 'instance_id', 'id') ?? file;
  const model = textAt(at(value, 'metadata', 'llm_config'), 'model');
  return { id, end: textAt(value, 'error'), labels: { task: id, model }, steps };
}

type Facts = Partial<Pick<StepDraft, 'prompt' | 'state' | 'tokensIn' | 'tokensOut'>>;

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

/** A response that makes several calls is paid for once. */
function costsOf(event: unknown, usages: Map<string, unknown>): Facts {
  const response = textAt(at(event, 'tool_call_metadata', 'model_response'), 'id') ?? '';
  const usage = usages.get(response);
  usages.delete(response);
  return { tokensIn: numberAt(usage, 'prompt_tokens'), tokensOut: numberAt(usage, 'completion_tokens') };
}

function observed(step: StepDraft, event: unknown): void {
  setResult(step, at(event, 'content') ?? null);
  step.until ??= timeOf(at(event, 'timestamp'));
  const code =
    numberAt(at(event, 'extras', 'metadata'), 'exit_code') ?? numberAt(at(event, 'extras'), 'exit_code');
  if (code !== null) step.failed = code !== 0;
  if (at(event, 'observation') === 'error') step.failed = true;
  if (step.failed === true) step.error = textAt(event, 'content');
}
