import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type PreviewServer, preview } from 'vite';
import { poets } from '../fixtures/poet/poets.ts';
import { withPoets } from '../fixtures/poet/withPoets.ts';
import { expect, test } from './page.ts';

/** The page with poets in it: built from the sources, and a line in each registry. */
let server: PreviewServer;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statescope-poets-'));
  const outDir = join(folder, 'dist');
  // As everybody gets it, without what poets never load and a build takes longest for.
  const rolldownOptions = { external: /^(?:@mlc-ai\/web-llm|elkjs|@wllama)/ };
  await build({
    logLevel: 'silent',
    plugins: [withPoets()],
    worker: { format: 'es', plugins: () => [withPoets()], rolldownOptions },
    build: { outDir, emptyOutDir: true, minify: false, reportCompressedSize: false, rolldownOptions },
  });
  server = await preview({
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
  });
});
test.afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
test.beforeEach(({ statescope }) => {
  const address = server.httpServer.address();
  const port = typeof address === 'object' ? address?.port : null;
  statescope.home = `http://127.0.0.1:${port}/`;
  statescope.expect(statescope.home);
});

test('a fifth model, registered by a line in each half, is chosen, played, inspected and replayed, to the bytes of Node', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open();
  await statescope.combobox('Model').selectOption({ label: 'Poets' });
  await expect(page.getByRole('region', { name: 'Headline' })).toContainText('0 lines by 3 poets');
  await expect(page.getByText('stanzas of 8: 27 lines')).toBeVisible();
  for (let tick = 1; tick <= 4; tick++) {
    await statescope.button('Step').click();
    await expect(page.getByRole('status').filter({ hasText: `Tick ${tick}` })).toBeVisible();
  }
  await expect(statescope.region('Headline')).toContainText('6 lines by 3 poets');

  const lines = statescope.region('Written lines');
  await expect(lines.getByRole('img')).toHaveAttribute('aria-label', /6 lines by 3 poets/);
  await lines.getByRole('button', { name: /table/i }).click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(7);
  await page.keyboard.press('Escape');

  await statescope.region('Agent timelines').getByRole('img').focus();
  await page.keyboard.press('Enter');
  await expect(statescope.region('Agent inspector').getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(lines.getByRole('img')).toHaveAttribute('aria-label', /3 lines by 3 poets/);

  await page.keyboard.press('End');
  await page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  await expect(page.getByText('Nothing more can happen', { exact: false })).toBeVisible();
  const { bytes } = await statescope.export();
  const document = JSON.parse(bytes.toString());
  expect(document.outcomes).toEqual({ lines: 15, silent_share: 1 });

  const run = poets(3);
  const { signal } = new AbortController();
  while (!run.state.isOver) await run.step(run.policy, signal);
  expect(document.hash).toBe(run.hash);

  await statescope.drop('run.json', bytes.toString());
  await expect(page.getByText(/run\.json replayed: 10 .* and the same hash/)).toBeVisible();
});
