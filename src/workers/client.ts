import * as Comlink from 'comlink';
import type { Frame } from '../engine/frame.ts';
import type { EngineApi, FrameAck } from './api.ts';

export interface EngineClient {
  readonly api: Comlink.Remote<EngineApi>;
  dispose(): void;
}

const ACK: FrameAck = { kind: 'ack' };

/**
 * Starts the engine's worker.
 * @param onFrame is called in order; the next frames come once it has returned.
 * @param onFailure is called once if the worker dies; nothing can be asked of it then.
 * @param networks folder of the bundled networks; the one beside the page, if none is given.
 */
export function connectEngine(
  onFrame: (frame: Frame) => void,
  onFailure: (message: string) => void,
  networks = new URL('networks/', document.baseURI),
): EngineClient {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  });
  const { port1, port2 } = new MessageChannel();
  let failed = false;
  const fail = (message: string) => {
    if (!failed) onFailure(message);
    failed = true;
  };
  worker.onerror = event => fail(event.message || 'the engine could not be started');
  worker.onmessageerror = () => fail('a message of the engine could not be read');
  port1.onmessage = ({ data }: MessageEvent<Frame>) => {
    try {
      onFrame(data);
    } finally {
      // At most one answer a picture; a hidden page draws none, and the run goes on.
      if (document.hidden) port1.postMessage(ACK);
      else requestAnimationFrame(() => port1.postMessage(ACK));
    }
  };
  const api = Comlink.wrap<EngineApi>(worker);
  void api.connect(Comlink.transfer(port2, [port2]), networks.href);
  return {
    api,
    dispose() {
      port1.close();
      worker.terminate();
    },
  };
}
