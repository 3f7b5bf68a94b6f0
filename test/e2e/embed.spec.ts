import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Page, test } from '@playwright/test';
import { commandLine } from './commandLine.ts';
import { expect } from './expect.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-embed-'));
test.afterAll(() => rmSync(folder, { recursive: true }));

const files: Record<string, string> = {};
test.beforeAll(async () => {
  const { buildEmbed } = (await import(join(process.cwd(), 'scripts/buildEmbed.mjs'))) as {
    buildEmbed(folder: string): Promise<void>;
  };
  await buildEmbed(folder);
  files['embed.js'] = readFileSync(join(folder, 'embed.js'), 'utf8');
  for (const name of ['sir.json', 'sir.ndjson']) {
    await commandLine(
      'run',
      '--model',
      'chart',
      '--preset',
      'sir',
      '--rounds',
      '60',
      '--out',
      join(folder, name),
    );
    files[name] = readFileSync(join(folder, name), 'utf8');
  }
  files['other.json'] = '{"nodes": []}';
});

/** A page of somebody's with the element in it. */
async function openSlide(page: Page, html: string): Promise<void> {
  await page.route('https://slides.example/**', route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    const body = files[name];
    if (body === undefined) return route.fulfill({ status: 404, body: '' });
    const contentType = name.endsWith('.js') ? 'text/javascript' : 'application/json';
    return route.fulfill({ contentType, body });
  });
  await page.goto('https://slides.example/');
}

const SCRIPT = '<!doctype html><script type="module" src="/embed.js"></script>';

test('a run document is shown in any page by one line of HTML', async ({ page }) => {
  expect(gzipSync(files['embed.js'], { level: 9 }).length).toBeLessThan(25_000);
  for (const name of ['sir.json', 'sir.ndjson']) {
    await openSlide(page, `${SCRIPT}<statescope-run src="/${name}" round="20"></statescope-run>`);
    const run = page.locator('statescope-run');
    const document = JSON.parse(files['sir.json']) as {
      hash: string;
      distribution: { tick: number; counts: Record<string, number> }[];
    };
    const { counts } = document.distribution.find(({ tick }) => tick === 20)!;
    await expect(run.getByText('chart on small-world')).toBeVisible();
    await expect(run.getByText(document.hash.slice(0, 8))).toBeVisible();
    for (const [state, count] of Object.entries(counts))
      await expect(run.getByRole('row', { name: state })).toContainText(String(count));
    const slider = run.getByRole('slider', { name: 'Round' });
    await slider.press('ArrowRight');
    await expect(run.getByText('round 21 of 60')).toBeVisible();
    await slider.press('Home');
    await run.getByRole('button', { name: 'Play' }).click();
    await expect(run.getByText(/^round [1-9]\d* of 60$/)).toBeVisible();
  }
});

test('a page on a disk shows the document that it holds', async ({ page }) => {
  const element = `<statescope-run round="20"><script type="application/json">${files['sir.json']}</script></statescope-run>`;
  writeFileSync(
    join(folder, 'slide.html'),
    `<!doctype html><script defer src="embed.classic.js"></script>${element}`,
  );
  await page.goto(`file://${folder}/slide.html`);
  await expect(page.locator('statescope-run').getByText('round 20 of 60')).toBeVisible();
  await page.evaluate(() => {
    const other = document.createElement('statescope-run');
    other.innerHTML = '<script type="application/json">{"nodes": []}</script>';
    document.body.append(other);
  });
  await expect(page.getByText('the document is not a run document')).toBeVisible();
});

test('a file that is not a run document is named in one line', async ({ page }) => {
  await openSlide(
    page,
    `${SCRIPT}<statescope-run src="/other.json"></statescope-run><statescope-run src="/none.json"></statescope-run>`,
  );
  await expect(page.getByText('/other.json is not a run document')).toBeVisible();
  await expect(page.getByText('/none.json could not be loaded: status 404')).toBeVisible();
});

test('a program shows a document that it holds', async ({ page }) => {
  await openSlide(page, `${SCRIPT}<div id="here"></div>`);
  await page.evaluate(async text => {
    const address = '/embed.js';
    const { showRun } = (await import(address)) as { showRun(at: Element, document: object): Promise<void> };
    const here = document.getElementById('here');
    if (here !== null) await showRun(here, JSON.parse(text) as object);
  }, files['sir.json']);
  await expect(page.getByText('round 60 of 60')).toBeVisible();
});

test('the document that is asked for last is shown, and playing ends with the one before', async ({
  page,
}) => {
  await openSlide(page, `${SCRIPT}<statescope-run src="/sir.json" round="1"></statescope-run>`);
  const run = page.locator('statescope-run');
  await run.getByRole('button', { name: 'Play' }).click();
  await page.route('**/slow.json', async route => {
    await new Promise(resolve => setTimeout(resolve, 1_000));
    await route.fulfill({ contentType: 'application/json', body: '{"nodes": []}' });
  });
  await run.evaluate(element => element.setAttribute('src', '/slow.json'));
  await run.evaluate(element => element.setAttribute('src', '/sir.ndjson'));
  await expect(run.getByText('chart on small-world')).toBeVisible();
  const answered = page.waitForResponse('**/slow.json');
  await answered.catch(() => undefined);
  await page.waitForTimeout(200);
  await expect(run.getByText('chart on small-world')).toBeVisible();
  await expect(run.getByRole('button', { name: 'Play' })).toBeVisible();
  await run.getByRole('button', { name: 'Play' }).click();
  await expect(run.getByRole('button', { name: 'Pause' })).toBeVisible();
  await run.evaluate(element => document.body.append(element));
  await expect(run.getByRole('button', { name: 'Play' })).toBeVisible();
});
