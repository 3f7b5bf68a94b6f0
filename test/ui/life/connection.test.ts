import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { openPage } from '../page.tsx';

/** Asks about the run on the screen a question that fails once `fails` is called. */
function askInVain({ commands }: Awaited<ReturnType<typeof openPage>>) {
  let fails = () => {};
  const failure = new Promise<never>((_, reject) => {
    fails = () => reject(new Error('round 1 is not between 0 and 0'));
  });
  return { answer: commands.ask(() => failure), fails };
}

it('a question that fails is reported', async () => {
  const page = await openPage();
  const { answer, fails } = askInVain(page);
  fails();
  expect(await answer).toBeNull();
  expect(page.store.getState().notices.map(({ text }) => text)).toEqual(['round 1 is not between 0 and 0']);
});

it('one about a run that another replaces fails without a word', async () => {
  const page = await openPage();
  const early = askInVain(page);
  const late = askInVain(page);
  const opening = page.commands.open({ ...DEFAULT_SETUP, seed: 7 }, {}, 0);
  early.fails();
  await early.answer;
  await opening;
  late.fails();
  await late.answer;
  expect(page.store.getState().notices).toEqual([]);
});
