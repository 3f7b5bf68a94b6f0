import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refresher } from '../../../src/ui/reading/refresher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Refresher', () => {
  it('merges calls that come while it asks or pauses', async () => {
    let asked = 0;
    const refresher = new Refresher(
      async () => void asked++,
      () => 350,
    );
    for (let i = 0; i < 5; i++) refresher.request();
    await vi.advanceTimersByTimeAsync(300);
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toBe(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toBe(2);
  });

  it('asks at once for what was put off when there is a hurry', async () => {
    let asked = 0;
    const refresher = new Refresher(
      async () => void asked++,
      () => 350,
    );
    refresher.request();
    refresher.request();
    await vi.advanceTimersByTimeAsync(10);
    refresher.hurry();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toBe(2);
  });
});
