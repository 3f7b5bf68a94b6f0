import type { AppConfig, ChatCompletionRequestNonStreaming, MLCEngine, ModelRecord } from '@mlc-ai/web-llm';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeHex } from '../../engine/core/hashing/hex.ts';
import type { TokenLogprob } from '../../engine/oracle/formats/letter.ts';
import { readFirstTokenCandidates } from '../client/answerFields.ts';
import { collectBrowserFacts } from './collectBrowserFacts.ts';
import type {
  LoadedModel,
  LocalAnswer,
  LocalModelSpec,
  LocalRequest,
  TellProgress,
} from './localModelContract.ts';
import { parseWebllmProgress } from './parseWebllmProgress.ts';
import type { Runtime } from './runtime.ts';
import { buildOwnWebllmChoice, listWebllmChoices } from './webllmList.ts';
import { MAX_REPORTED_TOKENS, weighLettersInGroups } from './weighLettersInGroups.ts';

type WebLLM = typeof import('@mlc-ai/web-llm');
const WEBLLM_VERSION = '0.2.86';

/** WebLLM on WebGPU, in this very worker. */
export async function createWebllmRuntime(): Promise<Runtime> {
  return new WebllmRuntime(await import('@mlc-ai/web-llm'));
}

class WebllmRuntime implements Runtime {
  readonly #web: WebLLM;
  #engine: MLCEngine | null = null;

  constructor(web: WebLLM) {
    this.#web = web;
  }

  async choices(own: readonly LocalModelSpec[]) {
    const list = this.#web.prebuiltAppConfig.model_list;
    const [facts, ...cached] = await Promise.all([
      collectBrowserFacts(),
      ...list.map(({ model_id }) => this.#web.hasModelInCache(model_id, this.#config(null))),
    ]);
    const ids = new Set(list.filter((_, i) => cached[i]).map(({ model_id }) => model_id));
    const owned = await Promise.all(
      own.map(async spec => buildOwnWebllmChoice(spec, facts, await this.isCached(spec))),
    );
    return [...owned, ...listWebllmChoices(list, facts, id => ids.has(id))];
  }

  isCached(spec: LocalModelSpec): Promise<boolean> {
    return this.#web.hasModelInCache(spec.model, this.#config(spec));
  }

  async load(spec: LocalModelSpec, _file: Blob | null, tell: TellProgress): Promise<LoadedModel> {
    await assertWebgpuAdapter();
    await this.unload();
    const appConfig = this.#config(spec);
    let isWhole = false;
    const engine = new this.#web.MLCEngine({
      appConfig,
      logLevel: 'SILENT',
      initProgressCallback: report => {
        isWhole ||= report.text.startsWith('Finish loading');
        const progress = parseWebllmProgress(report);
        if (progress !== null) tell(progress);
      },
    });
    try {
      await engine.reload(spec.model);
      // A device lost during the download still resolves, but nothing is loaded.
      if (!isWhole) throw new Error('the device was lost');
    } catch (error) {
      await engine.unload().catch(() => {});
      throw explainLoadError(error, spec);
    }
    this.#engine = engine;
    return {
      runtime: `web-llm ${WEBLLM_VERSION}`,
      digest: await computeShardListDigest(findModelRecord(appConfig, spec.model)),
    };
  }

  async unload(): Promise<void> {
    await this.#engine?.unload();
    this.#engine = null;
  }

  async remove(spec: LocalModelSpec): Promise<void> {
    const appConfig = this.#config(spec);
    await this.#web.deleteModelAllInfoInCache(spec.model, appConfig);
    // WebLLM leaves the list of shards behind, which would be taken for a later revision's.
    await deleteCachedShards(findModelRecord(appConfig, spec.model));
  }

  async say(request: LocalRequest, signal: AbortSignal): Promise<LocalAnswer> {
    const engine = this.#engine;
    if (engine === null) throw new Error('device lost: no model is loaded');
    const stop = () => engine.interruptGenerate();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await (request.letters > MAX_REPORTED_TOKENS
        ? weighManyWithWebllm(engine, request, signal)
        : completeWithWebllm(engine, request));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #config(spec: LocalModelSpec | null): AppConfig {
    const { model_list } = this.#web.prebuiltAppConfig;
    const own = spec?.source ? [buildOwnModelRecord(spec, spec.source)] : [];
    return { model_list: [...own, ...model_list], cacheBackend: 'cache' };
  }
}

async function completeWithWebllm(engine: MLCEngine, request: LocalRequest): Promise<LocalAnswer> {
  const { choices, usage } = await engine.chat.completions.create(buildWebllmCompletion(request));
  const [{ message, logprobs }] = choices;
  return {
    text: message.content ?? '',
    tokens: request.letters > 0 ? selectPossibleTokens(readFirstTokenCandidates(logprobs?.content)) : null,
    tokensIn: usage?.prompt_tokens ?? null,
    tokensOut: usage?.completion_tokens ?? null,
  };
}

/** The possible tokens: if the grammar leaves fewer than are reported, the rest cannot come. */
const selectPossibleTokens = (tokens: readonly TokenLogprob[] | null) =>
  tokens?.filter(({ logprob }) => logprob !== Number.NEGATIVE_INFINITY) ?? null;

/** One request for each group of letters. */
async function weighManyWithWebllm(
  engine: MLCEngine,
  request: LocalRequest,
  signal: AbortSignal,
): Promise<LocalAnswer> {
  const replies: LocalAnswer[] = [];
  const tokens = await weighLettersInGroups(request.letters, async letters => {
    if (signal.aborted) throw new Error('stopped');
    const grammar = `root ::= ${[...letters].map(letter => `"${letter}"`).join(' | ')}`;
    const reply = await completeWithWebllm(engine, { ...request, grammar, letters: letters.length });
    replies.push(reply);
    return reply.tokens ?? [];
  });
  const best = tokens.toSorted((a, b) => b.logprob - a.logprob)[0];
  const sum = (name: 'tokensIn' | 'tokensOut') => replies.reduce((s, reply) => s + (reply[name] ?? 0), 0);
  return { text: best?.token ?? '', tokens, tokensIn: sum('tokensIn'), tokensOut: sum('tokensOut') };
}

function buildWebllmCompletion(request: LocalRequest): ChatCompletionRequestNonStreaming {
  const { messages, grammar, letters, mostTokens, temperature, seed } = request;
  return {
    messages: messages as ChatCompletionRequestNonStreaming['messages'],
    stream: false,
    max_tokens: mostTokens,
    temperature,
    top_p: 1,
    frequency_penalty: 0,
    presence_penalty: 0,
    seed,
    ...(grammar !== null && { response_format: { type: 'grammar', grammar } }),
    ...(letters > 0 && { logprobs: true, top_logprobs: Math.min(MAX_REPORTED_TOKENS, letters) }),
  };
}

/** An error that says more, since the browser hides why a file could not be fetched. */
function explainLoadError(error: unknown, { source }: LocalModelSpec): unknown {
  const isFetch = error instanceof TypeError && /fetch|Cache/.test(error.message);
  if (!isFetch) return error;
  const hosts = source === null ? ['the hub'] : [source.url, source.library].map(formatSourceHost);
  const from = [...new Set(hosts)].join(' or ');
  return new Error(
    `a file could not be fetched from ${from}: the address may be wrong, or the host does not allow requests from pages`,
  );
}

const formatSourceHost = (url: string | null): string =>
  url !== null && URL.canParse(url) ? new URL(url).host : '';

const NO_ADAPTER =
  'This browser offers no graphics adapter; if its graphics process has crashed, restart the browser';

async function assertWebgpuAdapter(): Promise<void> {
  const { webgpu } = await collectBrowserFacts();
  if (webgpu === 'none') throw new Error('This browser does not support WebGPU');
  if (webgpu === 'no adapter') throw new Error(NO_ADAPTER);
}

/** A revision is a folder below `resolve`, as model hubs have it. */
function buildOwnModelRecord(
  { model }: LocalModelSpec,
  source: NonNullable<LocalModelSpec['source']>,
): ModelRecord {
  const url = source.url.replace(/\/+$/, '');
  return {
    model: source.revision === null ? url : `${url}/resolve/${source.revision}/`,
    model_id: model,
    model_lib: source.library ?? '',
  };
}

function findModelRecord({ model_list }: AppConfig, id: string): ModelRecord | undefined {
  return model_list.find(({ model_id }) => model_id === id);
}

/** SHA-256 of the list of shards, which has a hash for each of them. */
async function computeShardListDigest(record: ModelRecord | undefined): Promise<string | null> {
  const kept = record && (await caches.match(getShardListUrl(record)));
  return kept === undefined ? null : encodeHex(sha256(new Uint8Array(await kept.arrayBuffer())));
}

async function deleteCachedShards(record: ModelRecord | undefined): Promise<void> {
  if (record === undefined) return;
  for (const name of await caches.keys()) await (await caches.open(name)).delete(getShardListUrl(record));
}

/** URL of the list of shards; without a revision, a model's URL means `main`. */
function getShardListUrl({ model }: ModelRecord): URL {
  const base = model.replace(/\/*$/, '/');
  return new URL('tensor-cache.json', base.includes('/resolve/') ? base : `${base}resolve/main/`);
}
