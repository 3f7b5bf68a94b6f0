import { sha256 } from '@noble/hashes/sha2.js';
import type { ChatCompletionParams, Wllama } from '@wllama/wllama';
import wasm from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import compatCode from '@wllama/wllama-compat/wasm/wllama.js?url';
import compatWasm from '@wllama/wllama-compat/wasm/wllama.wasm?url';
import { encodeHex } from '../../engine/core/hashing/hex.ts';
import { LETTERS, type TokenLogprob } from '../../engine/oracle/formats/letter.ts';
import type { ModelSource } from '../../engine/oracle/oracleSetup.ts';
import { toAnswerFields, toStringOrNull, toUnknownList } from '../client/answerFields.ts';
import { canStoreModelFiles } from './canStoreModelFiles.ts';
import type { Runtime } from './createModelHost.ts';
import { getGgufName } from './getGgufName.ts';
import type {
  LoadedModel,
  LocalAnswer,
  LocalModelSpec,
  LocalRequest,
  ModelChoice,
  TellProgress,
} from './localModelContract.ts';
import { ModelFiles, runUnlessWriting, withModelWriteLock } from './modelFiles.ts';

type Library = typeof import('@wllama/wllama');
const WLLAMA_VERSION = '3.8.1';
/** Tokens; a prompt has at most about three hundred. */
const CONTEXT = 4096;

const SILENT = { debug() {}, log() {}, warn() {}, error() {} };
const resolveModuleUrl = (url: string): string => new URL(url, import.meta.url).href;

/** Milliseconds of silence about one question after which its worker counts as dead. */
const QUESTION_SILENCE_MS = 120_000;

interface Instance {
  readonly wllama: Wllama;
  /** The work's result, or a rejection when the worker breaks or falls silent. */
  alive<T>(work: Promise<T>): Promise<T>;
}

/** llama.cpp on the processor, in a worker of its own below this one. */
export async function createWllamaRuntime(): Promise<Runtime> {
  return new WllamaRuntime(await import('@wllama/wllama'));
}

class WllamaRuntime implements Runtime {
  readonly #library: Library;
  readonly #store: Wllama;
  #loaded: Instance | null = null;
  /** Files of this machine by URL, if the browser stores none: until the page is left. */
  readonly #held = new Map<string, Blob>();

  constructor(library: Library) {
    this.#library = library;
    this.#store = this.#instance().wllama;
  }

  async choices(own: readonly LocalModelSpec[]) {
    await this.#sweep();
    const models = await this.#store.modelManager.getModels();
    const here = [
      ...models.map(({ url, size }) => [url, size] as const),
      ...[...this.#held].map(toUrlAndSize),
    ];
    return listWllamaChoices(new Map(here), own, await canStoreModelFiles());
  }

  async isCached(spec: LocalModelSpec): Promise<boolean> {
    const url = getGgufUrl(spec);
    return this.#held.has(url) || (await this.#kept(url)) !== null;
  }

  async load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel> {
    const url = getGgufUrl(spec);
    if (file !== null) await withModelWriteLock(() => this.#keep(url, file, tell));
    else if (!(await this.isCached(spec))) await withModelWriteLock(() => this.#fetch(url, tell));
    await this.unload();
    tell({ phase: 'load', part: 0, bytes: null, of: null });
    const held = this.#held.get(url);
    const blobs = held === undefined ? await (await this.#kept(url))?.open() : [held];
    if (blobs === undefined) throw new Error(`${spec.model} could not be saved: is there room for it?`);
    const instance = this.#instance();
    try {
      const [digest] = await Promise.all([
        computeBlobsDigest(blobs),
        instance.alive(loadWllamaModel(instance.wllama, blobs)),
      ]);
      this.#loaded = instance;
      tell({ phase: 'load', part: 1, bytes: null, of: null });
      return { runtime: `wllama ${WLLAMA_VERSION}`, digest };
    } catch (error) {
      await instance.wllama.exit();
      // A supplied file that cannot be read is not worth its space.
      if (file !== null) await this.remove(spec);
      throw error;
    }
  }

  async unload(): Promise<void> {
    await this.#loaded?.wllama.exit();
    this.#loaded = null;
  }

  async remove(spec: LocalModelSpec): Promise<void> {
    const url = getGgufUrl(spec);
    this.#held.delete(url);
    const files = (await this.#kept(url))?.files ?? [];
    for (const { name } of files) await this.#store.cacheManager.delete(name);
    await this.#store.cacheManager.delete(url);
  }

  async say(request: LocalRequest, signal: AbortSignal): Promise<LocalAnswer> {
    if (this.#loaded === null) throw new Error('RuntimeError: no model is loaded');
    const { wllama, alive } = this.#loaded;
    const { choices, usage } = await alive(
      wllama.createChatCompletion(buildWllamaCompletion(request, signal)),
    );
    const [{ message, logprobs }] = choices;
    return {
      text: message.content ?? '',
      tokens: request.letters > 0 ? readTopProbabilities(logprobs?.content) : null,
      tokensIn: usage?.prompt_tokens ?? null,
      tokensOut: usage?.completion_tokens ?? null,
    };
  }

  #instance(): Instance {
    let end: (error: Error) => void = () => {};
    const death = new Promise<never>((_, reject) => {
      end = reject;
    });
    death.catch(() => {});
    // Its worker's failure is reported to its log alone.
    const error = (event: unknown) => {
      if (event instanceof ErrorEvent) end(new Error(`RuntimeError: ${event.message}`));
    };
    const wllama = new this.#library.Wllama(
      { default: resolveModuleUrl(wasm) },
      {
        suppressNativeLog: true,
        logger: { ...SILENT, error },
        cacheManager: new this.#library.CacheManager([new ModelFiles()]),
      },
    );
    // For browsers without JSPI or 64-bit memories; by default this would be fetched from a third party's
    // server.
    wllama.setCompat({ worker: resolveModuleUrl(compatCode), wasm: resolveModuleUrl(compatWasm) });
    return { wllama, alive: work => rejectOnSilence(Promise.race([work, death])) };
  }

  /** Removes what a cancelled download or a closed tab left behind. */
  #sweep(): Promise<void> {
    const { cacheManager } = this.#store;
    return runUnlessWriting(async () => {
      await cacheManager.deleteMany(
        ({ size, metadata }) => metadata.originalURL === '' || metadata.originalSize !== size,
      );
    });
  }

  async #kept(url: string) {
    const models = await this.#store.modelManager.getModels();
    return models.find(model => model.url === url) ?? null;
  }

  async #fetch(url: string, tell: TellProgress): Promise<void> {
    if (url.startsWith('file:')) throw new Error('the file is not saved in this browser: choose it again');
    tell({ phase: 'download', part: 0, bytes: 0, of: null });
    await this.#store.modelManager.downloadModel(url, {
      progressCallback: ({ loaded, total }) =>
        tell({
          phase: 'download',
          part: total > 0 ? loaded / total : 0,
          bytes: loaded,
          of: total > 0 ? total : null,
        }),
    });
  }

  /** A copy of a file from this machine, so that a reload does not lose it; the file itself if no copy can be made. */
  async #keep(url: string, file: Blob, tell: TellProgress): Promise<void> {
    await assertGgufFile(file, getGgufName(url));
    if (!(await canStoreModelFiles())) {
      this.#held.set(url, file);
      return;
    }
    const { cacheManager } = this.#store;
    let bytes = 0;
    const counted = file.stream().pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          tell({ phase: 'download', part: bytes / file.size, bytes, of: file.size });
          controller.enqueue(chunk);
        },
      }),
    );
    await cacheManager.write(await cacheManager.getNameFromURL(url), counted, {
      originalURL: url,
      originalSize: file.size,
      etag: '',
    });
  }
}

/** Bias added to all letters alike: their ratios stay the same, and nothing else has a chance. */
const LIFT = 60;

/**
 * llama.cpp looks at a grammar only after it has drawn a token, so the shares that it reports ignore it.
 * Raising the letters' bias confines it to them beforehand.
 */
const buildLetterBias = (letters: number) => ({
  logit_bias: Object.fromEntries([...LETTERS.slice(0, letters)].map(letter => [letter, LIFT])),
  logprobs: true,
  top_logprobs: letters,
  post_sampling_probs: true,
});

const toUrlAndSize = ([url, { size }]: readonly [string, Blob]) => [url, size] as const;

/** Loads a file; the library accepts whatever llama.cpp makes of it as a model. */
async function loadWllamaModel(wllama: Wllama, blobs: Blob[]): Promise<void> {
  await wllama.loadModel(blobs, { n_ctx: CONTEXT, n_batch: 512, n_parallel: 1, n_gpu_layers: 0 });
  if (!(wllama.getLoadedContextInfo().n_vocab > 0)) throw new Error('llama.cpp cannot read this GGUF');
}

async function rejectOnSilence<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`RuntimeError: it has not responded for ${QUESTION_SILENCE_MS / 1000} s`)),
      QUESTION_SILENCE_MS,
    );
  });
  return Promise.race([work, silence]).finally(() => clearTimeout(timer));
}

const MAGIC = 'GGUF';

/** @throws Error for a file whose first bytes are not a GGUF's */
async function assertGgufFile(file: Blob, name: string): Promise<void> {
  if ((await file.slice(0, MAGIC.length).text()) !== MAGIC) throw new Error(`${name} is not a GGUF file`);
}

/** Parameters beyond the library's types: it passes everything on to llama.cpp's server. */
type Params = Omit<ChatCompletionParams, 'logit_bias'> & {
  readonly logit_bias?: Readonly<Record<string, number>>;
  readonly post_sampling_probs?: boolean;
};

function buildWllamaCompletion(request: LocalRequest, abortSignal: AbortSignal) {
  const { messages, grammar, letters, mostTokens, temperature, seed } = request;
  const params: Params = {
    messages: messages as ChatCompletionParams['messages'],
    abortSignal,
    max_tokens: mostTokens,
    temperature,
    seed,
    top_k: 0,
    top_p: 1,
    min_p: 0,
    ...(letters > 0 ? buildLetterBias(letters) : grammar !== null && { grammar }),
    chat_template_kwargs: { enable_thinking: false },
  };
  return { ...(params as ChatCompletionParams), stream: false as const };
}

/** The first token's candidates; after the grammar, llama.cpp reports shares instead of log-probabilities. */
function readTopProbabilities(content: unknown): readonly TokenLogprob[] | null {
  const [first] = toUnknownList(content);
  if (first === undefined) return null;
  return toUnknownList(toAnswerFields(first).top_probs).map(entry => {
    const { token, prob } = toAnswerFields(entry);
    return {
      token: toStringOrNull(token) ?? '',
      logprob: typeof prob === 'number' ? Math.log(prob) : Number.NaN,
    };
  });
}

async function computeBlobsDigest(blobs: readonly Blob[]): Promise<string> {
  const hash = sha256.create();
  for (const blob of blobs) {
    const reader = blob.stream().getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) hash.update(next.value);
  }
  return encodeHex(hash.digest());
}

type Suggested = Pick<ModelChoice, 'model' | 'label' | 'quantization' | 'memory' | 'download' | 'licence'> & {
  readonly url: string;
};

const HUB = 'https://huggingface.co';

/** Small models with licences that permit their use; sizes are approximate. */
const SUGGESTED: readonly Suggested[] = [
  {
    model: 'SmolLM2-135M-Instruct-Q8_0',
    label: 'SmolLM2 135M',
    quantization: 'Q8_0',
    memory: 300,
    download: 145,
    licence: 'Apache-2.0',
    url: `${HUB}/bartowski/SmolLM2-135M-Instruct-GGUF/resolve/main/SmolLM2-135M-Instruct-Q8_0.gguf`,
  },
  {
    model: 'SmolLM2-360M-Instruct-Q8_0',
    label: 'SmolLM2 360M',
    quantization: 'Q8_0',
    memory: 600,
    download: 386,
    licence: 'Apache-2.0',
    url: `${HUB}/HuggingFaceTB/SmolLM2-360M-Instruct-GGUF/resolve/main/smollm2-360m-instruct-q8_0.gguf`,
  },
  {
    model: 'Qwen2.5-0.5B-Instruct-Q4_K_M',
    label: 'Qwen2.5 0.5B',
    quantization: 'Q4_K_M',
    memory: 700,
    download: 491,
    licence: 'Apache-2.0',
    url: `${HUB}/Qwen/Qwen2.5-0.5B-Instruct-GGUF/resolve/main/qwen2.5-0.5b-instruct-q4_k_m.gguf`,
  },
  {
    model: 'Llama-3.2-1B-Instruct-Q4_K_M',
    label: 'Llama 3.2 1B',
    quantization: 'Q4_K_M',
    memory: 1_100,
    download: 808,
    licence: 'Llama 3.2 Community',
    url: `${HUB}/bartowski/Llama-3.2-1B-Instruct-GGUF/resolve/main/Llama-3.2-1B-Instruct-Q4_K_M.gguf`,
  },
  {
    model: 'Qwen2.5-1.5B-Instruct-Q4_K_M',
    label: 'Qwen2.5 1.5B',
    quantization: 'Q4_K_M',
    memory: 1_500,
    download: 1_117,
    licence: 'Apache-2.0',
    url: `${HUB}/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/main/qwen2.5-1.5b-instruct-q4_k_m.gguf`,
  },
];

/** The default model. */
const DEFAULT_GGUF = 'SmolLM2-360M-Instruct-Q8_0';

/**
 * @param cached bytes stored in this browser, by URL
 * @param keeps whether the browser keeps files at all; what cannot be kept cannot be downloaded
 */
export function listWllamaChoices(
  cached: ReadonlyMap<string, number>,
  own: readonly LocalModelSpec[] = [],
  keeps = true,
): readonly ModelChoice[] {
  const listed = SUGGESTED.map(({ url, ...model }) => ({ ...model, source: null, cached: cached.has(url) }));
  const known = new Set(SUGGESTED.map(({ url }) => url));
  const owned = new Map(own.filter(hasModelSource).map(spec => [getGgufUrl(spec), spec.source]));
  const kept = [...cached]
    .filter(([url]) => !known.has(url))
    .map(([url, bytes]) =>
      buildOwnWllamaChoice(owned.get(url) ?? { url, library: null, revision: null }, bytes),
    );
  const absent = [...owned]
    .filter(([url]) => !cached.has(url))
    .map(([, source]) => buildOwnWllamaChoice(source, null));
  return [...kept, ...absent, ...listed].map(choice => ({
    ...choice,
    kind: 'wllama' as const,
    obstacle: keeps || choice.cached ? null : 'needs a browser that stores files',
    suggested: true,
    standard: choice.source === null && choice.model === DEFAULT_GGUF,
  }));
}

const hasModelSource = (spec: LocalModelSpec): spec is LocalModelSpec & { readonly source: ModelSource } =>
  spec.source !== null;

const buildOwnWllamaChoice = (source: ModelSource, bytes: number | null) => ({
  model: getGgufName(source.url),
  label: getGgufName(source.url),
  quantization: /[-._](I?Q\d\w*|F16|F32|BF16)$/i.exec(getGgufName(source.url))?.[1].toUpperCase() ?? '',
  memory: null,
  download: bytes === null ? null : Math.round(bytes / 1e6),
  licence: null,
  source,
  cached: bytes !== null,
});

/** URL of a model's file. @throws Error for a model that the list does not have */
export function getGgufUrl({ model, source }: LocalModelSpec): string {
  if (source === null) {
    const found = SUGGESTED.find(s => s.model === model);
    if (found === undefined) throw new Error(`the list has no model ${JSON.stringify(model)}`);
    return found.url;
  }
  if (source.revision === null) return source.url;
  return source.url.replace(/\/resolve\/[^/]+\//, `/resolve/${source.revision}/`);
}
