import type { Message, ToolResult } from '../lists/message.ts';
import { MessageSteps, type TurnFacts } from '../lists/messageSteps.ts';
import { OrderedCases } from '../orderedCases.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueFormat, ValueReader } from '../reading.ts';
import { addCosts } from '../steps.ts';
import { timeOf } from '../times.ts';
import { type Costs, normalUsage } from '../usage.ts';
import { at, listAt, numberAt, textAt } from '../values.ts';

/** Fields that name a trajectory, the more usual first. */
const ROOT_ID = ['session_id', 'trajectory_id'] as const;
/** What a step calls that has a result and names no tool. */
const ACTION = 'action';

/**
 * Trajectories of Harbor's Agent Trajectory Interchange Format, versions 1.0 to 1.7: a session with the turns of user and
 * agent. Those of subagents that stand in one are cases of their own.
 * https://harborframework.com/docs/trajectory-format
 */
export const ATIF: ValueFormat = {
  name: 'ATIF',
  fits: value => /^ATIF-v\d/.test(textAt(value, 'schema_version') ?? '') && listAt(value, 'steps').length > 0,
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
  /** Who sent the sessions that stand in files of their own. */
  private readonly senders = new Map<string, string>();

  constructor(private readonly sink: TraceSink) {}

  take(value: unknown, place: TracePlace): void {
    const waiting = [{ value, parent: null as string | null }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { value: one, parent } = next;
      // Subagents may share the session of the whole.
      const ownId = textAt(one, ...(one === value ? ROOT_ID : ROOT_ID.toReversed()));
      const id = ownId ?? place.file.replace(/^.*\/|\.json$/g, '');
      this.held.push({ value: one, id, parent, place });
      for (const session of sessionsSentBy(one)) if (session !== id) this.senders.set(session, id);
      const sent = listAt(one, 'subagent_trajectories').toReversed();
      for (const child of sent) waiting.push({ value: child, parent: id });
    }
  }

  endFile(): void {}

  end(): void {
    const cases = new OrderedCases();
    for (const { value, id, parent, place } of this.held)
      cases.add({ ...caseOf(value, id), parent: parent ?? this.senders.get(id) ?? null }, place);
    this.held.length = 0;
    cases.end(this.sink);
  }
}

/** Sessions of subagents that results refer to. */
const sessionsSentBy = (value: unknown): readonly string[] =>
  listAt(value, 'steps')
    .filter(step => at(step, 'is_copied_context') !== true)
    .flatMap(step => listAt(step, 'observation', 'results'))
    .flatMap(result => listAt(result, 'subagent_trajectory_ref'))
    .flatMap(ref => textAt(ref, 'session_id') ?? []);

function caseOf(value: unknown, id: string): CaseDraft {
  const conversation = new MessageSteps();
  for (const given of listAt(value, 'steps')) {
    // Steps that a continued trajectory repeats are those of another file.
    if (at(given, 'is_copied_context') === true) continue;
    conversation.add(messageIn(given), factsOf(given, textAt(at(value, 'agent'), 'name')));
  }
  const steps = conversation.finish();
  const total = at(value, 'final_metrics');
  const isPaid = steps.some(step => step.tokensIn !== null || step.tokensOut !== null || step.usd !== null);
  if (steps.length > 0 && !isPaid) addCosts(steps[0], costsOf(total, 'total_'));
  return {
    id,
    labels: { model: textAt(at(value, 'agent'), 'model_name') },
    steps,
  };
}

/** Cached input is within the input. */
const costsOf = (metrics: unknown, prefix: '' | 'total_'): Costs => ({
  ...normalUsage({
    input: numberAt(metrics, `${prefix}prompt_tokens`),
    output: numberAt(metrics, `${prefix}completion_tokens`),
    cachedRead: numberAt(metrics, `${prefix}cached_tokens`),
  }),
  usd: numberAt(metrics, `${prefix}cost_usd`),
});

function factsOf(given: unknown, agent: string | null): TurnFacts {
  return { at: timeOf(at(given, 'timestamp')), agent, ...costsOf(at(given, 'metrics'), '') };
}

function messageIn(given: unknown): Message {
  const source = textAt(given, 'source');
  const text = plainText(at(given, 'message'));
  if (source !== 'agent')
    return { role: source ?? 'user', text, calls: [], results: [], silent: false, finish: null };
  const calls = listAt(given, 'tool_calls').map(call => ({
    id: textAt(call, 'tool_call_id'),
    name: textAt(call, 'function_name') ?? ACTION,
    args: at(call, 'arguments'),
  }));
  const results = listAt(given, 'observation', 'results').map(resultOf);
  const said = text ?? textAt(given, 'reasoning_content');
  if (calls.length === 0 && results.length > 0) calls.push({ id: null, name: ACTION, args: said });
  return { role: 'assistant', text: said, calls, results, silent: false, finish: null };
}

function resultOf(given: unknown): ToolResult {
  const failed = at(given, 'is_error') ?? at(given, 'extra', 'is_error');
  return {
    id: textAt(given, 'source_call_id'),
    value: plainText(at(given, 'content')) ?? at(given, 'subagent_trajectory_ref'),
    failed: typeof failed === 'boolean' ? failed : null,
  };
}

/** A text, or the texts among its parts; null for none. */
function plainText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (!Array.isArray(value)) return null;
  const texts = value.flatMap(part => textAt(part, 'text') ?? []);
  return texts.length === 0 ? null : texts.join('\n');
}
