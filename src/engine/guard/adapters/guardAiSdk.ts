import type { Guard } from '../guard.ts';
import { type GuardedToolsOptions, type guardTools, watchTools } from './guardTools.ts';

type ToolSet = Parameters<typeof guardTools>[1];

/** A step of the AI SDK's loop, as `prepareStep` gets it. */
interface PreparedStep {
  readonly messages: readonly object[];
}

/** Settings for `generateText`, `streamText` and `ToolLoopAgent` of the AI SDK 5 to 7. */
interface GuardedSettings<Tools> {
  readonly tools: Tools;
  /** Puts the agent's state at the end of the prompt; a stopped agent may answer, and call no tool. */
  prepareStep(step: PreparedStep): { messages?: never[]; toolChoice?: 'none' };
  /** A condition for `stopWhen`: the session was stopped, and the agent has had its answer. */
  hasStopped(options: { readonly steps: readonly unknown[] }): boolean;
}

/** Guards an agent of the AI SDK: spread `tools` and `prepareStep` into its settings, and put `hasStopped` into `stopWhen`. */
export function guardAiSdk<Tools extends ToolSet>(
  guard: Guard,
  tools: Tools,
  options: GuardedToolsOptions = {},
): GuardedSettings<Tools> {
  let answeredAt: number | null = null;
  return {
    tools: watchTools(guard, tools, options, 'guardAiSdk'),
    prepareStep({ messages }) {
      const state = guard.state();
      return {
        ...(state !== '' && { messages: [...messages, { role: 'user', content: state }] as never[] }),
        ...(guard.summary !== null && { toolChoice: 'none' }),
      };
    },
    hasStopped({ steps }) {
      if (guard.summary === null) return false;
      answeredAt ??= steps.length + 1;
      return steps.length >= answeredAt;
    },
  };
}
