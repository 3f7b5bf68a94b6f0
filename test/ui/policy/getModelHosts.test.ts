import { describe, expect, it } from 'vitest';
import { createLocalDefaults, createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { getModelHosts } from '../../../src/ui/policy/getModelHosts.ts';
import { isHostOrPattern } from '../../../src/ui/policy/hosts.ts';

const sourceOf = (url: string, library: string | null = null) => ({ url, library, revision: null });

describe('the hosts of a model', () => {
  it('are its servers', () => {
    const oracle = { ...createRemoteDefaults('openai'), urls: ['http://a:1/v', 'http://b:2'] };
    expect(getModelHosts(oracle)).toEqual(['http://a:1', 'http://b:2']);
  });

  it('are the hub and its file servers, for a model of the list', () => {
    expect(getModelHosts(createLocalDefaults('wllama'))).toContain('https://huggingface.co');
    expect(getModelHosts(createLocalDefaults('wllama'))).toContain('https://*.hf.co');
    expect(getModelHosts(createLocalDefaults('webllm'))).toContain('https://raw.githubusercontent.com');
    expect(getModelHosts(createLocalDefaults('webllm')).every(isHostOrPattern)).toBe(true);
  });

  it('are those of its own addresses, and of the hub where one of them is there', () => {
    const own = {
      ...createLocalDefaults('webllm'),
      source: sourceOf('https://a.org/m', 'https://b.org/l.wasm'),
    };
    expect(getModelHosts(own)).toEqual(['https://a.org', 'https://b.org']);
    const hub = { ...createLocalDefaults('wllama'), source: sourceOf('https://huggingface.co/x/y.gguf') };
    expect(getModelHosts(hub)).toEqual(getModelHosts(createLocalDefaults('wllama')));
  });

  it('do not exist for a file of this machine', () => {
    expect(getModelHosts({ ...createLocalDefaults('wllama'), source: sourceOf('file:m.gguf') })).toEqual([]);
  });
});
