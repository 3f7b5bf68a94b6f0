import { InputError } from '../../engine/core/errors.ts';
import type { GuardCall, GuardResult } from '../../engine/guard/guardCall.ts';
import { getPathValue, getTextField, isFieldsObject } from '../../engine/traces/values.ts';
import { HOOK_TRAITS, type HookAgent, type HookPlace } from './hookAgents.ts';

/** Occasion of a hook. */
interface HookEvent {
  readonly place: HookPlace;
  /** The agent's session, with the sub-agent's id if it is one's: each is guarded by itself. */
  readonly session: string;
  /** The session that was started, which is drawn with its sub-agents. */
  readonly unit: string;
  readonly call: GuardCall;
  /** Null before a call. */
  readonly result: GuardResult | null;
}

/** Reads what an agent writes to a hook's standard input. @param now milliseconds since 1970 @throws InputError naming what is missing */
export function readHookEvent(agent: HookAgent, json: unknown, now: number): HookEvent {
  if (!isFieldsObject(json)) throw new InputError('the hook’s input is not a JSON object');
  const place = readPlace(agent, json);
  const session = getTextField(json, 'session_id', 'sessionId');
  const tool = getTextField(json, 'tool_name', 'toolName');
  if (session === null) throw new InputError('the hook’s input has no session_id');
  if (tool === null) throw new InputError('the hook’s input has no tool_name');
  const subagent = getTextField(json, 'agent_id', 'agentId');
  const id = getTextField(json, 'tool_call_id', 'tool_use_id');
  const call: GuardCall = {
    ...(id !== null && { id }),
    tool,
    args: getPathValue(json, 'tool_input') ?? getPathValue(json, 'toolArgs'),
    ...(place === 'before' && { at: now }),
  };
  return {
    place,
    session: subagent === null || subagent === session ? session : `${session}/${subagent}`,
    unit: session,
    call,
    result: place === 'before' ? null : readHookResult(place, json, now),
  };
}

function readPlace(agent: HookAgent, json: object): HookPlace {
  const name = getTextField(json, 'hook_event_name', 'hookEventName');
  const places: readonly HookPlace[] = ['before', 'after', 'failure'];
  const at = HOOK_TRAITS[agent].events.indexOf(name ?? '');
  if (name === null || at === -1)
    throw new InputError(
      `${agent} has no hook “${name ?? ''}” for a guard; it has ${HOOK_TRAITS[agent].events.join(', ')}`,
    );
  return places[at];
}

function readHookResult(place: HookPlace, json: object, until: number): GuardResult {
  const output =
    place === 'failure'
      ? getPathValue(json, 'error')
      : (getPathValue(json, 'tool_response') ??
        getPathValue(json, 'tool_result') ??
        getPathValue(json, 'toolResult'));
  return { output: selectOutput(output), failed: place === 'failure' ? true : readFailure(output), until };
}

/** Text for the model, without what differs from call to call though nothing else does. */
function selectOutput(output: unknown): unknown {
  const text =
    getPathValue(output, 'llmContent') ??
    getPathValue(output, 'text_result_for_llm') ??
    getPathValue(output, 'textResultForLlm');
  if (text !== undefined) return text;
  const stdout = getPathValue(output, 'stdout');
  return typeof stdout === 'string'
    ? [stdout, getTextField(output, 'stderr') ?? ''].join('\n').trim()
    : output;
}

/** Gemini CLI and Copilot name the exit code in the text alone. */
const EXIT_CODE =
  /(?:^|\n)\s*(?:Exit Code: (\d+)\s*(?:\n|$)|<?(?:shellId: \S+ completed|command completed|exited) with exit code (-?\d+)>?\s*$)/;

function readFailure(output: unknown): boolean | null {
  const error = getPathValue(output, 'error');
  if (error !== undefined && error !== null) return true;
  const text = selectOutput(output);
  const code = typeof text === 'string' ? EXIT_CODE.exec(text.slice(-2_000)) : null;
  return code === null ? null : Number(code[1] ?? code[2]) !== 0;
}
