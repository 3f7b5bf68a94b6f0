import * as Comlink from 'comlink';
import { EngineStopped } from '../engine/core/errors.ts';
import type { Frame } from '../engine/model/frame.ts';
import type { EngineApi, FrameAck } from './protocol/api.ts';

/** A page's engine in its worker. */
export interface EngineClient {
  /** The engine; once the worker is dead, it rejects pending and later requests. */
  readonly api: EngineApi;
  /** Ends the worker, whatever it is doing; pending requests are rejected. */
  dispose(): void;
}

const ACK: FrameAck = { kind: 'ack' };

/**
 * Connects a page with the engine in a worker that was just started.
 * @param onFrame is called in order; the next frames come once it has returned.
 * @param onFailure is called once if the worker dies; nothing can be asked of it then.
 * @param root folder with Statescope's bundled files.
 * @param onEnd is called when the worker is dead or ended.
 */
export function connectEngine(
  worker: Worker,
  onFrame: (frame: Frame) => void,
  onFailure: (message: string) => void,
  root: URL,
  onEnd: () => void = () => {},
): EngineClient {
  const { port1, port2 } = new MessageChannel();
  let failed = false;
  let reject: (error: Error) => void;
  const death = new Promise<never>((_, no) => {
    reject = no;
  });
  // Pending requests are rejected; having none is not an error.
  death.catch(() => {});
  const fail = (message: string) => {
    if (!failed) onFailure(message);
    failed = true;
    onEnd();
    reject(new EngineStopped(message));
  };
  worker.onerror = event => fail(event.message || 'the engine could not be started');
  worker.onmessageerror = () => fail('a message from the engine could not be read');
  port1.onmessage = ({ data }: MessageEvent<Frame>) => {
    try {
      onFrame(data);
    } finally {
      // At most one answer per frame; a hidden page draws none, and the run goes on.
      if (document.hidden) port1.postMessage(ACK);
      else requestAnimationFrame(() => port1.postMessage(ACK));
    }
  };
  const api = rejectOnWorkerDeath(Comlink.wrap<EngineApi>(worker), death);
  api.connect(Comlink.transfer(port2, [port2]), root.href).catch((error: Error) => {
    if (!(error instanceof EngineStopped)) fail(error.message);
  });
  return {
    api,
    dispose() {
      port1.close();
      worker.terminate();
      onEnd();
      reject(new EngineStopped('it was ended'));
    },
  };
}

/** Comlink waits for ever for the answers of a worker that has died; this does not. */
function rejectOnWorkerDeath(remote: Comlink.Remote<EngineApi>, death: Promise<never>): EngineApi {
  return new Proxy(remote as unknown as EngineApi, {
    get(engine, name: keyof EngineApi) {
      const ask = engine[name] as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => Promise.race([ask(...args), death]);
    },
  });
}
