import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { Ask, RemoteEngine } from '../../../src/ui/contract/remoteEngine.ts';
import { findModelPlugin, findPageModel, registerPageModels } from '../../../src/ui/model/registered.ts';
import { createResource } from '../../../src/ui/reading/resource.ts';
import { attendResources } from '../../../src/ui/resources/attendResources.ts';
import { createPageStore } from '../../../src/ui/store/createPageStore.ts';
import { infoOf } from '../fakeEngine.ts';

/** Answers nothing that any model asks. */
const NO_ENGINE = new Proxy({}, { get: () => () => Promise.reject(new Error('no engine')) }) as RemoteEngine;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a request of a model that is due after its run has gone is not made', async () => {
  let asked = 0;
  const clock = createResource({
    subject: state => state.run?.info.epoch ?? null,
    ask: async () => ++asked,
    keep: () => {},
    delay: () => 100,
  });
  const usual = findModelPlugin(DEFAULT_SETUP.model)!;
  registerPageModels({
    name: 'clockwork',
    choice: { label: 'Clockwork', title: 'one resource that waits' },
    defaults: findPageModel(DEFAULT_SETUP.model)!.defaults,
    inputs: [],
    half: { ...usual, name: 'clockwork', resources: [clock] },
  });
  const store = createPageStore();
  const ask: Ask = async (question, use) => {
    const answer = await question(NO_ENGINE).catch(() => null);
    if (answer !== null) use(answer);
    return answer !== null;
  };
  const stop = attendResources(store, ask);
  const setup = { ...DEFAULT_SETUP, model: 'clockwork' };
  store.getState().opened(infoOf(setup, 1), setup);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toBe(1);
  store.getState().opened(infoOf(setup, 2), setup);
  store.getState().opened(infoOf(DEFAULT_SETUP, 3), DEFAULT_SETUP);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toBe(1);
  stop();
});

it('rows are sorted again once the first way to sort them can be used', async () => {
  const asked: unknown[] = [];
  let isKnown = false;
  const usual = findModelPlugin(DEFAULT_SETUP.model)!;
  const sorts = ['tokens', 'steps'].map(order => ({
    value: order,
    label: order,
    order: () => ({ by: 'model' as const, order, focus: null }),
    ...(order === 'tokens' && { missing: () => (isKnown ? null : 'not counted yet') }),
  }));
  registerPageModels({
    name: 'sorted',
    choice: { label: 'Sorted', title: 'rows by what is counted later' },
    defaults: findPageModel(DEFAULT_SETUP.model)!.defaults,
    inputs: [],
    half: {
      ...usual,
      ...{ name: 'sorted', resources: [] },
      look: { ...usual.look, timelines: { ...usual.look.timelines, sorts } },
    },
  });
  const store = createPageStore();
  const engine = new Proxy(NO_ENGINE, {
    get: (target, name, receiver) =>
      name === 'order'
        ? (sort: unknown) => {
            asked.push(sort);
            return Promise.resolve([]);
          }
        : Reflect.get(target, name, receiver),
  });
  const ask: Ask = async (question, use) => {
    const answer = await question(engine).catch(() => null);
    if (answer !== null) use(answer);
    return answer !== null;
  };
  const stop = attendResources(store, ask);
  const setup = { ...DEFAULT_SETUP, model: 'sorted' };
  store.getState().opened(infoOf(setup, 1), setup);
  await vi.advanceTimersByTimeAsync(1000);
  isKnown = true;
  store.getState().setMovers(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.map(sort => (sort as { order: string }).order)).toEqual(['steps', 'tokens']);
  stop();
});
