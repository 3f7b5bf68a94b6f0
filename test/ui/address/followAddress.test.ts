import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followAddress } from '../../../src/ui/address/followAddress.ts';
import { parseAddress, writeAddress } from '../../../src/ui/address/pageAddress.ts';
import { SOCIAL_PICKED } from '../../../src/ui/models/social/socialPart.ts';
import { clubs } from '../clubs.ts';
import type { TestPage } from '../page.tsx';
import { openPage } from '../page.tsx';

let stop: (() => void) | null = null;
const written = vi.fn();

/** A page whose address is followed. */
async function followed(): Promise<TestPage> {
  const page = await openPage();
  vi.useFakeTimers();
  stop = followAddress(page.store, (rounds, looking) => {
    written(rounds, looking);
    history.replaceState(null, '', writeAddress(page.store.getState().run!.setup, rounds, looking));
  });
  return page;
}
const given = () => new URLSearchParams(location.search);
const later = () => vi.advanceTimersByTime(500);

beforeEach(() => written.mockClear());
afterEach(() => {
  stop?.();
  vi.useRealTimers();
});

describe('the address of a paused run', () => {
  it('names its round, the viewed round and the selected agents', async () => {
    const { commands, store } = await followed();
    for (let round = 0; round < 4; round++) await commands.step();
    later();
    expect([given().get('rounds'), given().has('at'), given().has('who')]).toEqual(['4', false, false]);
    store.getState().select({ cursor: 2, agents: [1, 3] });
    later();
    expect(['rounds', 'at', 'who'].map(name => given().get(name))).toEqual(['4', '2', '2,4']);
    // Read again it opens what was seen.
    const read = await parseAddress(location.search);
    expect(read).toMatchObject({ rounds: 4, looking: { at: 2, agents: [1, 3] }, problems: [] });
    expect(read.setup).toMatchObject({ seed: 7, network: 'congress' });
    store.getState().select({ cursor: null, agents: [] });
    later();
    expect([given().get('rounds'), given().has('at'), given().has('who')]).toEqual(['4', false, false]);
  });

  it('records that colours show groups, in a network that has some', async () => {
    const { commands, store } = await followed();
    store.getState().arrange({ colour: 'group' });
    later();
    expect(given().has('colour')).toBe(false);
    vi.useRealTimers();
    await commands.openFiles([new File([clubs()], 'clubs.gml')]);
    store.getState().arrange({ colour: 'state' });
    vi.useFakeTimers();
    store.getState().arrange({ colour: 'group' });
    later();
    await vi.waitFor(() => expect(given().get('colour')).toBe('group'));
    store.getState().arrange({ colour: 'state' });
    later();
    expect(given().has('colour')).toBe(false);
  });

  it('names the cascade or the post that the user chose, with another rule for parents, and none that the page chose', async () => {
    const { store } = await followed();
    const { pick } = store.getState();
    const shown = () => {
      later();
      return given().get('show');
    };
    pick(SOCIAL_PICKED, { root: 11 });
    expect(shown()).toBeNull();
    pick(SOCIAL_PICKED, { isChosen: true });
    expect(shown()).toBe('post_012');
    pick(SOCIAL_PICKED, { post: 40, rule: 'last_seen' });
    expect(shown()).toBe('post_041:last_seen');
  });

  it('names each change at its tick', async () => {
    const { commands, store } = await followed();
    await commands.step();
    store.getState().tellChanges([
      { tick: 2, name: 'activity', value: 9 },
      { tick: 3, kind: 'answer', agent: 'agent_005', answer: 'reply' },
    ]);
    later();
    expect(given().getAll('change')).toEqual(['2:activity:9', '3:answer:agent_005:reply']);
  });

  it('is written a few times a second at most, and not while it plays', async () => {
    const { commands, store } = await followed();
    later();
    written.mockClear();
    for (let cursor = 0; cursor < 100; cursor++) {
      store.getState().select({ cursor: -cursor % 5 });
      vi.advanceTimersByTime(16);
    }
    expect(written.mock.calls.length).toBeLessThanOrEqual(4);
    written.mockClear();
    store.getState().send('play');
    for (let round = 0; round < 5; round++) {
      await commands.step();
      store.getState().select({ agents: [round] });
      later();
    }
    expect(written).not.toHaveBeenCalled();
    store.getState().send('pause');
    later();
    expect(written).toHaveBeenCalledOnce();
  });

  it('stays as it was given until something is done with the run in its place', async () => {
    const { commands, store } = await followed();
    later();
    written.mockClear();
    await commands.open({ ...store.getState().run!.setup, seed: 8 });
    later();
    expect(written).not.toHaveBeenCalled();
    await commands.step();
    later();
    expect(written).toHaveBeenCalledOnce();
  });
});
