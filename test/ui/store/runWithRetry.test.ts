import { expect, it, vi } from 'vitest';
import { createPageStore } from '../../../src/ui/store/createPageStore.ts';
import { runWithRetry } from '../../../src/ui/store/runWithRetry.ts';

it('a failed action is reported with its reason, and is done once more by the button, as often as it fails', async () => {
  const store = createPageStore();
  const action = vi.fn(async () => {});
  action.mockRejectedValueOnce(new Error('no connection')).mockRejectedValueOnce(new Error('still none'));
  expect(await runWithRetry(store, action)).toBe(false);
  const told = () => store.getState().notices.map(({ text, button }) => `${text}: ${button?.label}`);
  expect(told()).toEqual(['no connection: Try again']);
  const press = () => {
    const [{ id, button }] = store.getState().notices;
    button?.act();
    store.getState().dismiss(id);
  };
  press();
  await vi.waitFor(() => expect(told()).toEqual(['still none: Try again']));
  press();
  await vi.waitFor(() => expect(action).toHaveBeenCalledTimes(3));
});

it('neither of two failed actions removes the other’s line; for an equal line, the button repeats the latter', async () => {
  const store = createPageStore();
  const [share, write] = [vi.fn(), vi.fn()];
  const failing = (what: string) => () => Promise.reject(new Error(what));
  store.getState().notify('error', 'no table');
  await runWithRetry(store, failing('no address'), share);
  await runWithRetry(store, failing('no export'), write);
  await runWithRetry(store, failing('no table'), write);
  // The latest stands last, as it is the one that is seen.
  expect(store.getState().notices.map(({ text, times }) => [text, times])).toEqual([
    ['no address', 1],
    ['no export', 1],
    ['no table', 2],
  ]);
  const [address, , table] = store.getState().notices;
  table.button?.act();
  expect(write).toHaveBeenCalledOnce();
  await runWithRetry(store, failing('no address'), write);
  const last = store.getState().notices.at(-1);
  expect([last?.text, last?.times]).toEqual(['no address', 2]);
  address.button?.act();
  last?.button?.act();
  expect([share.mock.calls.length, write.mock.calls.length]).toEqual([1, 2]);
});
