import { createMessageStep, createStepDraft, type StepDraft, setStepResult } from '../steps.ts';
import { parseTraceTime } from '../times.ts';
import { UNKNOWN_COSTS } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField } from '../values.ts';
import type { Responses } from './openHandsCosts.ts';

/** Whether a value is an event of version 1, which names its kind. */
export const isOpenHandsV1Event = (value: unknown): boolean =>
  /(?:Event|Observation|Condensation\w*)$/.test(getTextField(value, 'kind') ?? '') &&
  /^(?:agent|user|environment|hook)$/.test(getTextField(value, 'source') ?? '');

/** The steps of a history of version 1, and how it ended where an event tells it. */
export function buildOpenHandsV1Steps(
  history: readonly unknown[],
  responses: Responses,
): { readonly steps: StepDraft[]; readonly end: string | null } {
  const steps: StepDraft[] = [];
  const open = new Map<string, StepDraft>();
  let [prompt, end]: [string | null, string | null] = [null, null];
  for (const event of history) {
    const kind = getTextField(event, 'kind') ?? '';
    if (kind === 'MessageEvent' && getPathValue(event, 'source') !== 'agent')
      prompt = readOpenHandsText(getPathValue(event, 'llm_message', 'content')) ?? prompt;
    else if (kind === 'MessageEvent' || kind === 'ActionEvent') {
      const step = buildV1EventStep(event, kind, prompt, responses);
      steps.push(step);
      const call = getTextField(event, 'tool_call_id');
      if (call !== null) open.set(call, step);
      open.set(getTextField(event, 'id') ?? '', step);
    } else if (kind === 'ConversationErrorEvent') end = getTextField(event, 'code', 'detail') ?? end;
    const step =
      open.get(getTextField(event, 'action_id') ?? '') ?? open.get(getTextField(event, 'tool_call_id') ?? '');
    if (step === undefined || kind === 'ActionEvent') continue;
    addV1Observation(step, event, kind);
    prompt = step.result ?? prompt;
  }
  return { steps, end };
}

function buildV1EventStep(
  event: unknown,
  kind: string,
  prompt: string | null,
  responses: Responses,
): StepDraft {
  const response = getTextField(event, 'llm_response_id');
  const costs = response === null ? UNKNOWN_COSTS : responses.pay(response);
  const facts = { ...costs, prompt, at: parseTraceTime(getPathValue(event, 'timestamp')) };
  if (kind === 'MessageEvent')
    return createMessageStep(readOpenHandsText(getPathValue(event, 'llm_message', 'content')), facts);
  return createStepDraft({
    ...facts,
    tool: getTextField(event, 'tool_name') ?? getTextField(getPathValue(event, 'action'), 'kind') ?? 'action',
    args:
      getPathValue(event, 'tool_call', 'arguments') ??
      getPathValue(event, 'tool_call', 'function', 'arguments') ??
      getPathValue(event, 'action'),
    answer: readOpenHandsText(getPathValue(event, 'thought')),
  });
}

function addV1Observation(step: StepDraft, event: unknown, kind: string): void {
  const observation = getPathValue(event, 'observation');
  const refused = getTextField(event, 'error', 'rejection_reason');
  const code =
    getNumberField(observation, 'exit_code') ??
    getNumberField(getPathValue(observation, 'metadata'), 'exit_code');
  const isError = getPathValue(observation, 'is_error');
  setStepResult(
    step,
    readOpenHandsText(getPathValue(observation, 'content')) ??
      getTextField(observation, 'output', 'error') ??
      refused,
  );
  step.until ??= parseTraceTime(getPathValue(event, 'timestamp'));
  if (kind === 'AgentErrorEvent' || kind === 'UserRejectObservation' || isError === true) step.failed = true;
  else if (code !== null) step.failed = code !== 0;
  else if (typeof isError === 'boolean') step.failed = isError;
  if (step.failed === true) step.error ??= refused ?? step.result;
}

/** A text, or the texts among its parts; null for none. */
function readOpenHandsText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  const texts = getListField({ value }, 'value').flatMap(part => getTextField(part, 'text') ?? []);
  return texts.length === 0 ? null : texts.join('\n');
}
