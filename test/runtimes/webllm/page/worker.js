import { deleteModelAllInfoInCache, hasModelInCache, MLCEngine } from '/web-llm.js';

const MODEL = 'toy';
let engine = null;
let appConfig = null;

/** The logits before each token, as the grammar left them, and the tokens; on while a request asks for them. */
const watched = { on: false, logits: [], tokens: [] };
const watcher = {
  processLogits: logits => {
    if (watched.on) watched.logits.push([...logits]);
    return logits;
  },
  processSampledToken: token => {
    if (watched.on) watched.tokens.push(token);
  },
  resetState: () => {},
};

const OPERATIONS = {
  configure: ({ record, cacheBackend = 'cache' }) => {
    appConfig = { model_list: [{ model_id: MODEL, ...record }], cacheBackend };
    engine = new MLCEngine({
      appConfig,
      logLevel: 'SILENT',
      initProgressCallback: progress => self.postMessage({ progress }),
      logitProcessorRegistry: new Map([[MODEL, watcher]]),
    });
  },
  load: () => engine.reload(MODEL),
  unload: () => engine.unload(),
  complete: request => engine.chat.completions.create(request),
  /** The same, with what the logit processor saw. */
  watch: async request => {
    Object.assign(watched, { on: true, logits: [], tokens: [] });
    const answer = await engine.chat.completions.create(request);
    watched.on = false;
    return { answer, logits: watched.logits, tokens: watched.tokens };
  },
  /** Interrupts a request so many milliseconds after it began. */
  interrupted: async ({ request, after }) => {
    const answer = engine.chat.completions.create(request);
    if (after > 0) await new Promise(resolve => setTimeout(resolve, after));
    const start = performance.now();
    engine.interruptGenerate();
    const { choices, usage } = await answer;
    return { choices, usage, milliseconds: performance.now() - start };
  },
  reset: () => engine.resetChat(),
  isCached: () => hasModelInCache(MODEL, appConfig),
  remove: () => deleteModelAllInfoInCache(MODEL, appConfig),
  adapter: async () => {
    const adapter = await navigator.gpu?.requestAdapter();
    return adapter ? [...adapter.features] : null;
  },
};

self.onmessage = async ({ data: { number, name, argument } }) => {
  self.postMessage({ number, outcome: await outcomeOf(name, argument) });
};

async function outcomeOf(name, argument) {
  try {
    return { value: await OPERATIONS[name](argument) };
  } catch (error) {
    const kind = Object.prototype.toString.call(error);
    return { failure: { kind, name: error?.name, message: error?.message ?? String(error) } };
  }
}
