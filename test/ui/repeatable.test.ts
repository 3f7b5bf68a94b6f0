import { expect, it, vi } from 'vitest';
import { EngineStopped } from '../../src/engine/errors.ts';
import { repeatable } from '../../src/ui/repeatable.ts';
import { createPageStore } from '../../src/ui/store/createPageStore.ts';

it('what failed says why, and is done once more by the button beside it, as often as it fails', async () => {
  const store = createPageStore();
  const action = vi.fn(async () => {});
  action.mockRejectedValueOnce(new Error('no connection')).mockRejectedValueOnce(new Error('still none'));
  expect(await repeatable(store, action)).toBe(false);
  const told = () => store.getState().notices.map(({ text, button }) => `${text}: ${button?.label}`);
  expect(told()).toEqual(['no connection: Try again']);
  store.getState().notices[0].button?.act();
  await vi.waitFor(() => expect(told()).toEqual(['still none: Try again']));
  store.getState().notices[0].button?.act();
  await vi.waitFor(() => expect(action).toHaveBeenCalledTimes(3));
});

it('what went well, and what died with the engine, which tells that itself, says nothing', async () => {
  const store = createPageStore();
  expect(await repeatable(store, async () => 1)).toBe(true);
  expect(await repeatable(store, () => Promise.reject(new EngineStopped()))).toBe(false);
  expect(store.getState().notices).toEqual([]);
});
