import { test as base } from '@playwright/test';
import { expect } from './expect.ts';
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

base('the worker of the models ends with the engine that asked for it', async ({ page }) => {
  const statescope = new Statescope(page);
  await statescope.open('network=scale-free&agents=60&rounds=1');
  await statescope.combobox('Oracle').selectOption('wllama');
  await expect(statescope.region('Who decides')).toContainText('Your own GGUF');
  await expect.poll(() => page.workers().length).toBe(2);
  await page.workers()[0].evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  await expect(page.getByRole('alert')).toContainText('out of memory');
  await expect.poll(() => page.workers().length).toBeLessThan(2);
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

base(
  'a worker that computes for ever gives way to Reset, another model and a dropped file',
  async ({ page }) => {
    const statescope = new Statescope(page);
    await statescope.open('network=scale-free&agents=60&rounds=5');
    await statescope.expectRound(5);
    /** Keeps the engine busy, as a tick that does not end would. */
    const occupy = async () => {
      await page
        .workers()
        .at(-1)
        ?.evaluate(() => {
          setTimeout(() => {
            for (;;);
          });
        });
    };
    const anew = page.getByRole('note').filter({ hasText: 'The engine was computing and did not answer' });

    await occupy();
    await statescope.button('Reset').click();
    await expect(anew).toBeVisible({ timeout: 5000 });
    await statescope.expectRound(0);
    await statescope.button('Step').click();
    await statescope.expectRound(1);

    await occupy();
    await statescope.drop('friends.csv', 'follower,followed\n1,2\n2,3\n3,1\n');
    await expect(statescope.region('Headline')).toContainText('of 3', { timeout: 10_000 });

    await occupy();
    await statescope.combobox('Model').selectOption({ label: 'Missions' });
    await expect(statescope.combobox('Model')).toHaveValue('governed', { timeout: 10_000 });
  },
);
