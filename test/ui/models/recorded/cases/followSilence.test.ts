import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadModelPlugin } from '../../../../../src/ui/model/registered.ts';
import { followReceiver } from '../../../../../src/ui/models/recorded/cases/followReceiver.ts';
import { findSilentCases } from '../../../../../src/ui/models/recorded/live/silence.ts';
import { getRecordedPart, RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { openPage } from '../../../page.tsx';
import { aLive } from '../live/livePage.ts';

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
  expect(getSilence()).toMatchObject({ since: began, isReachable: true });
  const answeredAt = Date.now();
  isThere = false;
  await vi.advanceTimersByTimeAsync(2_000);
  const gone = getSilence();
  expect(gone).toMatchObject({ since: began, isReachable: false });
  // Since then nothing is known.
  expect(Math.abs((gone?.answeredAt ?? 0) - answeredAt)).toBeLessThan(1000);
  expect(gone?.asOf).toBe(gone?.answeredAt);
});

it('the cases of a silent receiver are judged again as soon as one more is silent', async () => {
  const { store, commands } = await openPage();
  vi.useFakeTimers();
  const began = Date.now();
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ began: 1, received: 0, bytes: 0, quiet_ms: Date.now() - began })),
  );
  // The clock of the source is another one.
  const cases = [aLive(0, { heardAt: 1_000 }), aLive(1, { heardAt: 41_000 })];
  store.getState().know(RECORDED, { live: { cases, latest: 41_000, stuck: [] } });
  const listSilent = () => {
    const { live, silence } = getRecordedPart(store.getState());
    return live === null ? [] : [...findSilentCases(live, silence)];
  };
  void followReceiver({ store, commands }, '#observed');
  for (const [later, silent] of [
    [15_000, []],
    [10_000, [0]],
    [30_000, [0]],
    [10_000, [0, 1]],
  ] as const) {
    await vi.advanceTimersByTimeAsync(later);
    expect(listSilent()).toEqual(silent);
  }
});

it('bytes of which no run can be made are known as unread, and are tried again after a rest', async () => {
  const { store, commands } = await openPage();
  vi.useFakeTimers();
  store.getState().know(RECORDED, { isStreamed: true, received: 5 });
  store.setState({ phase: 'paused' });
  store
    .getState()
    .know(RECORDED, { frame: { isOver: true, ended: { succeeded: 0, failed: 0, ended: 0 } } as never });
  let received = 12;
  vi.stubGlobal('fetch', async (url: URL) => {
    if (url.pathname.endsWith('state'))
      return new Response(JSON.stringify({ began: 1, received, bytes: received, quiet_ms: 0 }));
    return new Response('x'.repeat(received - Number(url.searchParams.get('from'))));
  });
  let tries = 0;
  const open = async () => {
    tries++;
    await new Promise(resolve => setTimeout(resolve, 1_000));
    return false;
  };
  void followReceiver({ store, commands: { ...commands, open } }, '#observed');
  const getUnread = () => getRecordedPart(store.getState()).unread;
  await vi.advanceTimersByTimeAsync(2_000);
  expect([tries, getUnread()]).toEqual([1, 7]);
  received = 20;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([tries, getUnread()]).toEqual([1, 15]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tries).toBe(2);
});

it.each([
  ['#observed=a%20b', 'Bearer a b'],
  ['#observed=%E0%A4%A', 'Bearer %E0%A4%A'],
  ['#observed=a=b', 'Bearer a=b'],
])('the token of %s is sent, even if its escapes are broken', async (fragment, authorization) => {
  const { store, commands } = await openPage();
  vi.useFakeTimers();
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: URL, { headers }: { headers: object }) => {
    asked.push(headers);
    return new Response('', { status: 401 });
  });
  void followReceiver({ store, commands }, fragment);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked[0]).toEqual({ authorization });
});
