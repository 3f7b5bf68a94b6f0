import { beforeEach, describe, expect, it } from 'vitest';
import { addOwnModel, forgetOwnModel, listOwnModels } from '../../../src/ui/files/listOwnModels.ts';
import type { LocalModelSpec } from '../../../src/workers/protocol/api.ts';

const KEY = 'statescope-models';
const own = (model: string, revision: string | null = null): LocalModelSpec => ({
  kind: 'webllm',
  model,
  source: { url: `https://models.example/${model}`, library: 'https://models.example/a.wasm', revision },
});
const gguf = (model: string): LocalModelSpec => ({
  kind: 'wllama',
  model,
  source: { url: `file:${model}.gguf`, library: null, revision: null },
});
const names = (kind: LocalModelSpec['kind']) => listOwnModels(kind).map(({ model }) => model);

beforeEach(() => localStorage.clear());

describe('the user’s own models', () => {
  it('are saved in this browser, each with its runtime', () => {
    expect(listOwnModels('webllm')).toEqual([]);
    addOwnModel(own('a', 'abc'));
    addOwnModel(gguf('b'));
    expect(listOwnModels('webllm')).toEqual([own('a', 'abc')]);
    expect(listOwnModels('wllama')).toEqual([gguf('b')]);
  });

  it('are listed once for each revision, latest last', () => {
    for (const spec of [own('a'), own('b'), own('a', 'abc'), own('a')]) addOwnModel(spec);
    expect(listOwnModels('webllm')).toEqual([own('b'), own('a', 'abc'), own('a')]);
  });

  it('can be forgotten', () => {
    for (const spec of [own('a'), own('b'), gguf('a')]) addOwnModel(spec);
    forgetOwnModel(own('a'));
    expect([names('webllm'), names('wllama')]).toEqual([['b'], ['a']]);
  });

  it('are twenty at most: the latest', () => {
    for (let i = 1; i <= 25; i++) addOwnModel(own(`m${i}`));
    expect(names('webllm')).toEqual(Array.from({ length: 20 }, (_, i) => `m${i + 6}`));
  });

  it('are left out where the saved data is invalid', () => {
    const bad = [
      null,
      7,
      'a',
      {},
      { ...own('a'), kind: 'ollama' },
      { ...own('a'), model: 7 },
      { ...own('a'), source: null },
      { ...own('a'), source: { url: 7 } },
      { ...own('a'), source: { url: 'ftp://x', library: 'https://a', revision: null } },
      { ...own('a'), source: { ...own('a').source, revision: '../x' } },
    ];
    localStorage.setItem(KEY, JSON.stringify([...bad, own('good')]));
    expect(names('webllm')).toEqual(['good']);
    for (const text of ['', '{', '{"a": 1}', 'null']) {
      localStorage.setItem(KEY, text);
      expect(listOwnModels('webllm')).toEqual([]);
    }
    addOwnModel(own('a'));
    expect(names('webllm')).toEqual(['a']);
  });
});
