import { afterAll, beforeAll, expect } from 'vitest';
import { waitInVain } from '../waitInVain.ts';

/** Holds the whole file to it: no promise is rejected that nobody waits for. */
export function expectNoUnhandledRejection(): void {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  beforeAll(() => void process.on('unhandledRejection', note));
  afterAll(async () => {
    await waitInVain(50);
    process.off('unhandledRejection', note);
    expect(rejections).toEqual([]);
  });
}
