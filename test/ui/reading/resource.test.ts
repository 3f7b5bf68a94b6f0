import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { Ask, RemoteEngine } from '../../../src/ui/contract/remoteEngine.ts';
import { AS_BEFORE, createResource } from '../../../src/ui/reading/resource.ts';
import { getInspectedAgent } from '../../../src/ui/state/selection.ts';
import { createPageStore } from '../../../src/ui/store/createPageStore.ts';
import { infoOf } from '../fakeEngine.ts';

type Declared = Parameters<typeof createResource<number, string>>[0];

/** A page whose resource is the agent in the inspector; the test answers by hand. */
function page(part: Partial<Declared> = {}) {
  const store = createPageStore();
  store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
  const asked: { subject: number; answer(text: string): Promise<void>; refuse(): Promise<void> }[] = [];
  const seen: string[] = [];
  const flushed = async () => void (await vi.advanceTimersByTimeAsync(0));
  const ask: Ask = async (question, use) => {
    const epoch = store.getState().run?.info.epoch;
    try {
      const answer = await question({} as RemoteEngine);
      if (store.getState().run?.info.epoch !== epoch) return false;
      use(answer);
      return true;
    } catch {
      return false;
    }
  };
  const attended = createResource<number, string>({
    subject: ({ selection }) => getInspectedAgent(selection),
    ask: (_, subject) =>
      new Promise((resolve, reject) =>
        asked.push({
          subject,
          answer(text) {
            resolve(text);
            return flushed();
          },
          refuse() {
            reject(new Error('refused'));
            return flushed();
          },
        }),
      ),
    keep: (_, answer, subject) => seen.push(`${subject}: ${answer}`),
    clear: () => seen.push('nothing'),
    ...part,
  }).attend(store, ask);
  store.subscribe(() => attended.changed());
  const look = async (...agents: number[]) => {
    store.getState().select({ agents });
    await flushed();
  };
  return { store, asked, seen, look, flushed, attended };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a resource', () => {
  it('is requested when it has a subject, and once', async () => {
    const { asked, seen, look, store } = page();
    await look(1);
    store.getState().showRows([1, 2]);
    await look(1);
    expect(asked).toHaveLength(1);
    await asked[0]!.answer('one');
    expect(seen).toEqual(['1: one']);
  });

  it('keeps its value until the next answer comes, and drops it without a subject', async () => {
    const { asked, seen, look } = page();
    await look(1);
    await asked[0]!.answer('one');
    await look(2);
    expect(seen).toEqual(['1: one']);
    await asked[1]!.answer('two');
    await look();
    expect(seen).toEqual(['1: one', '2: two', 'nothing']);
  });

  it('shows something else meanwhile where that is defined', async () => {
    const { asked, look, store } = page({ meanwhile: state => state.notify('note', 'asking') });
    await look(1);
    expect(store.getState().notices.map(({ text }) => text)).toEqual(['asking']);
    await asked[0]!.answer('one');
  });

  it('is stale when its sources change, and not when they are as before', async () => {
    let part: unknown = 1;
    const { asked, look, store, flushed } = page({ stale: () => [part] });
    const change = async (next: unknown) => {
      part = next;
      store.getState().showRows([]);
      await flushed();
    };
    await look(1);
    await asked[0]!.answer('one');
    await change(AS_BEFORE);
    expect(asked).toHaveLength(1);
    await change(1);
    expect(asked).toHaveLength(1);
    await change(2);
    expect(asked.map(({ subject }) => subject)).toEqual([1, 1]);
  });

  it('drops an overtaken answer, and asks about the last subject only', async () => {
    const { asked, seen, look } = page();
    await look(1);
    await look(2);
    await look(3);
    await asked[0]!.answer('one');
    expect(seen).toEqual([]);
    expect(asked.map(({ subject }) => subject)).toEqual([1, 3]);
    await asked[1]!.answer('three');
    expect(seen).toEqual(['3: three']);
  });

  it('keeps an overtaken answer where that is allowed', async () => {
    const { asked, seen, look } = page({ isKeptLate: true });
    await look(1);
    await look(2);
    await asked[0]!.answer('one');
    expect(seen).toEqual(['1: one']);
  });

  it('drops the answer of a replaced run, and asks the new one', async () => {
    const { asked, seen, look, store, flushed } = page();
    await look(1);
    store.getState().opened(infoOf(DEFAULT_SETUP, 2), DEFAULT_SETUP);
    await look(1);
    await asked[0]!.answer('of the old run');
    await flushed();
    expect(seen.filter(text => text.includes('old'))).toEqual([]);
    await asked[1]!.answer('of the new run');
    expect(seen.at(-1)).toBe('1: of the new run');
  });

  it('reports that an answer cannot be had, unless something else is requested by then', async () => {
    const failed = vi.fn();
    const { asked, look } = page({ failed });
    await look(1);
    await look(2);
    await asked[0]!.refuse();
    expect(failed).not.toHaveBeenCalled();
    await asked[1]!.refuse();
    expect(failed).toHaveBeenCalledOnce();
  });

  it('keeps its pace, and a change of the phase ends the wait', async () => {
    const { asked, look, store, flushed } = page({ pace: () => 100 });
    await look(1);
    await asked[0]!.answer('one');
    await look(2);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toHaveLength(2);
    await asked[1]!.answer('two');
    await look(3);
    store.getState().send('play');
    await flushed();
    expect(asked.map(({ subject }) => subject)).toEqual([1, 2, 3]);
  });

  it('waits until the subject no longer changes, where that is requested', async () => {
    const { asked, look } = page({ delay: () => 150 });
    await look(1);
    await vi.advanceTimersByTimeAsync(100);
    await look(2);
    await vi.advanceTimersByTimeAsync(100);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked.map(({ subject }) => subject)).toEqual([2]);
  });

  it('is requested again and again while it plays, until it is no longer attended', async () => {
    const { asked, look, store, attended } = page({ every: 500 });
    await look(1);
    await asked[0]!.answer('one');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(1);
    store.getState().send('play');
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(2);
    await asked[1]!.answer('one, later');
    attended.stop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toHaveLength(2);
  });
});
