import { type OpencodeCall, OpencodeGuard, type OpencodeGuardOrder } from './opencodeGuard.ts';

/** Milliseconds that opencode may take to end a turn. */
const ABORT_PATIENCE = 1_000;

/** The part of opencode's input to a plugin that the guard needs. */
interface OpencodeInput {
  readonly client: {
    readonly session: { abort(options: { readonly path: { readonly id: string } }): Promise<unknown> };
  };
}

/** The guard's hooks. opencode waits for each. */
interface OpencodeHooks {
  event(input: { readonly event: unknown }): Promise<void>;
  /** @throws Error whose message is the result of a call that must not run */
  'tool.execute.before'(call: OpencodeCall, output: { readonly args: unknown }): Promise<void>;
  'tool.execute.after'(call: OpencodeCall, output: object): Promise<void>;
}

/** A plugin for opencode: it refuses a call by an error, advises at the end of results, and ends the turn of an agent that ignores refusals. */
export const createOpencodePlugin =
  (order: OpencodeGuardOrder) =>
  async ({ client }: OpencodeInput): Promise<OpencodeHooks> => {
    const guard = new OpencodeGuard(order);
    return {
      async event({ event }) {
        guard.follow(event);
      },
      async 'tool.execute.before'(call, { args }) {
        const refusal = guard.before(call, args);
        if (refusal === null) return;
        if (refusal.endsTurn) {
          await guard.settle();
          await abortTurn(client, call.sessionID, message => guard.noteFault(message));
        }
        throw new Error(refusal.text);
      },
      async 'tool.execute.after'(call, output) {
        guard.after(call, output);
      },
    };
  };

async function abortTurn(
  { session }: OpencodeInput['client'],
  id: string,
  noteFault: (message: string) => void,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise(resolve => {
    timer = setTimeout(resolve, ABORT_PATIENCE);
  });
  try {
    await Promise.race([session.abort({ path: { id } }), late]);
  } catch (error) {
    noteFault(`the turn could not be ended: ${error instanceof Error ? error.message : error}`);
  } finally {
    clearTimeout(timer);
  }
}
