/**
 * The engine in a Web Worker of any page: frames of a run as it plays. Entry `statescope/worker`; bundlers find the
 * worker's script by its URL.
 */
import { proxy } from 'comlink';
import type { Frame } from '../engine/model/frame.ts';
import { connectEngine, type EngineClient } from '../workers/connectEngine.ts';
import type { EngineApi } from '../workers/protocol/api.ts';
import { getPublicFolder } from './readBundledFile.ts';

export { InputError } from '../engine/core/errors.ts';
export type { Frame } from '../engine/model/frame.ts';
export type { EngineClient } from '../workers/connectEngine.ts';
export type { EngineApi, RunInfo } from '../workers/protocol/api.ts';
export { completeSetup, MODEL_NAMES, type RunSetup } from './completeSetup.ts';

/** Listeners to an engine. */
export interface EngineListeners {
  /** Called in order with all that happened since the last frame; the next come once it has returned. */
  onFrame(frame: Frame): void;
  /** Called once if the worker dies; nothing can be asked of it then. */
  onFailure(message: string): void;
  /**
   * Folder of the files that come with Statescope, as the browser reaches it; absent: `public/` of the package, which a
   * bundler does not copy. It ends with a slash.
   */
  readonly root?: URL;
}

/** `new URL('./engine.worker.js', import.meta.url)` in what is built: in that form bundlers find the script. */
declare const ENGINE_SCRIPT_URL: URL;

/** Starts an engine. Language models inside the browser are the page's, and not in it; servers are asked. */
export function startEngine({ onFrame, onFailure, root }: EngineListeners): EngineClient {
  const worker = new Worker(ENGINE_SCRIPT_URL, { type: 'module', name: 'statescope' });
  const client = connectEngine(worker, onFrame, onFailure, root ?? getPublicFolder());
  return { ...client, api: passFunctions(client.api) };
}

/** Functions cannot be sent to a worker; they stay here and are called from there. */
const passFunctions = (api: EngineApi): EngineApi =>
  new Proxy(api, {
    get(engine, name: keyof EngineApi) {
      const ask = engine[name] as (...args: readonly unknown[]) => unknown;
      return (...args: readonly unknown[]) =>
        ask(...args.map(value => (typeof value === 'function' ? proxy(value) : value)));
    },
  });
