import * as Comlink from 'comlink';
import {
  ModelSupervisor,
  type ModelWorker,
  type ModelWorkerApi,
} from '../../../oracles/local/localModelContract.ts';
import type { ModelsWanted } from '../../localModels/startModelWorkersFor.ts';

/** The models of this browser, in a worker of their own that is started when it is needed. */
export const createModelSupervisor = (): ModelSupervisor => new ModelSupervisor(startModelWorker);

/**
 * Has the page start the worker of the models, in addition to this one. A worker that started it itself could wait
 * forever in Firefox, since starting one while another ends may never come back.
 */
function startModelWorker(): ModelWorker {
  const [requests, life] = [new MessageChannel(), new MessageChannel()];
  const death = new Promise<string>(resolve => {
    life.port1.onmessage = ({ data }) => resolve(String(data));
  });
  const wanted: ModelsWanted = { models: { requests: requests.port2, life: life.port2 } };
  postMessage(wanted, { transfer: [requests.port2, life.port2] });
  const api = Comlink.wrap<ModelWorkerApi>(requests.port1);
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
    terminate: () => life.port1.postMessage(null),
  };
}
