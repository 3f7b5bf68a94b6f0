import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildGguf } from '../runtimes/llama/llama.ts';
import { type ModelHost, serveModels } from '../runtimes/webllm/modelHost.ts';
import {
  ASKING_CHART,
  BUSY,
  cancelDownload,
  checkedExport,
  chooseGguf,
  download,
  expectAsked,
  expectMission,
  expectWeighed,
  ONE_MISSION,
  openPanel,
  own,
  panel,
  playAtLeast,
  society,
  start,
  stepAfterReload,
} from './localModels.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test, workerNamed } from './page.ts';

let host: ModelHost;
let gguf: string;
test.beforeAll(async () => {
  gguf = buildGguf();
  host = await serveModels();
});
test.afterAll(() => host.close());
test.beforeEach(() => {
  host.asked.splice(0);
  host.pace = null;
});

/** Names of all files that the runtime keeps on the disk. */
const bytesKept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('cache', { create: true });
    let sum = 0;
    // One that goes in this moment is none.
    for await (const file of (
      folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }
    ).values())
      sum += await file.getFile().then(
        ({ size }) => size,
        () => 0,
      );
    return sum;
  });

async function nameGguf(statescope: Statescope, url: string): Promise<void> {
  await panel(statescope).getByText('Your own GGUF').click();
  await panel(statescope).getByLabel('model, URL').fill(url);
  await statescope.button('Add to the list').click();
}

test('where there is no graphics adapter the page says so, loads nothing of WebLLM, and offers what works', async ({
  statescope,
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', request => scripts.push(new URL(request.url()).pathname));
  await openPanel(statescope, 'webllm');
  const alert = panel(statescope).getByRole('alert');
  await expect(alert).toContainText('This browser offers WebGPU, but no graphics adapter');
  await expect(alert.getByRole('button')).toHaveText([
    'Use wllama, on the processor',
    'A server',
    'The policy',
  ]);
  expect(scripts.filter(path => /\/lib-|webllm/.test(path))).toEqual([]);
  await alert.getByRole('button', { name: 'Use wllama, on the processor' }).click();
  await expect(panel(statescope).getByRole('radio', { name: 'wllama' })).toBeChecked();
  await expect(panel(statescope)).toContainText('SmolLM2 360M');
});

test('a GGUF of this machine decides three rounds by letters, and the document replays without it', async ({
  statescope,
  page,
}) => {
  await openPanel(statescope, 'wllama');
  await chooseGguf(statescope, gguf);
  await start(statescope);
  await playAtLeast(statescope, 3);
  await expect(statescope.page.getByRole('alert')).toHaveCount(0);
  const document = await checkedExport(statescope);
  expect(own(document).length).toBeGreaterThan(10);
  expectWeighed(document, 'wllama');
  expect(document.config.oracle).toMatchObject({
    kind: 'wllama',
    model: 'tiny',
    servers: [{ version: 'wllama 3.8.1' }],
  });
  expect(host.asked).toEqual([]);

  // A model that is no longer asked gives its memory back.
  await panel(statescope).locator('label').filter({ hasText: 'Policy' }).click();
  await panel(statescope)
    .getByRole('button', { name: /^Continue with it/ })
    .click();
  await expect
    .poll(() =>
      workerNamed(page, 'oracle').then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone');
});

test('a GGUF answers in JSON and writes texts; Pause ends its round, and so does deleting it', async ({
  statescope,
}) => {
  const round = statescope.region('Oracle');
  await openPanel(statescope, 'wllama', society(60));
  await chooseGguf(statescope, gguf);
  await panel(statescope).getByLabel('decision form').selectOption('json');
  await panel(statescope)
    .getByLabel(/^let it write/)
    .check();
  await start(statescope);
  await statescope.button('Play').click();
  await expect(round).toContainText('answers of this round', { timeout: 20_000 });
  const begun = Date.now();
  await statescope.button('Pause').click();
  await expect(statescope.button('Play')).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(3_000);
  const paused = await statescope.round();
  await statescope.button('Step').click();
  await statescope.expectRound(paused + 1);
  const decisions = own(await checkedExport(statescope));
  expect(decisions.every(({ form }) => form === 'json')).toBe(true);
  const right = decisions.filter(({ source }) => source === 'wllama');
  expect(right.length).toBeGreaterThan(decisions.length * 0.8);
  expect(right.some(({ text }) => (text ?? '') !== '')).toBe(true);

  await statescope.button('Play').click();
  await expect(round).toContainText('answers of this round', { timeout: 20_000 });
  await panel(statescope).getByRole('button', { name: 'delete tiny from this browser' }).click();
  await expect(panel(statescope)).toContainText('tiny is not saved in this browser: choose its file');
  await expect(statescope.button('Play')).toBeVisible();
  await expect(statescope.page.getByRole('alert')).toHaveCount(0);
  await chooseGguf(statescope, gguf);
  const left = await statescope.round();
  await statescope.button('Step').click();
  await statescope.expectRound(left + 1);
});

test('a GGUF carries out a mission, its answers held to the grammar', LONG, async ({ statescope }) => {
  await openPanel(statescope, 'wllama', ONE_MISSION);
  await chooseGguf(statescope, gguf);
  await start(statescope);
  await expectMission(statescope, 'wllama');
});

test('a GGUF weighs what a chart with states that ask offers', LONG, async ({ statescope }) => {
  await openPanel(statescope, 'wllama', ASKING_CHART);
  await chooseGguf(statescope, gguf);
  await start(statescope);
  await expectAsked(statescope, 'wllama');
});

test(
  'a GGUF is fetched from its address at a click, can be cancelled, is saved and deleted',
  LONG,
  async ({ statescope, page }) => {
    statescope.allow(host.url);
    await openPanel(statescope, 'wllama');
    await nameGguf(statescope, `${host.url}/tiny.gguf`);
    expect(host.asked).toEqual([]);
    host.pace = { bytes: 40_000, milliseconds: 120 };
    await cancelDownload(statescope);
    // A broken-off download does not stay.
    await expect.poll(() => bytesKept(page)).toBe(0);
    host.pace = null;
    await download(statescope, 'tiny');
    await start(statescope);
    host.asked.splice(0);

    await stepAfterReload(statescope);
    expect(host.asked).toEqual([]);
    await statescope.button('Who decides').click();
    expect(await bytesKept(page)).toBeGreaterThan(500_000);
    await statescope.button('Delete all models').click();
    await panel(statescope)
      .getByRole('button', { name: /^Delete \d/ })
      .click();
    await expect(panel(statescope).getByRole('row', { name: /tiny/ })).toContainText('not yet');
    expect(await bytesKept(page)).toBe(0);
  },
);

test(
  'a download from a host that is not allowed yet reloads the page, keeps the run, and continues by itself',
  LONG,
  async ({ statescope }) => {
    statescope.expect(host.url);
    await openPanel(statescope, 'wllama', `${BUSY}&rounds=6`);
    await statescope.expectRound(6);
    const hash = await statescope.hash();
    await nameGguf(statescope, `${host.url}/tiny.gguf`);
    await expect(panel(statescope)).toContainText('is not yet a host that this page may reach');
    await panel(statescope)
      .getByRole('button', { name: /^Download/ })
      .click();
    await expect(panel(statescope)).toContainText('tiny is ready', { timeout: 30_000 });
    await statescope.expectRound(6);
    expect(await statescope.hash()).toBe(hash);
    await panel(statescope).getByRole('button', { name: 'Continue with it from Round 7' }).click();
    await statescope.button('Step').click();
    await statescope.expectRound(7);
    const document = await checkedExport(statescope);
    expect(document.config.earlier_oracles).toMatchObject([{ until: 6, oracle: { kind: 'policy' } }]);
    expect(new Set(own(document).map(({ source }) => source))).toEqual(new Set(['policy', 'wllama']));
  },
);

test('a worker that breaks in mid-run is replaced, the models’ or llama.cpp’s own, and no round is lost', async ({
  statescope,
  page,
}) => {
  await openPanel(statescope, 'wllama', society(12));
  await chooseGguf(statescope, gguf);
  await start(statescope);
  await statescope.button('Play').click();
  statescope.errors.push(/broken on purpose/);
  for (const name of ['oracle', '']) {
    const before = await statescope.round();
    await expect.poll(() => statescope.round()).toBeGreaterThanOrEqual(before + 2);
    const broken = await workerNamed(page, name);
    await broken.evaluate(() => {
      setTimeout(() => {
        throw new Error('broken on purpose');
      });
    });
    const at = await statescope.round();
    await expect.poll(() => statescope.round(), { timeout: 30_000 }).toBeGreaterThanOrEqual(at + 2);
    // Rounds without a question pass while the next worker is still starting.
    const replaced = () =>
      workerNamed(page, name).then(
        worker => worker !== broken,
        () => false,
      );
    await expect.poll(replaced).toBe(true);
  }
  await statescope.button('Pause').click();
  expectWeighed(await checkedExport(statescope), 'wllama');
});

test('a file that is not a model is named in one line, and the run stays', async ({ statescope }) => {
  const alert = panel(statescope).getByRole('alert');
  const give = (name: string, buffer: Buffer) =>
    panel(statescope)
      .getByLabel('GGUF file')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await openPanel(statescope, 'wllama', 'network=small-world&agents=50&rounds=3');
  await give('notes.gguf', Buffer.from('what somebody noted, and no model at all, '.repeat(50)));
  await expect(alert).toContainText('notes could not be loaded: notes is not a GGUF file.');
  const whole = readFileSync(gguf);
  await give('half.gguf', whole.subarray(0, whole.length / 2));
  await expect(alert).toContainText('half could not be loaded', { timeout: 20_000 });
  await expect(panel(statescope)).not.toContainText('is ready');
  await statescope.expectRound(3);
  await nameGguf(statescope, 'http://127.0.0.1/model.bin');
  await expect(panel(statescope)).toContainText('must end in .gguf, not "http://127.0.0.1/model.bin"');
});

test('a browser without JSPI gets the build that needs none, from the page’s own host', async ({
  statescope,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.route(/oracle\.worker-[^/]*\.js$/, async route => {
    const response = await route.fetch();
    const without = 'delete WebAssembly.Suspending; delete WebAssembly.promising;';
    await route.fulfill({ response, body: without + (await response.text()) });
  });
  await openPanel(statescope, 'wllama', society(12));
  await chooseGguf(statescope, gguf);
  await start(statescope);
  // In a single round perhaps nobody of so few is asked.
  await playAtLeast(statescope, 4);
  expectWeighed(await checkedExport(statescope), 'wllama');
  const scripts = asked.filter(path => /wllama-[^/]*\.js$/.test(path));
  const slower = readFileSync('node_modules/@wllama/wllama-compat/wasm/wllama.js', 'utf8');
  expect(scripts.some(path => readFileSync(join('dist', path), 'utf8') === slower)).toBe(true);
});
