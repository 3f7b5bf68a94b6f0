import type { ModelSource } from '../../engine/oracle/oracleSetup.ts';
import { getGgufName } from './getGgufName.ts';
import type { LocalModelSpec, ModelChoice } from './localModelContract.ts';

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
    obstacle: keeps || choice.cached ? null : 'needs a browser that keeps files',
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
