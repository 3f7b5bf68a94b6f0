import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { describe, expect, it } from 'vitest';
import {
  buildOwnWebllmChoice,
  findDefaultModelChoice,
  listWebllmChoices,
} from '../../../src/oracles/local/createWebllmRuntime.ts';
import type { BrowserFacts } from '../../../src/oracles/local/localModelContract.ts';
import { FACTS, spec } from './browser.ts';

const list = prebuiltAppConfig.model_list;
const half: BrowserFacts = { ...FACTS, shaderF16: true };
const choicesOn = (facts: BrowserFacts, cached: readonly string[] = []) =>
  listWebllmChoices(list, facts, id => cached.includes(id));
const suggestedOn = (facts: BrowserFacts) => choicesOn(facts).filter(({ suggested }) => suggested);

describe('WebLLM’s own list', () => {
  it('is offered completely, except for models that write no text', () => {
    const others = list.filter(({ model_type = 0 }) => model_type !== 0).map(({ model_id }) => model_id);
    expect(others.some(id => id.includes('embed'))).toBe(true);
    expect(others.some(id => id.includes('vision'))).toBe(true);
    const offered = choicesOn(FACTS).map(({ model }) => model);
    expect(offered.length).toBe(list.length - others.length);
    expect(offered.filter(id => /embed|vision/.test(id))).toEqual([]);
  });

  it('stands smallest first', () => {
    const memory = choicesOn(FACTS).map(choice => choice.memory ?? 0);
    expect(memory).toEqual([...memory].sort((a, b) => a - b));
  });

  it('marks every model in half precision as requiring shader-f16, and no other', () => {
    for (const { model, obstacle } of choicesOn(FACTS))
      expect([model, obstacle]).toEqual([model, /f16/.test(model) ? 'needs shader-f16' : null]);
    expect(choicesOn(half).filter(({ obstacle }) => obstacle !== null)).toEqual([]);
  });

  it('cannot be used without WebGPU', () => {
    for (const webgpu of ['none', 'no adapter'] as const)
      expect(new Set(choicesOn({ ...half, webgpu }).map(({ obstacle }) => obstacle))).toEqual(
        new Set(['needs WebGPU']),
      );
    expect(findDefaultModelChoice(choicesOn({ ...half, webgpu: 'none' }))).toBeNull();
  });

  it('suggests of each small family the smallest model that runs here', () => {
    const able = suggestedOn(FACTS).filter(({ obstacle }) => obstacle === null);
    expect(able.map(({ quantization }) => quantization).filter(name => name.includes('f16'))).toEqual([]);
    expect(able.map(({ model }) => model)).toContain('Llama-3.2-1B-Instruct-q4f32_1-MLC');
    const halves = suggestedOn(half).map(({ model }) => model);
    expect(halves).toContain('Llama-3.2-1B-Instruct-q4f16_1-MLC');
    expect(halves).toContain('SmolLM2-135M-Instruct-q0f16-MLC');
    expect(halves).not.toContain('Llama-3.2-1B-Instruct-q4f32_1-MLC');
  });

  it('also suggests models that are already downloaded', () => {
    const id = 'Llama-3.1-8B-Instruct-q4f32_1-MLC';
    const find = (cached: readonly string[]) => choicesOn(FACTS, cached).find(({ model }) => model === id);
    expect(find([])).toMatchObject({ cached: false, suggested: false });
    expect(find([id])).toMatchObject({ cached: true, suggested: true });
  });

  it('has SmolLM2 360M as its default', () => {
    expect(findDefaultModelChoice(choicesOn(FACTS))).toMatchObject({
      model: 'SmolLM2-360M-Instruct-q4f32_1-MLC',
      label: 'SmolLM2 360M',
      quantization: 'q4f32_1',
      licence: 'Apache-2.0',
      memory: 579.61,
      download: 204,
      standard: true,
    });
    expect(choicesOn(FACTS).filter(({ standard }) => standard)).toHaveLength(1);
    expect(findDefaultModelChoice(choicesOn(half))!.model).toBe('SmolLM2-360M-Instruct-q4f16_1-MLC');
  });
});

describe('an entry', () => {
  const of = (model_id: string, part: object = {}) =>
    listWebllmChoices([{ model_id, ...part }], half, () => false)[0]!;

  it.each([
    ['Toy-1B-Instruct-q4f16_1-MLC', 'Toy 1B', 'q4f16_1', 563],
    ['Toy-0.5B-q0f32-MLC', 'Toy 0.5B', 'q0f32', 2_000],
    ['Toy-135M-Chat-q0f16-MLC', 'Toy 135M', 'q0f16', 270],
    ['toy2-3b-it-q3f16_1-MLC', 'toy2 3b', 'q3f16_1', 1_313],
    ['Toy-1B-Instruct-q4f32_1-MLC-1k', 'Toy 1B, 1k context', 'q4f32_1', 563],
    ['Toy-mini-q4f32_1-MLC', 'Toy mini', 'q4f32_1', null],
    ['no pattern', 'no pattern', '', null],
  ])(
    '%s gives its name, how it is packed, and the size of its download',
    (id, label, quantization, download) => {
      expect(of(id)).toMatchObject({ label, quantization, download, memory: null, licence: null });
    },
  );

  it('that needs larger buffers than there are cannot run', () => {
    const needs = { buffer_size_required_bytes: 2 ** 31 };
    expect(of('Toy-1B-q4f32_1-MLC', needs).obstacle).toBe('needs buffers of 2148 MB');
    expect(of('Toy-1B-q4f32_1-MLC', { buffer_size_required_bytes: 2 ** 30 }).obstacle).toBeNull();
  });

  it('of the user’s own gives what its name contains', () => {
    expect(buildOwnWebllmChoice(spec('Our-1B-Instruct-q4f16_1-MLC'), FACTS, true)).toMatchObject({
      label: 'Our 1B',
      quantization: 'q4f16_1',
      download: 563,
      cached: true,
      obstacle: 'needs shader-f16',
      suggested: true,
    });
    expect(buildOwnWebllmChoice(spec('toy'), FACTS, false)).toMatchObject({ label: 'toy', obstacle: null });
  });
});
