import type { Message, ToolResult } from '../lists/message.ts';
import { MessageSteps, type TurnFacts } from '../lists/messageSteps.ts';
import { type CaseDraft, type ValueFormat, valueByValue } from '../reading.ts';
import { timeOf } from '../times.ts';
import { sumOfCosts } from '../usage.ts';
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
  open: sink =>
    valueByValue((value, { file, line }) => {
      const waiting = [value];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        // Subagents may share the session of the whole.
        const id = textAt(next, ...(next === value ? ROOT_ID : ROOT_ID.toReversed()));
        sink.add(caseOf(next, id ?? file.replace(/^.*\/|\.json$/g, '')), { file, line });
        waiting.push(...listAt(next, 'subagent_trajectories').toReversed());
      }
    }),
};

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
  if (steps.length > 0 && !isPaid) Object.assign(steps[0], sumOfCosts(steps[0], costsOf(total, 'total_')));
  return {
    id,
    labels: { model: textAt(at(value, 'agent'), 'model_name') },
    steps,
  };
}

const costsOf = (metrics: unknown, prefix: '' | 'total_') => ({
  tokensIn: numberAt(metrics, `${prefix}prompt_tokens`),
  tokensOut: numberAt(metrics, `${prefix}completion_tokens`),
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
