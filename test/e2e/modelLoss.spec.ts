import type { Browser } from '@playwright/test';
import { type ModelHost, serveModels } from '../runtimes/webllm/modelHost.ts';
import {
  checkedExport,
  download,
  expectWeighed,
  nameToy,
  openPanel,
  own,
  panel,
  start,
  WEBGPU,
} from './localModels.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

// A browser of its own: after the second loss it has no adapter left for anybody.
test.use({ launchOptions: { ...WEBGPU, args: [...WEBGPU.args, '--disable-features=none'] } });

let host: ModelHost;
test.beforeAll(async () => {
  host = await serveModels();
});
test.afterAll(() => host.close());

const crashGpu = async (browser: Browser) => {
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.crashGpuProcess' as never).catch(() => {});
};

test('a run survives the loss of the graphics process, pauses at the second, and continues with the policy', async ({
  statescope,
  browser,
  page,
}) => {
  // WebLLM’s words when a device goes while it is in use.
  statescope.allow(host.url, /error scopes|Instance dropped|external Instance/);
  await openPanel(statescope, 'webllm');
  await nameToy(statescope, host.url);
  await download(statescope);
  await start(statescope);
  await statescope.button('Play').click();
  await expect.poll(() => statescope.round()).toBeGreaterThanOrEqual(3);
  await crashGpu(browser);
  const at = await statescope.round();
  await expect.poll(() => statescope.round(), { timeout: 30_000 }).toBeGreaterThanOrEqual(at + 3);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await statescope.button('Pause').click();
  const document = await checkedExport(statescope);
  expectWeighed(document, 'webllm');
  expect(new Set(own(document).map(({ tick }) => tick)).size).toBeGreaterThanOrEqual(at + 2);

  await statescope.button('Play').click();
  await expect.poll(() => statescope.round()).toBeGreaterThan(at + 4);
  await crashGpu(browser);
  const lost = statescope.region('Oracle').getByRole('alert');
  await expect(lost).toContainText('loses nothing', { timeout: 40_000 });
  await expect(lost).toContainText('no graphics adapter');
  const sealed = await statescope.round();
  const hash = await statescope.hash();
  await lost.getByRole('button', { name: 'The policy' }).click();
  await panel(statescope)
    .getByRole('button', { name: `Continue with it from Round ${sealed + 1}` })
    .click();
  expect(await statescope.hash()).toBe(hash);
  await statescope.button('Step').click();
  await statescope.expectRound(sealed + 1);
  const mixed = await checkedExport(statescope);
  expect(mixed.config.oracle).toEqual({ kind: 'policy' });
  expect(mixed.config.earlier_oracles).toMatchObject([{ until: sealed, oracle: { kind: 'webllm' } }]);
});

test(
  'the drawing appears again after the graphics process was lost',
  LONG,
  async ({ statescope, browser, page }) => {
    await statescope.open('rounds=20');
    await statescope.expectRound(20);
    const colour = await statescope.colourOf('scrolling');
    const drawn = () => statescope.pixels('State distribution', colour);
    await expect.poll(drawn).toBeGreaterThan(1000);
    const before = await drawn();
    await page.evaluate(() =>
      addEventListener('contextlost', () => document.body.setAttribute('data-lost', ''), { capture: true }),
    );
    await crashGpu(browser);
    await expect(page.locator('body')).toHaveAttribute('data-lost', '');
    await expect.poll(drawn, { timeout: 10_000 }).toBeGreaterThan(before * 0.95);
  },
);
