import * as Comlink from 'comlink';
import { LOST, modelHost } from '../../oracles/local/host.ts';

// A lost GPU device rejects unrelated promises as well; callers learn of it from an outcome.
addEventListener('unhandledrejection', event => {
  if (LOST.test(String(event.reason))) event.preventDefault();
});

/** Models run here, apart from the engine: the death of this worker leaves the run intact. */
const host = modelHost({
  webllm: async () => (await import('../../oracles/local/webllm.ts')).webllmRuntime(),
  wllama: async () => (await import('../../oracles/local/wllama.ts')).wllamaRuntime(),
});

// The first message brings the way on which the engine asks.
addEventListener('message', ({ ports: [requests] }) => Comlink.expose(host, requests), { once: true });
