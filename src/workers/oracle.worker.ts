import * as Comlink from 'comlink';
import { modelHost } from '../oracles/local/host.ts';

/** Models run here, apart from the engine: what kills this worker leaves the run as it is. */
Comlink.expose(
  modelHost({
    webllm: async () => (await import('../oracles/local/webllm.ts')).webllmRuntime(),
    wllama: async () => (await import('../oracles/local/wllama.ts')).wllamaRuntime(),
  }),
);
