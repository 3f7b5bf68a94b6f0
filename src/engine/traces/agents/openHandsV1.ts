import { type StepDraft, sayOf, setResult, stepOf } from '../steps.ts';
import { timeOf } from '../times.ts';
import { UNKNOWN_COSTS } from '../usage.ts';
import { at, listAt, numberAt, textAt } from '../values.ts';
import type { Responses } from './openHandsCosts.ts';

/** Whether a value is an event of version 1, which names its kind. */
export const isEventOfV1 = (value: unknown): boolean =>
  /(?:Event|Observation|Condensation\w*)$/.test(textAt(value, 'kind') ?? '') &&
  /^(?:agent|user|environment|hook)$/.test(textAt(value, 'source') ?? '');

/** The steps of a history of version 1, and how it ended where an event tells it. */
export function stepsOfV1(
  history: readonly unknown[],
  responses: Responses,
): { readonly steps: StepDraft[]; readonly end: string | null } {
  const steps: StepDraft[] = [];
  const open = new Map<string, StepDraft>();
  let [prompt, end]: [string | null, string | null] = [null, null];
  for (const event of history) {
    const kind = textAt(event, 'kind') ?? '';
    if (kind === 'MessageEvent' && at(event, 'source') !== 'agent')
      prompt = textIn(at(event, 'llm_message', 'content')) ?? prompt;
    else if (kind === 'MessageEvent' || kind === 'ActionEvent') {
      const step = stepOfEvent(event, kind, prompt, responses);
      steps.push(step);
      const call = textAt(event, 'tool_call_id');
      if (call !== null) open.set(call, step);
      open.set(textAt(event, 'id') ?? '', step);
    } else if (kind === 'ConversationErrorEvent') end = textAt(event, 'code', 'detail') ?? end;
    const step = open.get(textAt(event, 'action_id') ?? '') ?? open.get(textAt(event, 'tool_call_id') ?? '');
    if (step === undefined || kind === 'ActionEvent') continue;
    observed(step, event, kind);
    prompt = step.result ?? prompt;
  }
  return { steps, end };
}

function stepOfEvent(event: unknown, kind: string, prompt: string | null, responses: Responses): StepDraft {
  const response = textAt(event, 'llm_response_id');
  const costs = response === null ? UNKNOWN_COSTS : responses.pay(response);
  const facts = { ...costs, prompt, at: timeOf(at(event, 'timestamp')) };
  if (kind === 'MessageEvent') return sayOf(textIn(at(event, 'llm_message', 'content')), facts);
  return stepOf({
    ...facts,
    tool: textAt(event, 'tool_name') ?? textAt(at(event, 'action'), 'kind') ?? 'action',
    args:
      at(event, 'tool_call', 'arguments') ??
      at(event, 'tool_call', 'function', 'arguments') ??
      at(event, 'action'),
    answer: textIn(at(event, 'thought')),
  });
}

function observed(step: StepDraft, event: unknown, kind: string): void {
  const observation = at(event, 'observation');
  const refused = textAt(event, 'error', 'rejection_reason');
  const code = numberAt(observation, 'exit_code') ?? numberAt(at(observation, 'metadata'), 'exit_code');
  const isError = at(observation, 'is_error');
  setResult(step, textIn(at(observation, 'content')) ?? textAt(observation, 'output', 'error') ?? refused);
  step.until ??= timeOf(at(event, 'timestamp'));
  if (kind === 'AgentErrorEvent' || kind === 'UserRejectObservation' || isError === true) step.failed = true;
  else if (code !== null) step.failed = code !== 0;
  else if (typeof isError === 'boolean') step.failed = isError;
  if (step.failed === true) step.error ??= refused ?? step.result;
}

/** A text, or the texts among its parts; null for none. */
function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  const texts = listAt({ value }, 'value').flatMap(part => textAt(part, 'text') ?? []);
  return texts.length === 0 ? null : texts.join('\n');
}
