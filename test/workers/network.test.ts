import { expect, it } from 'vitest';
import { HASHES } from '../fixtures/networkHashes.ts';

it.each(HASHES)(
  'a worker generates the same $name network as Node',
  async ({ name, nodes, seed, sha256 }) => {
    const worker = new Worker(new URL('./network.worker.ts', import.meta.url), { type: 'module' });
    const answer = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    worker.postMessage([name, nodes, seed]);
    expect(await answer).toBe(sha256);
    worker.terminate();
  },
);
