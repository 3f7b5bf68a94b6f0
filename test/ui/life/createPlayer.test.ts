import { expect, it } from 'vitest';
import { infoOf } from '../fakeEngine.ts';
import { openPage } from '../page.tsx';

it('Play that is pressed while a run is made again plays the new one, once it is whole', async () => {
  const { store, commands } = await openPage();
  const { run, holdRun, opened } = store.getState();
  const again = { ...run!.setup };
  holdRun(again);
  opened(infoOf(again, 9), again);
  await commands.toggle();
  expect(store.getState().phase).toBe('paused');
  store.getState().holdRun(null);
  await Promise.resolve();
  await Promise.resolve();
  expect(store.getState().phase).toBe('playing');
  await commands.toggle();
  expect(store.getState().phase).toBe('paused');
});
