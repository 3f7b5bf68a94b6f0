import * as Comlink from 'comlink';
import type { ModelWorkerApi } from '../oracles/local/contract.ts';
import { ModelSupervisor, type ModelWorker } from '../oracles/local/modelSupervisor.ts';
import oracleUrl from './oracle.worker.ts?worker&url';
import { startWorker } from './start.ts';

/** The models of this browser, in a worker of their own that is started when it is needed. */
export const modelSupervisor = (): ModelSupervisor => new ModelSupervisor(startModelWorker);

function startModelWorker(): ModelWorker {
  const worker = startWorker(oracleUrl, 'oracle');
  const api = Comlink.wrap<ModelWorkerApi>(worker);
  const death = new Promise<string>(resolve => {
    worker.onerror = event => {
      // It would propagate to the page, as if the engine itself had failed.
      event.preventDefault();
      resolve(event.message || 'its worker stopped');
    };
    worker.onmessageerror = () => resolve('a message from its worker could not be read');
  });
  return {
    api: {
      facts: () => api.facts(),
      choices: (kind, own) => api.choices(kind, own),
      isCached: spec => api.isCached(spec),
      load: (spec, file, tell) => api.load(spec, file, Comlink.proxy(tell)),
      say: (request, id) => api.say(request, id),
      stop: id => api.stop(id),
      remove: spec => api.remove(spec),
      removeAll: () => api.removeAll(),
      ping: () => api.ping(),
    },
    death,
    terminate: () => worker.terminate(),
  };
}
