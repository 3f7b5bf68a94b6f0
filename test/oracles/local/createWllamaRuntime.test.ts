import { describe, expect, it } from 'vitest';
import { getGgufUrl, listWllamaChoices } from '../../../src/oracles/local/createWllamaRuntime.ts';
import { getGgufName } from '../../../src/oracles/local/getGgufName.ts';
import type { LocalModelSpec } from '../../../src/oracles/local/localModelContract.ts';

const own = (url: string, revision: string | null = null): LocalModelSpec => ({
  kind: 'wllama',
  model: getGgufName(url),
  source: { url, library: null, revision },
});
const STANDARD = 'SmolLM2-360M-Instruct-Q8_0';
const names = (choices: readonly LocalModelSpec[]) => choices.map(({ model }) => model);

describe('models for the processor', () => {
  it('are small ones with licences, all of which run', () => {
    const choices = listWllamaChoices(new Map());
    expect(names(choices.filter(({ standard }) => standard))).toEqual([STANDARD]);
    for (const choice of choices) {
      expect(choice).toMatchObject({ kind: 'wllama', source: null, cached: false, obstacle: null });
      expect(choice.licence).not.toBeNull();
      expect(choice.memory).toBeGreaterThan(choice.download!);
      expect(getGgufUrl(choice)).toMatch(/^https:\/\/huggingface\.co\/.+\/resolve\/main\/.+\.gguf$/);
    }
  });

  it('are marked if they are downloaded', () => {
    const { length } = listWllamaChoices(new Map());
    const url = getGgufUrl({ kind: 'wllama', model: STANDARD, source: null });
    const choices = listWllamaChoices(new Map([[url, 386e6]]));
    expect(names(choices.filter(({ cached }) => cached))).toEqual([STANDARD]);
    expect(choices.length).toBe(length);
  });

  it('include downloaded ones that are not in the list, first, with their size', () => {
    const kept = new Map([['file:mine-Q4_K_M.gguf', 123_456_789]]);
    expect(listWllamaChoices(kept)[0]).toEqual({
      kind: 'wllama',
      model: 'mine-Q4_K_M',
      label: 'mine-Q4_K_M',
      quantization: 'Q4_K_M',
      memory: null,
      download: 123,
      licence: null,
      source: { url: 'file:mine-Q4_K_M.gguf', library: null, revision: null },
      cached: true,
      obstacle: null,
      suggested: true,
      standard: false,
    });
  });

  it('include the user’s own that is not here, once it is here only once', () => {
    const ours = own('https://models.example/our-q8_0.gguf');
    expect(listWllamaChoices(new Map(), [ours])[0]).toMatchObject({
      ...ours,
      quantization: 'Q8_0',
      download: null,
      cached: false,
    });
    const choices = listWllamaChoices(new Map([[ours.source!.url, 5e6]]), [ours]);
    expect(choices.filter(({ model }) => model === ours.model)).toMatchObject([{ cached: true, ...ours }]);
  });

  it('keep the revision that the user’s own is pinned to', () => {
    const pinned = own('https://hub.example/a/resolve/main/our.gguf', 'abc123');
    expect(listWllamaChoices(new Map(), [pinned])[0]).toMatchObject(pinned);
    const here = listWllamaChoices(new Map([[getGgufUrl(pinned), 5e6]]), [pinned]);
    expect(here.filter(({ model }) => model === 'our')).toMatchObject([{ cached: true, ...pinned }]);
  });
});

describe('a GGUF', () => {
  it.each([
    ['https://models.example/a/tiny.gguf', 'tiny'],
    ['https://models.example/tiny%20one.gguf?download=true#x', 'tiny one'],
    ['file:tiny.gguf', 'tiny'],
    ['file:100%.gguf', '100%'],
    ['file:a%20b? #1.gguf', 'a%20b? #1'],
    ['https://models.example/100%.gguf', '100%'],
  ])('at %s is called %s', (url, name) => {
    expect(getGgufName(url)).toBe(name);
  });

  it('lies where its revision says', () => {
    expect(getGgufUrl(own('https://hub.example/a/resolve/main/b.gguf', 'abc'))).toBe(
      'https://hub.example/a/resolve/abc/b.gguf',
    );
    expect(getGgufUrl(own('https://hub.example/b.gguf'))).toBe('https://hub.example/b.gguf');
    expect(() => getGgufUrl({ kind: 'wllama', model: 'unheard', source: null })).toThrow(
      'the list has no model "unheard"',
    );
  });
});
