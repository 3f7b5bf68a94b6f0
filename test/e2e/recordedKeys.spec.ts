import type { Page } from '@playwright/test';
import { expect, test } from './page.ts';

/** Presses Tab until the focused control has this name, and returns how often; it gives up after so many as a hand would. */
async function countTabsTo(page: Page, name: RegExp): Promise<number> {
  const read = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    });
  for (let tabs = 0; tabs <= 20; tabs++) {
    if (name.test(await read())) return tabs;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no ${name} within 20 Tabs`);
}

test('the keys 1 to 4 lead to the answer of each question, at most five stops from what is done there, and a list is one stop', async ({
  statescope,
}) => {
  const { page } = statescope;
  const focused = page.locator(':focus');
  await statescope.open('model=recorded&preset=telecom');
  await expect(statescope.region('Loops').getByRole('row').nth(1)).toBeVisible();

  // Who wasted most on what: the list of loops, of which Enter shows the case.
  await page.keyboard.press('1');
  await expect(focused).toHaveText(/^Loops/);
  expect(await countTabsTo(page, /^get_details_by_id L1002: 94 times/)).toBeLessThanOrEqual(5);
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('aria-label', /^get_details_by_id P1002: 96 times/);
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText(/^case/);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /^case \d/ })).toBeVisible();

  // Which rule: the evidence, the thresholds, and again the list of rules.
  await page.keyboard.press('2');
  await expect(focused).toHaveText('the same call 3 times in a row');
  expect(await countTabsTo(page, /^Use this rule…$/)).toBeLessThanOrEqual(5);
  expect(await countTabsTo(page, /^Threshold 3:/)).toBeLessThanOrEqual(5);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(statescope.region('Evidence for the rule')).toContainText('the same call 4 times in a row');
  await page.keyboard.press('2');
  await expect(focused).toHaveText('Rules');
  expect(await countTabsTo(page, /^the same call 4 times in a row.*changed from 3/)).toBeLessThanOrEqual(5);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAttribute('aria-pressed', 'true');

  // A box: the table of the states.
  await page.keyboard.press('3');
  await expect(focused).toHaveText(/^States/);
  expect(await countTabsTo(page, /^get_details_by_id$/)).toBeLessThanOrEqual(5);

  // For somebody else: the report, from wherever one is.
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: /report/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // What happens now: the lanes, and again the list of cases.
  await page.keyboard.press('4');
  await expect(focused).toHaveAttribute('aria-label', /^Lanes by the clock/);
  await page.keyboard.press('4');
  await expect(focused).toHaveText('Time');
  expect(await countTabsTo(page, /^case/)).toBeLessThanOrEqual(5);
});

test('the keys of the questions and of the lanes are in the table of keys', async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=telecom');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.locator('dl').first().locator('dt')).toContainText(['1 2 3 4', '2 2, 4 4', 'E', 'Space']);
});
