import { expect, it, vi } from 'vitest';

it('starts the engine by the URL of its script, and says when it dies', async () => {
  const made: {
    url: unknown;
    options: unknown;
    worker: { onerror?: (event: { message: string }) => void };
  }[] = [];
  class FakeWorker extends EventTarget {
    onerror?: (event: { message: string }) => void;
    constructor(url: unknown, options: unknown) {
      super();
      made.push({ url, options, worker: this });
    }
    postMessage(): void {}
    terminate(): void {}
  }
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('PUBLIC_PATH', '../../public/');
  vi.stubGlobal('ENGINE_SCRIPT_URL', new URL('https://there.example/engine.worker.js'));
  const { startEngine } = await import('../../src/package/worker.ts');
  const failures: string[] = [];
  const { api, dispose } = startEngine({ onFrame: () => {}, onFailure: line => failures.push(line) });
  expect(made).toMatchObject([
    { url: new URL('https://there.example/engine.worker.js'), options: { type: 'module' } },
  ]);
  made[0].worker.onerror?.({ message: 'broken' });
  expect(failures).toEqual(['broken']);
  await expect(api.ping()).rejects.toThrow('broken');
  dispose();
  vi.unstubAllGlobals();
});
