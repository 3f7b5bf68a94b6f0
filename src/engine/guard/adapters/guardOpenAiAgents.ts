import { describeValue } from '../../core/checkOptions.ts';
import { InputError } from '../../core/errors.ts';
import type { Guard } from '../guard.ts';
import { checkGuard, checkGuarded, type GuardedToolsOptions, runGuardedCall } from './guardTools.ts';

/** A function tool of the OpenAI Agents SDK. */
interface FunctionTool {
  readonly name: string;
  // Method syntax: the package's own types are narrower.
  invoke?(context: never, input: string, details?: never): Promise<unknown>;
}

/** The part of the model's input that a filter sees. */
interface ModelInput {
  readonly modelData: { readonly input: readonly object[]; readonly instructions?: string };
}

/** Settings for an `Agent` and for `run` of the OpenAI Agents SDK for JavaScript. */
interface GuardedAgent<Tool> {
  readonly tools: Tool[];
  /** For the agent: ends the run with the summary once the session is stopped. */
  toolUseBehavior(
    context: unknown,
    results: unknown,
  ): Promise<
    | { isFinalOutput: false; isInterrupted: undefined }
    | { isFinalOutput: true; isInterrupted: undefined; finalOutput: string }
  >;
  /** For `run`: puts the agent's state at the end of the model's input. */
  callModelInputFilter(input: ModelInput): never;
}

/** Guards an agent of the OpenAI Agents SDK. */
export function guardOpenAiAgents<Tool extends FunctionTool>(
  guard: Guard,
  tools: readonly Tool[],
  options: GuardedToolsOptions = {},
): GuardedAgent<Tool> {
  checkGuard(guard, options, 'guardOpenAiAgents');
  if (!Array.isArray(tools))
    throw new InputError(
      `guardOpenAiAgents takes a list of tools after the guard, not ${describeValue(tools)}`,
    );
  const names = tools.map(tool => String(tool?.name));
  checkGuarded(names, tools.filter(canRun).length, 'guardOpenAiAgents', 'invoke');
  return {
    tools: tools.map(tool => guardFunctionTool(guard, tool, options)),
    async toolUseBehavior() {
      const { summary } = guard;
      return summary === null
        ? { isFinalOutput: false, isInterrupted: undefined }
        : { isFinalOutput: true, isInterrupted: undefined, finalOutput: summary };
    },
    callModelInputFilter({ modelData }) {
      const state = guard.state();
      const input =
        state === ''
          ? modelData.input
          : [...modelData.input, { type: 'message', role: 'user', content: state }];
      return { ...modelData, input } as never;
    },
  };
}

const canRun = (tool: FunctionTool): boolean => typeof tool?.invoke === 'function';

function guardFunctionTool<Tool extends FunctionTool>(
  guard: Guard,
  tool: Tool,
  options: GuardedToolsOptions,
): Tool {
  const { invoke } = tool;
  // A hosted tool runs at the provider, where no guard can hold it.
  if (invoke === undefined) return tool;
  const watched = (context: never, input: string, details?: never) => {
    const id = (details as { readonly toolCall?: { readonly callId?: string } } | undefined)?.toolCall
      ?.callId;
    const call = { ...(id !== undefined && { id }), tool: tool.name, args: input };
    return runGuardedCall(guard, call, () => invoke.call(tool, context, input, details), options);
  };
  return { ...tool, invoke: watched };
}
