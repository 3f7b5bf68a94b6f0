import { InputError } from '../../core/errors.ts';
import { ListsByFile } from '../listsByFile.ts';
import { OrderedCases } from '../orderedCases.ts';
import { parseTraceTime } from '../times.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import {
  assignRemainingCosts,
  createMessageStep,
  createStepDraft,
  type StepDraft,
  setStepResult,
} from '../traceSteps.ts';
import { addTwoCosts, type Costs, normalizeUsage, readProviderUsage, UNKNOWN_COSTS } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';

/** OpenHands counts as LiteLLM does: cached input and reasoning are within the totals. */
const readOpenHandsUsage = (usage: unknown): Costs => ({
  ...normalizeUsage({
    input: getNumberField(usage, 'prompt_tokens'),
    output: getNumberField(usage, 'completion_tokens'),
    cachedRead: getNumberField(usage, 'cache_read_tokens'),
    cachedWrite: getNumberField(usage, 'cache_write_tokens'),
    reasoning: getNumberField(usage, 'reasoning_tokens'),
  }),
  usd: null,
});

/** The metrics of a history: of the whole, else as its last event with any has them, which are running totals. */
function findHistoryMetrics(value: unknown): readonly unknown[] {
  const whole = getPathValue(value, 'metrics');
  if (isFieldsObject(whole)) return [whole];
  let found: readonly unknown[] = [];
  for (const event of getListField(value, 'history')) {
    const byUse =
      getPathValue(event, 'value', 'usage_to_metrics') ??
      getPathValue(event, 'value', 'stats', 'usage_to_metrics');
    if (isFieldsObject(byUse)) found = Object.values(byUse);
    else if (isFieldsObject(getPathValue(event, 'llm_metrics'))) found = [getPathValue(event, 'llm_metrics')];
  }
  return found;
}

/** Total cost of a history. */
const readHistoryTotalCosts = (value: unknown): Costs =>
  findHistoryMetrics(value).reduce<Costs>((sum, metrics) => {
    const usage = readOpenHandsUsage(getPathValue(metrics, 'accumulated_token_usage'));
    return addTwoCosts(sum, { ...usage, usd: getNumberField(metrics, 'accumulated_cost') });
  }, UNKNOWN_COSTS);

/** Cost of each response of the model, which is paid once though it may make several calls. */
class Responses {
  private readonly usages: ReadonlyMap<string, unknown>;
  private readonly paid = new Set<string>();

  constructor(value: unknown) {
    const rows = findHistoryMetrics(value).flatMap(metrics => getListField(metrics, 'token_usages'));
    this.usages = new Map(rows.map(usage => [getTextField(usage, 'response_id') ?? '', usage]));
  }

  /** @param otherwise cost in the response itself */
  pay(response: string, otherwise: () => Costs = () => UNKNOWN_COSTS): Costs {
    if (this.paid.has(response)) return UNKNOWN_COSTS;
    this.paid.add(response);
    const usage = this.usages.get(response);
    return usage === undefined ? otherwise() : readOpenHandsUsage(usage);
  }
}

/** True if a value is an event of version 1, which names its kind. */
const isOpenHandsV1Event = (value: unknown): boolean =>
  /(?:Event|Observation|Condensation\w*)$/.test(getTextField(value, 'kind') ?? '') &&
  /^(?:agent|user|environment|hook)$/.test(getTextField(value, 'source') ?? '');

/** The steps of a history of version 1, and its ending if an event has it. */
function buildOpenHandsV1Steps(
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

/**
 * Histories of OpenHands: outputs of its evaluations, the list of events that its page downloads, and a folder with a file for
 * each event; of version 0, whose observations name their cause, and of version 1.
 */
export const OPEN_HANDS: ValueFormat = {
  name: 'OpenHands',
  fits: value => getListField(value, 'history').some(isOpenHandsEvent) || isOpenHandsEvent(value),
  open: sink => new OpenHandsReader(sink),
};

const isOpenHandsEvent = (value: unknown): boolean =>
  (getTextField(value, 'source') !== null &&
    getTextField(value, 'action', 'observation') !== null &&
    getPathValue(value, 'id') !== undefined) ||
  isOpenHandsV1Event(value);

/** A file that holds one event of a folder. */
const EVENT_FILE = /(?:^|\/)(?:event[-_]?)?\d+[^/]*\.json$/i;

class OpenHandsReader implements ValueReader {
  private readonly loose = new ListsByFile();
  private readonly cases = new OrderedCases();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    if (Array.isArray(getPathValue(value, 'history')))
      this.cases.add(buildOpenHandsCase(value, place.file), place);
    else if (isOpenHandsEvent(value)) {
      const isAlone = EVENT_FILE.test(place.file);
      this.loose.add(value, place, isAlone ? place.file.replace(/\/?[^/]*$/, '') : place.file);
    } else throw new InputError('no event, and no history of events');
  }

  endFile(): void {}

  end(): void {
    for (const [group, { place, items }] of this.loose.ending()) {
      const history = group === place.file ? items : items.toSorted(compareOpenHandsTime);
      const name = group.replace(/\/events$/, '');
      this.cases.add(buildOpenHandsCase({ history }, name === '' ? place.file : name), place);
    }
    this.cases.end(this.sink);
  }
}

const compareOpenHandsTime = (one: unknown, other: unknown): number =>
  (parseTraceTime(getPathValue(one, 'timestamp')) ?? 0) -
    (parseTraceTime(getPathValue(other, 'timestamp')) ?? 0) ||
  (getNumberField(one, 'id') ?? 0) - (getNumberField(other, 'id') ?? 0);

function buildOpenHandsCase(value: unknown, file: string): CaseDraft {
  const history = getListField(value, 'history');
  const responses = new Responses(value);
  const { steps, end } = history.some(isOpenHandsV1Event)
    ? buildOpenHandsV1Steps(history, responses)
    : { steps: buildOpenHandsV0Steps(history, responses), end: null };
  assignRemainingCosts(steps, readHistoryTotalCosts(value));
  const id = getTextField(value, 'instance_id', 'id');
  const metadata = getPathValue(value, 'metadata');
  const model = getTextField(getPathValue(metadata, 'llm_config') ?? getPathValue(metadata, 'llm'), 'model');
  return {
    id: id ?? file,
    end: getTextField(value, 'error') ?? end,
    labels: { task: id, model: model ?? getTextField(getPathValue(value, 'metrics'), 'model_name') },
    steps,
  };
}

/** Actions that do not count as steps of the agent. */
const NO_STEP = new Set(['system', 'recall', 'change_agent_state', 'null', 'condensation']);

function buildOpenHandsV0Steps(history: readonly unknown[], responses: Responses): StepDraft[] {
  const steps: StepDraft[] = [];
  const byId = new Map<string, StepDraft>();
  let [prompt, state]: [string | null, string | null] = [null, null];
  for (const event of history) {
    const action = getTextField(event, 'action');
    if (action === null) {
      if (getPathValue(event, 'observation') === 'agent_state_changed')
        state = getTextField(getPathValue(event, 'extras'), 'agent_state') ?? state;
      const step = byId.get(getTextField(event, 'cause') ?? '');
      if (step !== undefined) addV0Observation(step, event);
      prompt = getTextField(event, 'content') ?? prompt;
    } else if (getTextField(event, 'source') === 'user')
      prompt = getTextField(getPathValue(event, 'args'), 'content') ?? prompt;
    else if (getTextField(event, 'source') === 'agent' && !NO_STEP.has(action)) {
      const step = buildActionStep(event, action, { prompt, state, ...readResponseCosts(event, responses) });
      steps.push(step);
      byId.set(getTextField(event, 'id') ?? '', step);
    }
  }
  return steps;
}

/** A response that makes several calls is paid for once. */
function readResponseCosts(event: unknown, responses: Responses): Costs {
  const response = getPathValue(event, 'tool_call_metadata', 'model_response');
  const id = getTextField(response, 'id');
  if (id === null) return UNKNOWN_COSTS;
  return responses.pay(id, () => ({ ...readProviderUsage(getPathValue(response, 'usage')), usd: null }));
}

type OpenHandsFacts = Partial<Pick<StepDraft, 'prompt' | 'state'>> & Costs;

function buildActionStep(event: unknown, action: string, facts: OpenHandsFacts): StepDraft {
  const args = getPathValue(event, 'args');
  const time = parseTraceTime(getPathValue(event, 'timestamp'));
  if (action === 'message') return createMessageStep(getTextField(args, 'content'), { ...facts, at: time });
  const tool = getTextField(getPathValue(event, 'tool_call_metadata'), 'function_name') ?? action;
  return createStepDraft({
    ...facts,
    tool,
    args: removeArgsThought(args),
    answer: getTextField(args, 'thought'),
    at: time,
  });
}

function removeArgsThought(args: unknown): unknown {
  if (!isFieldsObject(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== 'thought'));
}

function addV0Observation(step: StepDraft, event: unknown): void {
  setStepResult(step, getPathValue(event, 'content') ?? null);
  step.until ??= parseTraceTime(getPathValue(event, 'timestamp'));
  const code =
    getNumberField(getPathValue(event, 'extras', 'metadata'), 'exit_code') ??
    getNumberField(getPathValue(event, 'extras'), 'exit_code');
  const success = getPathValue(event, 'success');
  if (code !== null) step.failed = code !== 0;
  else if (typeof success === 'boolean') step.failed = !success;
  if (getPathValue(event, 'observation') === 'error') step.failed = true;
  if (step.failed === true) step.error = getTextField(event, 'content');
}
