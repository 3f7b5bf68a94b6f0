import type { AppConfig, ChatCompletionRequestNonStreaming, MLCEngine, ModelRecord } from '@mlc-ai/web-llm';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeHex } from '../../engine/core/hashing/hex.ts';
import { LETTERS, type TokenLogprob } from '../../engine/oracle/formats/letter.ts';
import { readFirstTokenCandidates } from '../client/answerFields.ts';
import { collectBrowserFacts } from './collectBrowserFacts.ts';
import type { Runtime } from './createModelHost.ts';
import type {
  BrowserFacts,
  LoadedModel,
  LoadProgress,
  LocalAnswer,
  LocalModelSpec,
  LocalRequest,
  ModelChoice,
  TellProgress,
} from './localModelContract.ts';

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

const MIB = 1024 * 1024;

/** Progress from WebLLM's sentences; it starts again in each phase. */
export function parseWebllmProgress({
  progress,
  text,
}: {
  progress: number;
  text: string;
}): LoadProgress | null {
  const part = Math.min(1, Math.max(0, progress));
  if (text.startsWith('Loading model from cache')) return { phase: 'load', part, bytes: null, of: null };
  if (text.startsWith('Loading GPU shader')) return { phase: 'shaders', part, bytes: null, of: null };
  const fetched = /(\d+)MB fetched/.exec(text);
  if (fetched === null) return null;
  const bytes = Number(fetched[1]) * MIB;
  // Its megabytes are rounded up: early on they say nothing about the whole.
  return { phase: 'download', part, bytes, of: part >= 0.1 ? Math.round(bytes / part) : null };
}

/** Most alternative tokens that WebLLM reports. */
export const MAX_REPORTED_TOKENS = 5;

/** Log-probabilities of these letters, given that one of them comes. */
export type WeighFew = (letters: string) => Promise<readonly TokenLogprob[]>;

/**
 * Any number of letters in groups of five: each group contains the likeliest letter so far, which puts its
 * shares on a common scale.
 * @returns log-probabilities that sum to 1; a letter that was not reported has none.
 */
export async function weighLettersInGroups(count: number, weigh: WeighFew): Promise<readonly TokenLogprob[]> {
  const all = new Map<string, number>();
  const letters = LETTERS.slice(0, count);
  for (let at = 0; at < letters.length; ) {
    const link = findLikeliestLetter(all);
    const size = link === null ? MAX_REPORTED_TOKENS : MAX_REPORTED_TOKENS - 1;
    const rows = await weigh((link ?? '') + letters.slice(at, at + size));
    const shared = rows.find(({ token }) => token === link);
    // The linking letter got no probability together with these, so none of the earlier letters would have.
    if (shared === undefined && rows.length > 0) all.clear();
    const offset = link === null || shared === undefined ? 0 : all.get(link)! - shared.logprob;
    for (const { token, logprob } of rows) if (token !== link) all.set(token, logprob + offset);
    at += size;
  }
  const top = Math.max(...all.values());
  const sum = [...all.values()].reduce((s, logprob) => s + Math.exp(logprob - top), 0);
  return [...all].map(([token, logprob]) => ({
    token,
    logprob: Math.min(0, logprob - top - Math.log(sum)),
  }));
}

function findLikeliestLetter(all: ReadonlyMap<string, number>): string | null {
  let best: string | null = null;
  for (const [token, logprob] of all) if (best === null || logprob > all.get(best)!) best = token;
  return best;
}

/** The fields that are read from an entry of WebLLM's own list. */
interface ListedModel {
  readonly model_id: string;
  readonly vram_required_MB?: number;
  readonly buffer_size_required_bytes?: number;
  /** Type; undefined or 0 for a model that writes text. */
  readonly model_type?: number;
}

/** Families that are small and can follow an instruction, smallest first; the first that runs is the default. */
const SUGGESTED: readonly {
  readonly family: string;
  readonly licence: string;
  /** Millions of weights; names give rounded figures. */
  readonly weights: number;
}[] = [
  { family: 'SmolLM2-360M-Instruct', licence: 'Apache-2.0', weights: 362 },
  { family: 'gemma3-1b-it', licence: 'Gemma terms', weights: 1000 },
  { family: 'SmolLM2-135M-Instruct', licence: 'Apache-2.0', weights: 135 },
  { family: 'Qwen2.5-0.5B-Instruct', licence: 'Apache-2.0', weights: 494 },
  { family: 'Llama-3.2-1B-Instruct', licence: 'Llama 3.2 Community', weights: 1236 },
  { family: 'Qwen2.5-1.5B-Instruct', licence: 'Apache-2.0', weights: 1544 },
  { family: 'Qwen3-0.6B', licence: 'Apache-2.0', weights: 596 },
];

/** Bits per weight, including the scales of its group. */
const BITS: Readonly<Record<string, number>> = {
  q0f16: 16,
  q0f32: 32,
  q3f16_1: 3.5,
  q4f16_1: 4.5,
  q4f32_1: 4.5,
};
const MB = 1_000_000;

const ID = /^(.+?)-(q\df(?:16|32)(?:_\d)?)(-MLC)?(-1k)?$/;

/** All models that write text, smallest first; of each suggested family the smallest that runs here. */
export function listWebllmChoices(
  models: readonly ListedModel[],
  facts: BrowserFacts,
  isCached: (id: string) => boolean,
): readonly ModelChoice[] {
  const writing = models.filter(({ model_type = 0 }) => model_type === 0);
  const choices = writing
    .map(model => toWebllmChoice(model, facts, isCached(model.model_id)))
    .sort((a, b) => (a.memory ?? 0) - (b.memory ?? 0) || (a.model < b.model ? -1 : 1));
  const suggested = new Set(SUGGESTED.map(({ family }) => findBestInFamily(choices, family)));
  const marked = choices.map(choice => ({
    ...choice,
    suggested: suggested.has(choice.model) || choice.cached,
  }));
  const standard = findDefaultModelChoice(marked)?.model;
  return marked.map(choice => ({ ...choice, standard: choice.model === standard }));
}

/** A user's own model, of which only the name is known. */
export function buildOwnWebllmChoice(
  spec: LocalModelSpec,
  facts: BrowserFacts,
  cached: boolean,
): ModelChoice {
  const [, family = spec.model, quantization = ''] = ID.exec(spec.model) ?? [];
  return {
    ...spec,
    label: formatFamilyLabel(family),
    quantization,
    memory: null,
    download: computeDownloadMegabytes(family, quantization),
    licence: null,
    cached,
    obstacle: findModelObstacle({ model_id: spec.model }, quantization, facts),
    suggested: true,
    standard: false,
  };
}

/**
 * The smallest suggested model that runs; null if none does. One of 135 million weights is too weak to be the default.
 */
export function findDefaultModelChoice(choices: readonly ModelChoice[]): ModelChoice | null {
  for (const { family } of SUGGESTED) {
    const found = choices.find(c => getModelFamily(c.model) === family && c.suggested && c.obstacle === null);
    if (found !== undefined) return found;
  }
  return choices.find(choice => choice.obstacle === null) ?? null;
}

const getModelFamily = (id: string): string => ID.exec(id)?.[1] ?? id;

function findBestInFamily(choices: readonly ModelChoice[], family: string): string | undefined {
  const ofFamily = choices.filter(({ model }) => getModelFamily(model) === family && !model.endsWith('-1k'));
  return (ofFamily.find(({ obstacle }) => obstacle === null) ?? ofFamily[0])?.model;
}

function toWebllmChoice(model: ListedModel, facts: BrowserFacts, cached: boolean): ModelChoice {
  const [, family = model.model_id, quantization = '', , short] = ID.exec(model.model_id) ?? [];
  return {
    kind: 'webllm',
    model: model.model_id,
    source: null,
    label: formatFamilyLabel(family) + (short === undefined ? '' : ', 1k context'),
    quantization,
    memory: model.vram_required_MB ?? null,
    download: computeDownloadMegabytes(family, quantization),
    licence: SUGGESTED.find(s => s.family === family)?.licence ?? null,
    cached,
    obstacle: findModelObstacle(model, quantization, facts),
    suggested: false,
    standard: false,
  };
}

/** "SmolLM2 360M" for "SmolLM2-360M-Instruct". */
const formatFamilyLabel = (family: string): string =>
  family.replace(/-(Instruct|it|Chat)(?=-|$)/gi, '').replaceAll('-', ' ');

/** Download in MB; the list does not say, so it is computed from the weights and bits that the name gives. */
function computeDownloadMegabytes(family: string, quantization: string): number | null {
  const millions = SUGGESTED.find(s => s.family === family)?.weights ?? parseWeightMillions(family);
  const bits = BITS[quantization];
  return millions === null || bits === undefined ? null : Math.round((millions * bits) / 8);
}

function parseWeightMillions(family: string): number | null {
  const size = /(?:^|[-_])(\d+(?:\.\d+)?)([MB])(?:-|$)/i.exec(family);
  return size === null ? null : Number(size[1]) * (size[2].toUpperCase() === 'B' ? 1000 : 1);
}

/**
 * Obstacle to running a model, by the adapter's features: only a few of the list's entries that compute in
 * half precision say so.
 */
function findModelObstacle(model: ListedModel, quantization: string, facts: BrowserFacts): string | null {
  if (facts.webgpu !== 'ready') return 'needs WebGPU';
  if (quantization.includes('f16') && !facts.shaderF16) return 'needs shader-f16';
  const buffer = model.buffer_size_required_bytes ?? 0;
  return buffer > facts.largestBuffer ? `needs buffers of ${Math.ceil(buffer / MB)} MB` : null;
}
