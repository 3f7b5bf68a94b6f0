import { expectAccessible } from './accessible.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

test('“not calibrated” opens the comparison with real cascades, which is read, filtered and closed by keyboard, and loaded only then', async ({
  statescope,
}) => {
  const { page } = statescope;
  const loaded: string[] = [];
  page.on('request', request => loaded.push(request.url()));
  await statescope.open('seed=341&rounds=3');
  await statescope.expectRound(3);
  expect(loaded.filter(url => /Fidelity|validation/i.test(url))).toEqual([]);

  const opener = page.getByRole('button', { name: /not calibrated/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'How real is it?' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^structural virality/ })).toContainText(/\.\d\d/);
  await expect(dialog.getByRole('img', { name: /^Distances to the real cascades/ })).toBeVisible();
  await expect(dialog).toContainText('Fitted, and not fitted');
  await expectAccessible(page, 'dialog');

  await dialog.getByRole('combobox').focus();
  const before = await dialog.getByRole('table').innerText();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => dialog.getByRole('table').innerText()).not.toBe(before);

  const address = await dialog
    .getByRole('link', { name: /how they were made/ })
    .evaluate(link => (link as HTMLAnchorElement).href);
  const answer = await page.request.get(address);
  expect(await answer.text()).toContain('# Fidelity');

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the comparison with real cascades fits a narrow window', LONG, async ({ statescope }) => {
  const { page } = statescope;
  await page.setViewportSize({ width: 390, height: 844 });
  await statescope.open('preset=twitter15&rounds=2');
  await page.getByRole('button', { name: /fitted to real cascades/ }).click();
  const dialog = page.getByRole('dialog', { name: 'How real is it?' });
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate(sheet => sheet.scrollWidth - sheet.clientWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'dialog');
});
