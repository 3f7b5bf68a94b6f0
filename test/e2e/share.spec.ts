import { expect, test } from './page.ts';

const RUN = 'network=scale-free&agents=60&rounds=8';

test('a link that was copied says whether its run is the same, and what is wrong with it', async ({
  statescope,
  page,
  context,
}) => {
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
  await page.goto(link.replace(/hash=.*/, 'hash=xyz'));
  await expect(page.getByRole('alert')).toHaveText(/hash=xyz in the address: must be 8 to 64 digits/);
  await statescope.expectRound(8);
});

test('a new seed keeps a change at the round that it had', async ({ statescope, page }) => {
  await statescope.open(`${RUN}&change=5:activity:12`);
  await statescope.expectRound(8);
  await statescope.button('New seed').click();
  await statescope.expectRound(0);
  expect(decodeURIComponent(page.url())).toContain('change=5:activity:12');
});
