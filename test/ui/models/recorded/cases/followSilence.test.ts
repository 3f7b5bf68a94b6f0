import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadModelPlugin } from '../../../../../src/ui/model/registered.ts';
import { followReceiver } from '../../../../../src/ui/models/recorded/cases/followReceiver.ts';
import { getRecordedPart } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { openPage } from '../../../page.tsx';

beforeEach(async () => {
  await loadModelPlugin('recorded');
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a receiver counts as silent after ten seconds without anything new, with whether it answers', async () => {
  const { store, commands } = await openPage();
  vi.useFakeTimers();
  const began = Date.now();
  let isThere = true;
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('refused');
    return new Response(JSON.stringify({ began: 1, received: 0, bytes: 0 }));
  });
  const getSilence = () => getRecordedPart(store.getState()).silence;
  void followReceiver({ store, commands }, '#observed');
  await vi.advanceTimersByTimeAsync(9_500);
  expect(getSilence()).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(getSilence()).toEqual({ since: began, isReachable: true });
  isThere = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(getSilence()).toEqual({ since: began, isReachable: false });
});
