import { startWorker } from '../shared/startWorker.ts';
import oracleUrl from './oracle.worker.ts?worker&url';

/** Message with which the engine's worker asks the page for the worker of the models. */
export interface ModelsWanted {
  readonly models: {
    /** Requests to the models. */
    readonly requests: MessagePort;
    /** Reports to the engine why they died; any message to it ends them. */
    readonly life: MessagePort;
  };
}

/**
 * Starts the worker of the models each time the engine asks for one.
 * @returns ends all that run
 */
export function startModelWorkersFor(engine: Worker): () => void {
  const running = new Map<Worker, MessagePort>();
  const end = (worker: Worker) => {
    worker.terminate();
    running.get(worker)?.close();
    running.delete(worker);
  };
  const start = ({ data }: MessageEvent<Partial<ModelsWanted> | null>) => {
    if (data?.models === undefined) return;
    const { requests, life } = data.models;
    const worker = startWorker(oracleUrl, 'oracle');
    running.set(worker, life);
    worker.onerror = event => {
      // It would be reported as if the page itself had failed.
      event.preventDefault();
      life.postMessage(event.message || 'its worker stopped');
    };
    worker.onmessageerror = () => life.postMessage('a message to its worker could not be read');
    life.onmessage = () => end(worker);
    worker.postMessage(null, [requests]);
  };
  engine.addEventListener('message', start);
  return () => {
    engine.removeEventListener('message', start);
    for (const worker of running.keys()) end(worker);
  };
}
