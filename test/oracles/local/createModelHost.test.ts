import { describe, expect, it } from 'vitest';
import { createModelHost, type Runtime } from '../../../src/oracles/local/createModelHost.ts';
import type { LocalAnswer, ModelWorkerApi } from '../../../src/oracles/local/localModelContract.ts';
import { done, failed, gone, letterSaid, loaded, REQUEST, settle, spec } from './browser.ts';

const toy = spec('toy');
const tiny = { kind: 'wllama', model: 'tiny', source: null } as const;
const nothing = () => {};

/** A runtime that notes what it is asked. */
class Scripted implements Runtime {
  readonly heard: string[] = [];
  load = async () => (loaded.kind === 'done' ? loaded.value : Promise.reject());
  say: Runtime['say'] = async request => letterSaid(request);
  async choices() {
    return [];
  }
  async isCached() {
    return true;
  }
  async unload() {
    this.heard.push('unload');
  }
  async remove() {
    this.heard.push('remove');
  }
}

const hostOf = (runtime: Runtime): ModelWorkerApi =>
  createModelHost({ webllm: async () => runtime, wllama: async () => runtime });

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** Errors as the runtimes word them. */
const LOST: readonly (readonly [string, unknown])[] = [
  [
    'A valid external Instance reference no longer exists.',
    new TypeError('A valid external Instance reference no longer exists.'),
  ],
  ['The current Object has already been disposed', new Error('The current Object has already been disposed')],
  ['Engine.unload() is called.', 'Engine.unload() is called.'],
  [
    'The WebGPU device was lost while loading the model.',
    named('DeviceLostError', 'The WebGPU device was lost while loading the model.'),
  ],
  ['no entry point', named('GPUPipelineError', 'no entry point')],
  ['(ABORT) out of slots', named('RuntimeError', '(ABORT) out of slots')],
  ['memory access out of bounds', named('RuntimeError', 'memory access out of bounds')],
];

const REFUSED: readonly (readonly [string, unknown])[] = [
  ['Failed to fetch', new TypeError('Failed to fetch')],
  [
    "Failed to execute 'add' on 'Cache': Request failed",
    new TypeError("Failed to execute 'add' on 'Cache': Request failed"),
  ],
  [
    'Unable to find a compatible GPU.',
    new Error('Unable to find a compatible GPU. This issue might be because'),
  ],
  [
    'Cannot find model record in appConfig for toy.',
    named('ModelNotFoundError', 'Cannot find model record in appConfig for toy.'),
  ],
  ['The quota has been exceeded.', named('QuotaExceededError', 'The quota has been exceeded.')],
];

const HARMLESS: readonly (readonly [string, unknown])[] = [
  [
    'Prompt tokens exceed context window size',
    named(
      'ContextWindowSizeExceededError',
      'Prompt tokens exceed context window size: number of prompt tokens: 5000; context window size: 4096',
    ),
  ],
  [
    'the request exceeds the available context size',
    new Error('the request exceeds the available context size'),
  ],
  ['failed to parse grammar', new Error('failed to parse grammar')],
];

describe('loading a model', () => {
  it.each(LOST)('may work in a new worker if it ends with “%s”', async (text, error) => {
    const outcome = await loadedWith(error);
    expect(outcome).toEqual(gone(expect.stringContaining(text) as unknown as string));
  });

  it.each([...REFUSED, ...HARMLESS])('has failed if it ends with “%s”', async (text, error) => {
    const outcome = await loadedWith(error);
    expect(outcome).toEqual(failed(expect.stringContaining(text) as unknown as string));
  });

  function loadedWith(error: unknown) {
    const runtime = new Scripted();
    runtime.load = () => Promise.reject(error);
    return hostOf(runtime).load(toy, null, nothing);
  }
});

describe('an answer', () => {
  it.each([...LOST, ...REFUSED])('that ends with “%s” has ended the model', async (text, error) => {
    expect(await saidWith(error)).toEqual(gone(expect.stringContaining(text) as unknown as string));
  });

  it.each(HARMLESS)('that ends with “%s” has failed, and the model continues', async (text, error) => {
    expect(await saidWith(error)).toEqual(failed(expect.stringContaining(text) as unknown as string));
  });

  async function saidWith(error: unknown) {
    const runtime = new Scripted();
    runtime.say = () => Promise.reject(error);
    const host = hostOf(runtime);
    await host.load(toy, null, nothing);
    return host.say(REQUEST, 1);
  }
});

describe('a reason', () => {
  it.each([
    [new Error('first line\nat wasm-function[12]'), 'first line'],
    [new Error('x'.repeat(500)), 'x'.repeat(200)],
    [new Error('  '), 'no reason was given'],
    [undefined, 'undefined'],
  ])('is one short line', async (error, reason) => {
    const runtime = new Scripted();
    runtime.load = () => Promise.reject(error);
    expect(await hostOf(runtime).load(toy, null, nothing)).toEqual(failed(reason));
  });
});

describe('a runtime', () => {
  it('is loaded once, and only on request', async () => {
    const imported: string[] = [];
    const runtime = (name: string) => async () => {
      imported.push(name);
      return new Scripted();
    };
    const host = createModelHost({ webllm: runtime('webllm'), wllama: runtime('wllama') });
    await host.ping();
    expect(imported).toEqual([]);
    await Promise.all([host.choices('webllm', []), host.isCached(toy), host.load(toy, null, nothing)]);
    expect(imported).toEqual(['webllm']);
    await host.remove(tiny);
    expect(imported).toEqual(['webllm', 'wllama']);
  });

  it('is requested again when it could not be loaded', async () => {
    let tries = 0;
    const webllm = async () => {
      if (++tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return new Scripted();
    };
    const host = createModelHost({ webllm, wllama: webllm });
    expect(await host.choices('webllm', [])).toEqual(failed('Failed to fetch dynamically imported module'));
    expect(await host.choices('webllm', [])).toEqual(done([]));
  });

  it('makes room for the other one', async () => {
    const [webllm, wllama] = [new Scripted(), new Scripted()];
    const host = createModelHost({ webllm: async () => webllm, wllama: async () => wllama });
    await host.load(toy, null, nothing);
    await host.load(toy, null, nothing);
    expect(webllm.heard).toEqual([]);
    await host.load(tiny, null, nothing);
    expect(webllm.heard).toEqual(['unload']);
    expect(wllama.heard).toEqual([]);
  });
});

describe('requests', () => {
  /** A model whose answers end when the test lets them, or when they are stopped. */
  async function slow() {
    const runtime = new Scripted();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    runtime.say = ({ seed }, signal) => {
      begun.push(seed);
      return new Promise<LocalAnswer>((resolve, reject) => {
        ends.push(() => resolve(letterSaid(REQUEST)));
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    };
    const host = hostOf(runtime);
    await host.load(toy, null, nothing);
    return { host, begun, ends };
  }

  it('are answered one at a time, in their order', async () => {
    const { host, begun, ends } = await slow();
    const said = [1, 2, 3].map(id => host.say({ ...REQUEST, seed: id }, id));
    for (const count of [1, 2, 3]) {
      await settle();
      expect(begun.length).toBe(count);
      ends[count - 1]!();
    }
    expect((await Promise.all(said)).map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect(begun).toEqual([1, 2, 3]);
  });

  it('end when they are stopped, whether or not they have begun', async () => {
    const { host, begun, ends } = await slow();
    const said = [1, 2, 3].map(id => host.say({ ...REQUEST, seed: id }, id));
    await settle();
    await host.stop(2);
    await host.stop(1);
    expect(await said[0]).toEqual(failed('stopped'));
    expect(await said[1]).toEqual(failed('stopped'));
    await settle();
    expect(begun).toEqual([1, 3]);
    ends[1]!();
    expect((await said[2])!.kind).toBe('done');
  });

  it('have no model to ask before one is loaded', async () => {
    expect((await hostOf(new Scripted()).say(REQUEST, 1)).kind).toBe('gone');
  });
});
