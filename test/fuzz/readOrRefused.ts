import { expect } from 'vitest';
import { InputError } from '../../src/engine/core/errors.ts';

/** Reads something foreign: what it refuses, it refuses in one line of a length that can be read. */
export async function readOrRefused(reading: () => unknown): Promise<void> {
  try {
    await reading();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    const { message } = error as Error;
    expect(message.length).toBeLessThan(1000);
    expect(message.trim()).not.toMatch(/^$|\n|undefined|\[object/);
  }
}
