import type { Message, ToolResult } from '../lists/message.ts';
import { MessageSteps, type TurnFacts } from '../lists/messageSteps.ts';
import { OrderedCases } from '../orderedCases.ts';
import { parseTraceTime } from '../times.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../traceReading.ts';
import { addStepCosts } from '../traceSteps.ts';
import { type Costs, normalizeUsage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField } from '../values.ts';

/** Fields that name a trajectory, the more usual first. */
const ROOT_ID = ['session_id', 'trajectory_id'] as const;
/** Tool name of a step that has a result and names no tool. */
const ACTION = 'action';

/**
 * Trajectories of Harbor's Agent Trajectory Interchange Format, versions 1.0 to 1.7: a session with the turns of user and
 * agent. Those of subagents that stand in one are cases of their own.
 * https://harborframework.com/docs/trajectory-format
 */
export const ATIF: ValueFormat = {
  name: 'ATIF',
  fits: value =>
    /^ATIF-v\d/.test(getTextField(value, 'schema_version') ?? '') && getListField(value, 'steps').length > 0,
  open: sink => new TrajectoryReader(sink),
};

interface HeldTrajectory {
  readonly value: unknown;
  readonly id: string;
  readonly parent: string | null;
  readonly place: TracePlace;
}

class TrajectoryReader implements ValueReader {
  private readonly held: HeldTrajectory[] = [];
  /** Senders of the sessions in files of their own. */
  private readonly senders = new Map<string, string>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const waiting = [{ value, parent: null as string | null }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { value: one, parent } = next;
      // Subagents may share the session of the whole.
      const ownId = getTextField(one, ...(one === value ? ROOT_ID : ROOT_ID.toReversed()));
      const id = ownId ?? place.file.replace(/^.*\/|\.json$/g, '');
      this.held.push({ value: one, id, parent, place });
      for (const session of listSentSessions(one)) if (session !== id) this.senders.set(session, id);
      const sent = getListField(one, 'subagent_trajectories').toReversed();
      for (const child of sent) waiting.push({ value: child, parent: id });
    }
  }

  endFile(): void {}

  end(): void {
    const cases = new OrderedCases();
    for (const { value, id, parent, place } of this.held)
      cases.add({ ...buildAtifCase(value, id), parent: parent ?? this.senders.get(id) ?? null }, place);
    this.held.length = 0;
    cases.end(this.sink);
  }
}

/** Sessions of subagents that results refer to. */
const listSentSessions = (value: unknown): readonly string[] =>
  getListField(value, 'steps')
    .filter(step => getPathValue(step, 'is_copied_context') !== true)
    .flatMap(step => getListField(step, 'observation', 'results'))
    .flatMap(result => getListField(result, 'subagent_trajectory_ref'))
    .flatMap(ref => getTextField(ref, 'session_id') ?? []);

function buildAtifCase(value: unknown, id: string): CaseDraft {
  const conversation = new MessageSteps();
  for (const given of getListField(value, 'steps')) {
    // Steps that a continued trajectory repeats are those of another file.
    if (getPathValue(given, 'is_copied_context') === true) continue;
    conversation.add(
      readAtifMessage(given),
      readAtifTurnFacts(given, getTextField(getPathValue(value, 'agent'), 'name')),
    );
  }
  const steps = conversation.finish();
  const total = getPathValue(value, 'final_metrics');
  const isPaid = steps.some(step => step.tokensIn !== null || step.tokensOut !== null || step.usd !== null);
  if (steps.length > 0 && !isPaid) addStepCosts(steps[0], readAtifCosts(total, 'total_'));
  return {
    id,
    labels: { model: getTextField(getPathValue(value, 'agent'), 'model_name') },
    steps,
  };
}

/** Cached input is within the input. */
const readAtifCosts = (metrics: unknown, prefix: '' | 'total_'): Costs => ({
  ...normalizeUsage({
    input: getNumberField(metrics, `${prefix}prompt_tokens`),
    output: getNumberField(metrics, `${prefix}completion_tokens`),
    cachedRead: getNumberField(metrics, `${prefix}cached_tokens`),
  }),
  usd: getNumberField(metrics, `${prefix}cost_usd`),
});

function readAtifTurnFacts(given: unknown, agent: string | null): TurnFacts {
  return {
    at: parseTraceTime(getPathValue(given, 'timestamp')),
    agent,
    ...readAtifCosts(getPathValue(given, 'metrics'), ''),
  };
}

function readAtifMessage(given: unknown): Message {
  const source = getTextField(given, 'source');
  const text = readAtifText(getPathValue(given, 'message'));
  if (source !== 'agent')
    return { role: source ?? 'user', text, calls: [], results: [], silent: false, finish: null };
  const calls = getListField(given, 'tool_calls').map(call => ({
    id: getTextField(call, 'tool_call_id'),
    name: getTextField(call, 'function_name') ?? ACTION,
    args: getPathValue(call, 'arguments'),
  }));
  const results = getListField(given, 'observation', 'results').map(readAtifResult);
  const words = text ?? getTextField(given, 'reasoning_content');
  if (calls.length === 0 && results.length > 0) calls.push({ id: null, name: ACTION, args: words });
  return { role: 'assistant', text: words, calls, results, silent: false, finish: null };
}

function readAtifResult(given: unknown): ToolResult {
  const failed = getPathValue(given, 'is_error') ?? getPathValue(given, 'extra', 'is_error');
  return {
    id: getTextField(given, 'source_call_id'),
    value: readAtifText(getPathValue(given, 'content')) ?? getPathValue(given, 'subagent_trajectory_ref'),
    failed: typeof failed === 'boolean' ? failed : null,
  };
}

/** A text, or the texts among its parts; null for none. */
function readAtifText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (!Array.isArray(value)) return null;
  const texts = value.flatMap(part => getTextField(part, 'text') ?? []);
  return texts.length === 0 ? null : texts.join('\n');
}
