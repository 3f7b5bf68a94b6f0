import type { EngineApi } from '../../workers/protocol/api.ts';

/** The engine's interface as it is seen through comlink, or a stand-in in tests. */
export type RemoteEngine = { readonly [Name in keyof EngineApi]: EngineApi[Name] };

/**
 * Asks the engine and passes the answer on, if it is still about the run on the screen.
 * @param again repeats the request: offered if a part of the engine did not come
 * @returns true if it was
 */
export type Ask = <Answer>(
  question: (api: RemoteEngine) => Promise<Answer>,
  use: (answer: Answer) => void,
  again?: () => void,
) => Promise<boolean>;
