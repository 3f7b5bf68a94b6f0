import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromium as debian } from '../chromium.ts';
import { open, playTo } from '../engine/play.ts';
import { waitInVain } from '../waitInVain.ts';
import { expect, Statescope, test } from './page.ts';
import { readSavedRow } from './savedRow.ts';

const SMALL = 'network=scale-free&agents=60&rounds=8';

const rows = (statescope: Statescope) => statescope.region('Saved runs').getByRole('listitem');
/** Waits until all that has been played is kept. */
async function keptNow(statescope: Statescope): Promise<void> {
  const round = await statescope.round();
  await expect(
    statescope.page.getByText(`saved in this browser up to Round ${round}`, { exact: true }),
  ).toBeVisible();
}

async function step(statescope: Statescope): Promise<void> {
  const round = await statescope.round();
  await statescope.button('Step').click();
  await statescope.expectRound(round + 1);
}

test('a reload brings the run back at its round, with its view; a panel is open again at once, and stays closed when it is closed meanwhile', async ({
  statescope,
  page,
}) => {
  await statescope.open('network=scale-free&agents=400&rounds=38');
  await statescope.expectRound(38);
  const setup = statescope.button('Set-up');
  await setup.click();
  await step(statescope);
  await step(statescope);
  const hash = await statescope.hash();
  await statescope.selectInTimelines();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(statescope.region('Headline')).toContainText('Round 38');
  const inspected = await statescope.region('Agent inspector').getByRole('heading').first().innerText();
  // The view is saved a little later.
  await expect.poll(async () => (await readSavedRow(page))?.view?.selection.cursor).toBe(38);
  // As quick as somebody can be.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver((_, observer) => {
        const open = document.querySelector<HTMLElement>('[aria-controls=setup][aria-expanded=true]');
        if (open === null) return;
        observer.disconnect();
        sessionStorage.setItem('closedAt', document.querySelector('[role=status]')?.textContent ?? '');
        open.click();
      }).observe(document.body, { subtree: true, attributes: true, childList: true });
    }),
  );
  await page.reload();
  await expect(statescope.region('Headline')).toContainText('Round 38', { timeout: 20_000 });
  await expect(statescope.region('Agent inspector').getByRole('heading').first()).toHaveText(inspected);
  expect(await page.evaluate(() => sessionStorage.getItem('closedAt'))).not.toMatch(/Round (38|40)/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await statescope.expectRound(40);
  expect(await statescope.hash()).toBe(hash);
  await keptNow(statescope);
  await waitInVain(500);
  await expect(setup).toHaveAttribute('aria-expanded', 'false');
});

test('an edge list that was dropped is there after a reload before the first round', async ({
  statescope,
  page,
}) => {
  await statescope.open('model=chart');
  await statescope.drop('pair.csv', 'a,b\nb,c\nc,a');
  await expect(statescope.region('Headline')).toContainText('of 3');
  const noted = () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('statescope-run') ?? '{}').at?.tick);
  await expect.poll(noted).toBe(0);
  await page.reload();
  await expect(statescope.region('Headline')).toContainText('of 3');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a reload in the moment after a round loses no round, and neither does the next reload', async ({
  statescope,
  page,
}) => {
  await statescope.open(SMALL);
  await statescope.expectRound(8);
  await keptNow(statescope);
  for (const until of [11, 14]) {
    const reloaded = page.waitForEvent('load');
    await page.evaluate(async last => {
      const step = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Step');
      const picture = () => new Promise(resolve => requestAnimationFrame(resolve));
      for (let round = last - 2; round <= last; round++) {
        step?.click();
        const isThere = () =>
          [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
            new RegExp(`Round ${round}(?!\\d)`).test(textContent),
          );
        while (!isThere()) await picture();
      }
      // After this has been answered.
      setTimeout(() => location.reload());
    }, until);
    await reloaded;
    await statescope.expectRound(until);
    await keptNow(statescope);
  }
  const hash = await statescope.hash();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const seed = Number(new URL(page.url()).searchParams.get('seed'));
  const same = await playTo(await open({ network: 'scale-free', agents: 60, seed }), 14);
  expect(same.hash).toBe(hash);
});

test('runs are listed, named, pinned, opened, compared and deleted, and travel as files', async ({
  statescope,
  page,
}) => {
  await statescope.open(SMALL);
  await statescope.expectRound(8);
  await keptNow(statescope);
  const hash = await statescope.hash();
  await statescope.button('New seed').click();
  await statescope.expectRound(0);
  for (let i = 0; i < 3; i++) await step(statescope);
  await keptNow(statescope);
  await statescope.button('Runs').click();
  await expect(rows(statescope)).toHaveCount(2);
  const first = rows(statescope).filter({ hasText: hash.slice(0, 8) });
  await first.getByRole('button', { name: 'Rename' }).click();
  await page.keyboard.type('the first one');
  await page.keyboard.press('Enter');
  await first.getByRole('button', { name: 'Pin the first one' }).click();
  await expect(first.getByRole('button', { name: 'Pin the first one' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await first.getByRole('button', { name: 'Compare' }).click();
  await statescope.button('Leave the comparison').click();
  await expect(statescope.button('Leave the comparison')).toHaveCount(0);
  await statescope.button('Runs').click();
  await first.getByRole('button', { name: 'the first one', exact: true }).click();
  await statescope.expectRound(8);
  expect(await statescope.hash()).toBe(hash);
  const other = rows(statescope).filter({ hasNotText: hash.slice(0, 8) });
  await other.getByRole('button', { name: 'Delete' }).click();
  await other.getByRole('button', { name: 'Delete for good' }).click();
  await expect(rows(statescope)).toHaveCount(1);

  const download = page.waitForEvent('download');
  await rows(statescope).getByRole('button', { name: 'Save as file' }).click();
  const file = await (await download).path();
  const bytes = await readFile(file);
  await statescope.button('New seed').click();
  await statescope.expectRound(0);
  await statescope.openFiles({
    name: 'theirs.statescope',
    mimeType: 'application/octet-stream',
    buffer: bytes,
  });
  await statescope.expectRound(8);
  expect(await statescope.hash()).toBe(hash);
  bytes[40] ^= 1;
  await statescope.openFiles({
    name: 'changed.statescope',
    mimeType: 'application/octet-stream',
    buffer: bytes,
  });
  await expect(
    page.getByText('changed.statescope is not a saved run: nothing of it can be read'),
  ).toBeVisible();
  await statescope.expectRound(8);
});

test('a second tab does not write to a run that is open in the first, and a tab that was closed is not taken for one that died', async ({
  statescope,
  page,
  context,
}) => {
  await statescope.open(SMALL);
  await statescope.expectRound(8);
  await keptNow(statescope);
  const hash = await statescope.hash();
  // Its row is written a moment after its rounds.
  await statescope.button('Runs').click();
  await expect(rows(statescope)).toHaveCount(1);
  const second = new Statescope(await context.newPage());
  await second.open();
  await second.expectRound(0);
  await second.button('Runs').click();
  const first = rows(second).filter({ hasText: hash.slice(0, 8) });
  await first.getByRole('button').first().click();
  await expect(second.page.getByText('this run is open in another tab')).toBeVisible({ timeout: 20_000 });
  await second.expectRound(0);
  await page.close();
  await second.open();
  await second.expectRound(0);
  await expect(second.page.getByText('when the browser ended without warning')).toHaveCount(0);
  await second.button('Runs').click();
  await expect(rows(second)).toHaveCount(1);
});

test('where the browser stores nothing the run goes on, and reports that it is not saved', async ({
  statescope,
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('storage is denied', 'SecurityError'));
    StorageManager.prototype.getDirectory = refuse;
  });
  // Workers have their own.
  await page.route('**/assets/engine.worker-*.js', async route => {
    const response = await route.fetch();
    const denied =
      'StorageManager.prototype.getDirectory=()=>Promise.reject(new Error("storage is denied"));';
    await route.fulfill({ response, body: denied + (await response.text()) });
  });
  await statescope.open(SMALL);
  await statescope.expectRound(8);
  await expect(page.getByText('not saved in this browser: storage is denied')).toBeVisible();
  await step(statescope);
});

/** A browser of its own, which can be killed, over a profile that stays. */
async function browserOn(profile: string): Promise<{ context: BrowserContext; page: Page; pid: number }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...debian,
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
  });
  const session = await context.browser()?.newBrowserCDPSession();
  const info = await session?.send('SystemInfo.getProcessInfo');
  const pid = info?.processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
  return { context, page: context.pages()[0] ?? (await context.newPage()), pid };
}

const KILLS = process.env.LONG === undefined ? 1 : 2 * Number(process.env.LONG);
/** A run of each model. */
const MODELS = [
  'network=scale-free&agents=300',
  'model=governed&agents=60',
  'model=librarian&agents=20',
  'model=workflow&agents=40',
  'model=chart&agents=300&preset=society&network=scale-free',
];

test(`a browser that is killed ${KILLS === 1 ? 'once' : `${KILLS} times`} while it plays${KILLS === 1 ? '' : ', each time another model,'} has the run again, with no kept round lost`, async () => {
  test.setTimeout(60_000 + KILLS * 20_000);
  const profile = await mkdtemp(join(tmpdir(), 'statescope-profile-'));
  const roundIn = (text: string) => Number(/(?:Round|Step|Cycle|Tick) (\d+)/.exec(text)?.[1]);
  /** The run that was killed: how it is opened, the address that the bar had then, and how far it was said to be kept. */
  let left: { query: string; address: string; kept: number } | null = null;
  for (let kill = 0; kill <= KILLS; kill++) {
    const { context, page, pid } = await browserOn(profile);
    const statescope = new Statescope(page);
    const round = async () => roundIn(await statescope.status.innerText());
    if (left !== null) {
      await page.goto(`/${left.address}`);
      // Rounds come in frames.
      await expect.poll(round, { timeout: 30_000 }).toBeGreaterThanOrEqual(left.kept);
      await expect(statescope.button('Play')).toBeVisible();
      const [hash, back] = [await statescope.hash(), await round()];
      await page.goto(`/?${left.query}&rounds=${back}`);
      await expect.poll(round, { timeout: 30_000 }).toBe(back);
      expect(await statescope.hash()).toBe(hash);
    }
    if (kill === KILLS) {
      await context.close();
      break;
    }
    const query = `${MODELS[kill % MODELS.length]}&seed=${7 + kill}`;
    await page.goto(`/?${query}`);
    await statescope.button('Play').click();
    const address = new URL(page.url()).search;
    const line = page.getByText(/^saved in this browser/);
    await expect(line).toBeVisible({ timeout: 20_000 });
    await page.waitForTimeout(300 + 170 * (kill % 5));
    left = { query, address, kept: roundIn(await line.innerText()) };
    process.kill(pid, 'SIGKILL');
    await context.close().catch(() => undefined);
  }
  await rm(profile, { recursive: true, force: true });
});
