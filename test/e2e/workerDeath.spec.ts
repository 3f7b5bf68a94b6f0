import { test as base, type Page } from '@playwright/test';
import { expect } from './expect.ts';
import { Statescope } from './page.ts';

base('an engine that cannot start is one message that says what to do', async ({ page }) => {
  await page.route(/engine\.worker.*\.js$/, route => route.abort());
  await page.goto('./');
  const message = page.getByRole('alert');
  await expect(message).toHaveCount(1);
  await expect(message).toContainText(/engine/i);
});

/** The engine ends as it would without memory. */
const kill = (page: Page) =>
  page.workers()[0].evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });

/** A small run at Round 5, whose console may have errors. */
async function opened(page: Page): Promise<Statescope> {
  const statescope = new Statescope(page);
  await statescope.open('network=scale-free&agents=60&rounds=5');
  await statescope.expectRound(5);
  return statescope;
}

base(
  'a worker that dies in mid-run leaves what was seen, ends the worker of the models and offers to start again',
  async ({ page }) => {
    const statescope = await opened(page);
    await statescope.combobox('Oracle').selectOption('wllama');
    await expect(statescope.region('Who decides')).toContainText('Your own GGUF');
    await expect.poll(() => page.workers().length).toBe(2);
    await kill(page);
    const message = page.getByRole('alert');
    await expect(message).toHaveCount(1);
    await expect(message).toContainText('out of memory');
    await expect.poll(() => page.workers().length).toBeLessThan(2);
    await statescope.expectRound(5);
    await expect(statescope.region('Headline')).toContainText('of 60');
  },
);

base('an export that the engine does not survive ends, with one message', async ({ page }) => {
  const statescope = new Statescope(page);
  await statescope.open('network=lastfm&rounds=50');
  await statescope.expectRound(50);
  const downloads: string[] = [];
  page.on('download', download => downloads.push(download.suggestedFilename()));
  await statescope.button('Export JSON').click();
  await kill(page);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('out of memory');
  await expect(statescope.button('Export JSON')).toBeVisible();
  expect(downloads).toEqual([]);
});

base(
  'a worker that never comes to an end gives way to Reset, another model and a dropped file',
  async ({ page }) => {
    const statescope = await opened(page);
    /** Keeps the engine from all else, as a tick that does not end would. */
    const spin = () =>
      page
        .workers()
        .at(-1)
        ?.evaluate(() => {
          setTimeout(() => {
            for (;;);
          });
        });
    /** The same; it waits, so that no core turns meanwhile. */
    const occupy = () =>
      page
        .workers()
        .at(-1)
        ?.evaluate(() => {
          const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
          setTimeout(() => Atomics.wait(new Int32Array(buffer), 0, 0));
        });
    const anew = page.getByRole('note').filter({ hasText: 'The engine did not answer' });

    await spin();
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
