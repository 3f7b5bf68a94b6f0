import { type ModelHost, PINNED, serveModels } from '../runtimes/webllm/modelHost.ts';
import { expectAccessible, expectAccessibleInDark } from './accessible.ts';
import {
  ASKING_CHART,
  BUSY,
  cancelDownload,
  checkedExport,
  download,
  expectAsked,
  expectMission,
  expectWeighed,
  nameToy,
  ONE_MISSION,
  openPanel,
  own,
  panel,
  playAtLeast,
  start,
  stepAfterReload,
  WEBGPU,
} from './localModels.ts';
import { LONG } from './long.ts';
import { expect, leaveAlone, test } from './page.ts';

test.use({ launchOptions: WEBGPU });

let host: ModelHost;
test.beforeEach(async ({ statescope }) => {
  host = await serveModels();
  statescope.allow(host.url);
});
test.afterEach(() => host.close());

const shards = () => host.asked.filter(({ path }) => path.includes('params_shard'));

test('no code of a model is loaded before one is chosen, and then only the code that runs it', async ({
  statescope,
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', request => scripts.push(new URL(request.url()).pathname));
  const loaded = (name: RegExp) => scripts.filter(path => name.test(path)).length;
  await leaveAlone(page);
  await statescope.open('rounds=3');
  await statescope.expectRound(3);
  // The engine's own small chunk is called oracle as well.
  expect(loaded(/oracles|oracle\.worker|Oracle|webllm|wllama|\/lib-/)).toBe(0);
  await statescope.combobox('Oracle').selectOption('webllm');
  await expect(panel(statescope)).toContainText('more in the list');
  expect(loaded(/\/lib-/)).toBe(1);
  expect(loaded(/wllama/)).toBe(0);
  expect(host.asked).toEqual([]);
});

test('a model on WebGPU decides by letters, then in JSON with texts, and the documents replay without it', async ({
  statescope,
}) => {
  await openPanel(statescope, 'webllm');
  await nameToy(statescope, host.url);
  await expect(panel(statescope)).toContainText(`pinned to ${PINNED.slice(0, 12)}`);
  expect(host.asked).toEqual([]);
  await expect(statescope.button('Start again with this model')).toBeDisabled();
  await download(statescope);
  expect(shards().every(({ path }) => path.includes(PINNED))).toBe(true);
  await start(statescope);
  await playAtLeast(statescope, 4);
  await expect(statescope.page.getByRole('alert')).toHaveCount(0);

  const document = await checkedExport(statescope);
  expect(own(document).length).toBeGreaterThan(12);
  expectWeighed(document, 'webllm');
  expect(own(document).every(({ form, model }) => form === 'letter' && model === 'toy')).toBe(true);
  expect(document.config.oracle).toMatchObject({
    kind: 'webllm',
    model: 'toy',
    revision: PINNED,
    servers: [{ version: 'web-llm 0.2.86', digest: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });

  await panel(statescope).getByLabel('decision form').selectOption('json');
  await panel(statescope)
    .getByLabel(/^let it write/)
    .check();
  await start(statescope);
  await playAtLeast(statescope, 2);
  const decisions = own(await checkedExport(statescope));
  expect(decisions.length).toBeGreaterThan(5);
  expect(decisions.every(({ form }) => form === 'json')).toBe(true);
  // Answers cut off by the token limit are fallbacks.
  const right = decisions.filter(({ source }) => source === 'webllm');
  expect(right.length).toBeGreaterThan(decisions.length * 0.8);
  expect(right.some(({ text }) => (text ?? '') !== '')).toBe(true);
});

test('a model on WebGPU carries out a mission, its answers held to the grammar', async ({ statescope }) => {
  await openPanel(statescope, 'webllm', ONE_MISSION);
  await nameToy(statescope, host.url);
  await download(statescope);
  await start(statescope);
  await expectMission(statescope, 'webllm');
});

test('a model on WebGPU weighs what a chart with states that ask offers', LONG, async ({ statescope }) => {
  await openPanel(statescope, 'webllm', ASKING_CHART);
  await nameToy(statescope, host.url);
  await download(statescope);
  await start(statescope);
  await expectAsked(statescope, 'webllm');
});

test('a download shows its progress, can be cancelled, continues, is saved and deleted, and axe finds nothing in it', async ({
  statescope,
  page,
}) => {
  await openPanel(statescope, 'webllm');
  await expect(panel(statescope)).toContainText('more in the list');
  await expectAccessibleInDark(page, '#oracle-setup');
  await nameToy(statescope, host.url);
  host.pace = { bytes: 16_000, milliseconds: 500 };
  await panel(statescope)
    .getByRole('button', { name: /^Download/ })
    .click();
  await expect(panel(statescope).getByRole('progressbar')).toBeVisible();
  await expectAccessible(page, '#oracle-setup');
  await expect(panel(statescope).getByRole('progressbar')).toBeVisible();
  await statescope.button('Cancel').click();
  host.pace = { bytes: 64_000, milliseconds: 120 };
  await cancelDownload(statescope);
  await expect.poll(() => shards().some(({ whole }) => whole === false)).toBe(true);
  const whole = shards()
    .filter(shard => shard.whole)
    .map(({ path }) => path);
  expect(whole.length).toBeGreaterThan(0);

  host.pace = null;
  host.asked.splice(0);
  await download(statescope);
  const again = new Set(shards().map(({ path }) => path));
  expect(whole.filter(path => again.has(path))).toEqual([]);

  // After a reload it is loaded from the cache.
  await start(statescope);
  host.asked.splice(0);
  await stepAfterReload(statescope);
  expect(host.asked).toEqual([]);

  await statescope.button('Who decides').click();
  await panel(statescope).getByRole('button', { name: 'delete toy from this browser' }).click();
  await expect(panel(statescope).getByRole('row', { name: /toy/ })).toContainText('not yet');
  await statescope.button('Step').click();
  await expect(page.getByRole('alert').first()).toContainText('toy is not in this browser yet: download it');
  await statescope.expectRound(1);
  expect(host.asked).toEqual([]);
});

test('a model that cannot be loaded says why, and others can decide instead', async ({ statescope }) => {
  statescope.errors.push(/404|503|Failed to load resource/);
  host.failures.set('/toy-webgpu.wasm', 404);
  await openPanel(statescope, 'webllm', `${BUSY}&rounds=4`);
  await nameToy(statescope, host.url);
  await panel(statescope)
    .getByRole('button', { name: /^Download/ })
    .click();
  const alert = panel(statescope).getByRole('alert');
  await expect(alert).toContainText('toy could not be loaded', { timeout: 20_000 });
  await expect(alert.getByRole('button')).toHaveText([
    'Use wllama, on the processor',
    'A server',
    'The policy',
  ]);
  await statescope.expectRound(4);
  host.failures.clear();
  await statescope.button('Try again').click();
  await expect(panel(statescope)).toContainText('toy is ready', { timeout: 20_000 });
});

test(
  'the hub of the list is named in the policy once the user allows it, and receives no request because of that',
  LONG,
  async ({ statescope, page }) => {
    await openPanel(statescope, 'webllm', `${BUSY}&rounds=3`);
    await expect(panel(statescope)).toContainText('*.hf.co');
    await panel(statescope).getByRole('button', { name: 'Allow them' }).click();
    await expect(panel(statescope).getByRole('button', { name: 'Remove https://*.hf.co' })).toBeVisible();
    await statescope.expectRound(3);
    const policies = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv]')]
        .map(({ content }) => content)
        .join(),
    );
    expect(policies).toMatch(
      /connect-src 'self' [^;]*https:\/\/huggingface\.co https:\/\/\*\.huggingface\.co/,
    );
  },
);
