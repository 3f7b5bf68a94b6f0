import type { BrowserFacts, LocalModelSpec, ModelChoice } from './localModelContract.ts';

/** The fields that are read from an entry of WebLLM's own list. */
export interface ListedModel {
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
