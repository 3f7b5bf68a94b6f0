import { describe, expect, it } from 'vitest';
import type { Call } from '../../../../src/oracles/client/ask.ts';
import { ServerFailure } from '../../../../src/oracles/client/http.ts';
import { Windows } from '../../../../src/oracles/client/limits/windows.ts';
import { createTimeoutReason } from '../../../../src/oracles/client/limits/withCallDeadline.ts';
import { byHand, choice, chosen, put, settle, World } from '../../world.ts';

const busy = () => new ServerFailure('status', '', 503);

function windowed(urls = ['http://a'], most = 16) {
  const world = new World();
  const windows = new Windows(urls, most, world);
  const hand = byHand();
  const places: string[] = [];
  const ask = windows.around((call, url) => {
    places.push(url);
    return hand.ask(call);
  });
  const answer = async () => {
    hand.open.shift()?.answer(chosen(0));
    await settle();
  };
  return { world, windows, ask, places, answer, open: hand.open };
}
const agents = (open: readonly { call: Call }[]) => open.map(({ call }) => call.question.agent);

describe('a window', () => {
  it('lets two questions through at first and the others wait in their order', async () => {
    const { ask, open, answer } = windowed();
    for (const agent of [1, 2, 3, 4, 5]) put(ask, choice(agent));
    expect(agents(open)).toEqual([1, 2]);
    await answer();
    expect(agents(open)).toEqual([2, 3]);
  });

  it('grows by one with each window of successes, to its bound', async () => {
    const { ask, answer, windows } = windowed(['http://a'], 4);
    for (let agent = 0; agent < 100; agent++) put(ask, choice(agent));
    const sizes: number[] = [];
    for (let i = 0; i < 12; i++) {
      await answer();
      sizes.push(windows.servers[0].window);
    }
    expect(sizes).toEqual([2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4]);
    expect(windows.servers[0].underWay).toBe(4);
  });

  it('halves once for all requests of one generation, and never below one', async () => {
    const { ask, answer, windows, open } = windowed();
    for (let agent = 0; agent < 100; agent++) put(ask, choice(agent));
    for (let i = 0; i < 20; i++) await answer();
    expect(windows.servers[0].window).toBe(7);
    for (const { fail } of open.splice(0)) fail(busy());
    await settle();
    expect(windows.servers[0].window).toBe(3);
    for (let i = 0; i < 5; i++) {
      for (const { fail } of open.splice(0)) fail(busy());
      await settle();
    }
    expect(windows.servers[0]).toEqual({ url: 'http://a', window: 1, underWay: 1 });
  });

  it.each([
    ['429', new ServerFailure('status', '', 429), 1],
    ['a lost connection', new ServerFailure('network', ''), 1],
    ['500', new ServerFailure('status', '', 500), 2],
    ['404', new ServerFailure('status', '', 404), 2],
  ])('has a new size after %s', async (_, failure, size) => {
    const { ask, open, windows } = windowed();
    const asked = put(ask);
    open[0].fail(failure);
    await asked.promise;
    expect(asked.told.error).toBe(failure);
    expect(windows.servers[0].window).toBe(size);
  });

  it('halves at a timeout, and not when the user gives up', async () => {
    const { ask, windows } = windowed();
    put(ask).abort();
    await settle();
    expect(windows.servers[0]).toEqual({ url: 'http://a', window: 2, underWay: 0 });
    const late = new AbortController();
    ask({ question: choice(1), signal: late.signal, dispatched: () => {} }).catch(() => {});
    late.abort(createTimeoutReason());
    await settle();
    expect(windows.servers[0]).toEqual({ url: 'http://a', window: 1, underWay: 0 });
  });

  it('forgets at once a question that is given up while it waits', async () => {
    const { ask, open, answer } = windowed();
    const asked = [1, 2, 3, 4].map(agent => put(ask, choice(agent)));
    asked[2].abort();
    await settle();
    expect(asked[2].told.error).toMatchObject({ name: 'AbortError' });
    await answer();
    expect(agents(open)).toEqual([2, 4]);
  });

  it('puts a repeated question in front', async () => {
    const { ask, open } = windowed();
    const call: Call = { question: choice(9), signal: new AbortController().signal, dispatched: () => {} };
    const first = ask(call);
    for (const agent of [2, 3, 4]) put(ask, choice(agent));
    open[0].fail(new ServerFailure('status', '', 500));
    await expect(first).rejects.toThrow();
    void ask(call);
    open.splice(0, 2)[1].answer(chosen(0));
    await settle();
    expect(agents(open)).toEqual([3, 9]);
  });

  it('spreads questions over several addresses', () => {
    const { ask, places } = windowed(['http://a', 'http://b']);
    for (const agent of [1, 2, 3, 4, 5]) put(ask, choice(agent));
    expect(places).toEqual(['http://a', 'http://b', 'http://a', 'http://b']);
  });

  it('leaves a failing address to rest while another one answers', async () => {
    const world = new World();
    const places: string[] = [];
    const windows = new Windows(['http://bad', 'http://good'], 16, world);
    const ask = windows.around(async (_, url) => {
      places.push(url);
      if (url === 'http://bad') throw new ServerFailure('network', 'no connection');
      world.time += 10;
      return chosen(0);
    });
    for (let agent = 0; agent < 200; agent++) put(ask, choice(agent));
    await settle();
    const bad = places.filter(url => url === 'http://bad').length;
    expect(bad).toBeGreaterThan(1);
    expect(bad).toBeLessThan(8);
    expect(places.length).toBe(200);
  });

  it('uses the only address even when it fails', async () => {
    const { ask, open } = windowed();
    for (let i = 0; i < 3; i++) {
      const asked = put(ask);
      open.shift()?.fail(busy());
      await asked.promise;
    }
    put(ask);
    expect(open.length).toBe(1);
  });

  it('goes back to a server that has rested while another one hangs', async () => {
    const world = new World();
    const windows = new Windows(['http://a', 'http://b'], 16, world);
    const hand = byHand();
    const places: string[] = [];
    const ask = windows.around((call, url) => {
      places.push(url);
      return url === 'http://b' ? new Promise(() => {}) : hand.ask(call);
    });
    for (let agent = 0; agent < 12; agent++) put(ask, choice(agent)).promise.catch(() => {});
    await settle();
    for (const { fail } of hand.open.splice(0)) fail(busy());
    await settle();
    const before = places.filter(url => url === 'http://a').length;
    await world.pass(60_000);
    await settle();
    expect(places.filter(url => url === 'http://a').length).toBeGreaterThan(before);
  });
});

describe('a server that hangs next to one that answers', () => {
  it('loses its question to the other, and is left alone for longer each time', async () => {
    const { world, windows, ask, places, open } = windowed(['http://a', 'http://b']);
    const asked = [0, 1, 2].map(agent => put(ask, choice(agent)));
    const answerAt = async (url: string) => {
      const at = places.indexOf(url);
      places.splice(at, 1);
      open.splice(at, 1)[0]?.answer(chosen(0));
      await settle();
    };
    expect(places).toEqual(['http://a', 'http://b', 'http://a']);
    await world.pass(5_000);
    await answerAt('http://b');
    expect(windows.awaited).toBe('http://a');
    await world.pass(14_999);
    expect(places).toEqual(['http://a', 'http://a']);
    await world.pass(1);
    // Their requests are cut off, and the other one is asked.
    expect(places.slice(2)).toEqual(['http://b', 'http://b']);
    expect(open.slice(0, 2).map(({ call }) => call.signal.aborted)).toEqual([true, true]);
    places.splice(0, 2);
    open.splice(0, 2);
    await answerAt('http://b');
    await answerAt('http://b');
    expect(asked.map(({ told }) => told.reply?.kind)).toEqual(['chosen', 'chosen', 'chosen']);
    for (const agent of [3, 4]) put(ask, choice(agent));
    expect(places).toEqual(['http://b', 'http://b']);
  });

  it('is waited for where it is the only one, or none has answered since', async () => {
    for (const urls of [['http://a'], ['http://a', 'http://b']]) {
      const { world, ask, open } = windowed(urls);
      const asked = [0, 1].map(agent => put(ask, choice(agent)));
      await world.pass(600_000);
      expect(open.map(({ call }) => call.signal.aborted)).toEqual([false, false]);
      for (const { answer } of open.splice(0)) answer(chosen(0));
      await settle();
      expect(asked.map(({ told }) => told.reply?.kind)).toEqual(['chosen', 'chosen']);
      expect(world.timers).toBe(0);
    }
  });

  it('gives a question back that is given up meanwhile', async () => {
    const { world, ask, places, open } = windowed(['http://a', 'http://b'], 1);
    const { told, abort } = put(ask, choice(0));
    put(ask, choice(1));
    put(ask, choice(2));
    expect(places).toEqual(['http://a', 'http://b']);
    await world.pass(1_000);
    open.splice(1, 1)[0]?.answer(chosen(0));
    await world.pass(20_000);
    expect(open[0]?.call.signal.aborted).toBe(true);
    abort();
    await settle();
    expect(told).toMatchObject({ reply: null, error: { name: 'AbortError' } });
  });
});
