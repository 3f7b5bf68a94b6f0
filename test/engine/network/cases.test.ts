import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readNetwork } from '../../../src/engine/network/readNetwork.ts';

const FOLDER = new URL('../../fixtures/networks/', import.meta.url);

describe('now', () => {
  it.each(readdirSync(FOLDER))('%s', file => {
    try {
      const { network, reading } = readNetwork(file, new Uint8Array(readFileSync(new URL(file, FOLDER))));
      console.log(
        file,
        network.nodes,
        network.targets.length,
        network.weights && [...network.weights].slice(0, 4),
        network.labels?.slice(0, 3),
        reading.direction,
        reading.by,
        reading.notice,
      );
    } catch (error) {
      console.log(file, String(error), String(error).startsWith('InputError') ? '' : (error as Error).stack);
    }
    expect(1).toBe(1);
  });
});
