import { test as base, expect } from '@playwright/test';
import { Statescope } from './page.ts';

base('an engine that cannot start is one message that says what to do', async ({ page }) => {
  await page.route(/engine\.worker.*\.js$/, route => route.abort());
  await page.goto('./');
  const message = page.getByRole('alert');
  await expect(message).toHaveCount(1);
  await expect(message).toContainText(/engine/i);
});

base('a worker that dies in mid-run leaves what was seen and offers to start again', async ({ page }) => {
  const statescope = new Statescope(page);
  await statescope.open('network=scale-free&agents=60&rounds=5');
  await statescope.expectRound(5);
  const worker = page.workers()[0];
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  const message = page.getByRole('alert');
  await expect(message).toHaveCount(1);
  await expect(message).toContainText('out of memory');
  await statescope.expectRound(5);
  await expect(statescope.region('Headline')).toContainText('of 60');
});

base('an export that the engine does not survive ends, with one message', async ({ page }) => {
  const statescope = new Statescope(page);
  await statescope.open('network=lastfm&rounds=120');
  await statescope.expectRound(120);
  await statescope.button('Export JSON').click();
  await page.workers()[0].evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('out of memory');
  await expect(statescope.button('Export JSON')).toBeVisible();
});
