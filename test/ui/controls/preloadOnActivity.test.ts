import { expect, it, vi } from 'vitest';
import { awaitUserActivity, preloadOnActivity } from '../../../src/ui/controls/preloadOnActivity.ts';

it('a part that is needed soon is loaded once a user is active, each part once, and from then on at once', async () => {
  const [early, late] = [
    vi.fn(async () => 'part'),
    vi.fn(async () => Promise.reject(new Error('no server'))),
  ];
  awaitUserActivity();
  const load = preloadOnActivity(early);
  expect(early).not.toHaveBeenCalled();
  dispatchEvent(new Event('pointermove'));
  dispatchEvent(new Event('keydown'));
  expect(early).toHaveBeenCalledTimes(1);
  expect(await load()).toBe('part');
  preloadOnActivity(late);
  expect(late).toHaveBeenCalledTimes(1);
});
