import { expect, it } from 'vitest';
import { applyAddressLooking } from '../../../src/ui/address/applyAddressLooking.ts';
import { parseAddress } from '../../../src/ui/address/pageAddress.ts';
import { openPage } from '../page.tsx';

it.each(['9', '-999'])('says that a run has no round %s, and shows its last', async at => {
  const page = await openPage();
  for (let round = 0; round < 3; round++) await page.commands.step();
  const { looking } = await parseAddress(`?network=congress&seed=7&rounds=3&at=${at}`);
  await applyAddressLooking(page, looking!);
  const { selection, notices, run } = page.store.getState();
  expect(selection.cursor).toBeNull();
  expect(notices.map(({ text }) => text)).toEqual([
    `at=${at} in the address: the run has ${run?.columns.first} to 3. The last round is shown.`,
  ]);
});
