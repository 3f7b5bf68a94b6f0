import { expectAccessible } from './accessible.ts';
import { expect, Statescope, test } from './page.ts';

const RUN = 'network=scale-free&agents=60&rounds=8';

test('a link that was copied says whether its run is the same', async ({ statescope, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await statescope.open(RUN);
  await statescope.expectRound(8);
  const hash = await statescope.hash();
  await statescope.button('Share').click();
  await expect(page.getByText(/^The address is copied/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`rounds=8&hash=${hash.slice(0, 16)}`);
  await page.goto(link);
  await expect(page.getByText(`The same run as in the link: hash ${hash.slice(0, 8)}.`)).toBeVisible({
    timeout: 20_000,
  });
  await page.goto(link.replace(hash.slice(0, 8), '01234567'));
  await expect(page.getByRole('alert')).toHaveText(
    new RegExp(`Another run than the link’s: hash ${hash.slice(0, 8)} instead of 01234567`),
    { timeout: 20_000 },
  );
  await statescope.expectRound(8);
});

test('the address bar opens the current view elsewhere as well: round, viewed round, selection, changes and the run that it branched from', async ({
  statescope,
  page,
  browser,
}) => {
  await statescope.open(`${RUN}&change=5:activity:12&branch=${'3d70ab37'.repeat(8)},8,4,1`);
  await statescope.expectRound(8);
  const words = 'branch of 3d70ab37 after Round 4: Activity 12';
  await expect(page.getByText(/^branch of/)).toContainText(words);
  await statescope.button('Play').click();
  await expect.poll(() => statescope.round()).toBeGreaterThan(10);
  await statescope.button('Pause').click();
  // A round that was under way may still come after the press.
  const named = () => Number(new URL(page.url()).searchParams.get('rounds'));
  await expect.poll(async () => named() - (await statescope.round())).toBe(0);
  const head = await statescope.round();
  expect(head).toBeGreaterThan(10);
  const hash = await statescope.hash();
  await statescope.selectInTimelines();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  // The address follows after both presses.
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe(String(head - 2));
  const given = new URL(page.url()).searchParams;
  expect([given.get('rounds'), given.getAll('change')]).toEqual([String(head), ['5:activity:12']]);
  await expect(statescope.region('Headline')).toContainText(`Round ${given.get('at')}`);
  const who = await statescope.region('Agent inspector').getByRole('heading').first().innerText();
  // In a browser that keeps nothing of it.
  const context = await browser.newContext();
  const other = new Statescope(await context.newPage());
  await other.page.goto(page.url());
  await expect(other.region('Headline')).toContainText(`Round ${given.get('at')}`, { timeout: 30_000 });
  await expect(other.region('Agent inspector').getByRole('heading').first()).toHaveText(who);
  for (const key of ['Escape', 'Escape', 'End']) await other.page.keyboard.press(key);
  await other.expectRound(head);
  expect(await other.hash()).toBe(hash);
  await expect(other.page.getByText(/^branch of/)).toContainText(words);
  await context.close();

  // Another seed keeps a change at the round that it had.
  await statescope.button('New seed').click();
  await statescope.expectRound(0);
  expect(decodeURIComponent(page.url())).toContain('change=5:activity:12');
});

test('Share asks before it puts files into an address: by keyboard, in both themes, and Escape copies nothing', async ({
  statescope,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await statescope.open('model=governed');
  await statescope.drop('goals.txt', 'Find the port.');
  await expect(page.getByRole('option', { name: 'goals.txt' })).toHaveCount(1);
  await page.evaluate(() => navigator.clipboard.writeText('as before'));
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const dialog = page.getByRole('dialog', { name: 'Put your files into the address?' });
  await statescope.button('Share').focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('goals.txt, 1 kB');
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(statescope.button('Share')).toBeFocused();
  expect(await copied()).toBe('as before');

  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await statescope.button('Copy with files').focus();
  await page.keyboard.press('Tab');
  await expect(statescope.button('Copy without files')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(copied).toContain('model=governed');
  expect(await copied()).not.toContain('#files');
});
