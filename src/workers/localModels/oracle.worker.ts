import * as Comlink from 'comlink';
import { createModelHost, LOST } from '../../oracles/local/createModelHost.ts';

// A lost GPU device rejects unrelated promises as well; callers learn of it from an outcome.
addEventListener('unhandledrejection', event => {
  if (LOST.test(String(event.reason))) event.preventDefault();
});

/** Models run here, apart from the engine: the death of this worker leaves the run intact. */
const host = createModelHost({
  webllm: async () => (await import('../../oracles/local/createWebllmRuntime.ts')).createWebllmRuntime(),
  wllama: async () => (await import('../../oracles/local/createWllamaRuntime.ts')).createWllamaRuntime(),
});

// The first message brings the way on which the engine asks.
addEventListener('message', ({ ports: [requests] }) => Comlink.expose(host, requests), { once: true });
