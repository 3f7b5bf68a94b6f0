import { describe, expect, it } from 'vitest';
import { localDefaults, remoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { isHost } from '../../../src/ui/policy/hosts.ts';
import { hostsOf } from '../../../src/ui/policy/modelHosts.ts';

const sourceOf = (url: string, library: string | null = null) => ({ url, library, revision: null });

describe('the hosts of a model', () => {
  it('are its servers', () => {
    const oracle = { ...remoteDefaults('openai'), urls: ['http://a:1/v', 'http://b:2'] };
    expect(hostsOf(oracle)).toEqual(['http://a:1', 'http://b:2']);
  });

  it('are the hub and what delivers its files, for one of the list', () => {
    expect(hostsOf(localDefaults('wllama'))).toContain('https://huggingface.co');
    expect(hostsOf(localDefaults('wllama'))).toContain('https://*.hf.co');
    expect(hostsOf(localDefaults('webllm'))).toContain('https://raw.githubusercontent.com');
    expect(hostsOf(localDefaults('webllm')).every(isHost)).toBe(true);
  });

  it('are those of its own addresses, and of the hub where one of them is there', () => {
    const own = { ...localDefaults('webllm'), source: sourceOf('https://a.org/m', 'https://b.org/l.wasm') };
    expect(hostsOf(own)).toEqual(['https://a.org', 'https://b.org']);
    const hub = { ...localDefaults('wllama'), source: sourceOf('https://huggingface.co/x/y.gguf') };
    expect(hostsOf(hub)).toEqual(hostsOf(localDefaults('wllama')));
  });

  it('are none for a file of this machine', () => {
    expect(hostsOf({ ...localDefaults('wllama'), source: sourceOf('file:m.gguf') })).toEqual([]);
  });
});
