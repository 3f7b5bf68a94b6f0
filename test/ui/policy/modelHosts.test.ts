import { describe, expect, it } from 'vitest';
import { createLocalDefaults, createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { isHost } from '../../../src/ui/policy/hosts.ts';
import { hostsOf } from '../../../src/ui/policy/modelHosts.ts';

const sourceOf = (url: string, library: string | null = null) => ({ url, library, revision: null });

describe('the hosts of a model', () => {
  it('are its servers', () => {
    const oracle = { ...createRemoteDefaults('openai'), urls: ['http://a:1/v', 'http://b:2'] };
    expect(hostsOf(oracle)).toEqual(['http://a:1', 'http://b:2']);
  });

  it('are the hub and what delivers its files, for one of the list', () => {
    expect(hostsOf(createLocalDefaults('wllama'))).toContain('https://huggingface.co');
    expect(hostsOf(createLocalDefaults('wllama'))).toContain('https://*.hf.co');
    expect(hostsOf(createLocalDefaults('webllm'))).toContain('https://raw.githubusercontent.com');
    expect(hostsOf(createLocalDefaults('webllm')).every(isHost)).toBe(true);
  });

  it('are those of its own addresses, and of the hub where one of them is there', () => {
    const own = {
      ...createLocalDefaults('webllm'),
      source: sourceOf('https://a.org/m', 'https://b.org/l.wasm'),
    };
    expect(hostsOf(own)).toEqual(['https://a.org', 'https://b.org']);
    const hub = { ...createLocalDefaults('wllama'), source: sourceOf('https://huggingface.co/x/y.gguf') };
    expect(hostsOf(hub)).toEqual(hostsOf(createLocalDefaults('wllama')));
  });

  it('are none for a file of this machine', () => {
    expect(hostsOf({ ...createLocalDefaults('wllama'), source: sourceOf('file:m.gguf') })).toEqual([]);
  });
});
