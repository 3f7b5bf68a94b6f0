import { InputError } from '../../core/errors.ts';
import type { Guard } from '../guard.ts';
import { checkGuard, type GuardedToolsOptions, runGuardedCall } from './guardTools.ts';

/** Call of a tool as LangChain hands it to middleware. */
interface LangChainToolRequest {
  readonly toolCall: { readonly id?: string; readonly name: string; readonly args: unknown };
}

/** Call of the model as LangChain hands it to middleware. */
interface LangChainModelRequest {
  readonly messages: readonly unknown[];
}

/** Classes and functions of the package `langchain`, version 1: `import * as langchain from 'langchain'`. */
interface LangChain<Middleware> {
  // Method syntax: the package's own types are narrower.
  createMiddleware(config: never): Middleware;
  readonly ToolMessage: new (fields: never) => object;
  readonly AIMessage: new (fields: never) => object;
  readonly HumanMessage: new (fields: never) => object;
}

/**
 * Middleware for `createAgent` of LangChain, which LangGraph runs.
 * @param langchain the package, which the guard does not depend on
 */
export function guardLangChain<Middleware>(
  guard: Guard,
  langchain: LangChain<Middleware>,
  options: GuardedToolsOptions = {},
): Middleware {
  checkGuard(guard, options, 'guardLangChain');
  if (typeof langchain?.createMiddleware !== 'function')
    throw new InputError('guardLangChain takes the package langchain, all that it exports, after the guard');
  const { ToolMessage, AIMessage, HumanMessage } = langchain;
  const config = {
    name: 'StatescopeGuard',
    async wrapToolCall(
      request: LangChainToolRequest,
      handler: (request: LangChainToolRequest) => Promise<object>,
    ): Promise<object> {
      const { id, name, args } = request.toolCall;
      // Empty if the call must not run.
      const answered: { readonly content?: unknown }[] = [];
      const run = async (): Promise<unknown> => {
        const message: { readonly content?: unknown } = await handler(request);
        answered.push(message);
        return message.content ?? message;
      };
      const call = { ...(id !== undefined && { id }), tool: name, args };
      const output = await runGuardedCall(guard, call, run, options);
      const [own] = answered;
      if (own !== undefined && (own.content === output || typeof output !== 'string')) return own;
      return new ToolMessage({ content: output, tool_call_id: id ?? '', name } as never);
    },
    async wrapModelCall(
      request: LangChainModelRequest,
      handler: (request: LangChainModelRequest) => Promise<object>,
    ): Promise<object> {
      if (guard.summary !== null) return new AIMessage({ content: guard.summary } as never);
      const state = guard.state();
      if (state === '') return handler(request);
      const last = new HumanMessage({ content: state } as never);
      return handler({ ...request, messages: [...request.messages, last] });
    },
  };
  return langchain.createMiddleware(config as never);
}
