import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOfFixture } from '../engine/traces/fixture.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

test('traces larger than memory allows are read with progress, are played, and are reported as not saved', async ({
  statescope,
}) => {
  const { page } = statescope;
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const path = join(folder, 'large.jsonl');
  const spans = bytesOfFixture('otlp/tau2_retail_40.genai.jsonl');
  // A long attribute in each of many spans that belong to nobody.
  const other = { traceId: 'ff', spanId: '1', name: 'x', attributes: [] };
  const line = JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ spans: [{ ...other, note: 'x'.repeat(1e6) }] }] }],
  });
  await writeFile(path, Buffer.concat([spans, Buffer.from(`\n${line}`.repeat(60))]));
  try {
    await statescope.open('model=recorded');
    // It may stand there for less than a second.
    const isTold = () => /reading large\.jsonl, \d+ %/i.test(document.body.textContent ?? '');
    const told = page.waitForFunction(isTold, null, { polling: 'raf', timeout: 60_000 });
    await page.getByLabel('Trace files').setInputFiles(path);
    await told;
    await expect(statescope.combobox('Traces').locator('option', { hasText: 'large.jsonl' })).toBeAttached({
      timeout: 60_000,
    });
    await expect(page.getByText('34 succeeded, 6 failed')).toBeVisible();
    await statescope.button('Runs').click();
    await expect(
      page.getByText('not saved: large.jsonl is larger than the 50 MB of files that are saved'),
    ).toBeVisible();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test(
  'a long recording is brought to its end with progress, and Pause leaves it where it is',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await statescope.open('model=recorded&rounds=1');
    const rows = Array.from({ length: 3_000 }, (_, c) => `${c},find\n${c},send\n`.repeat(25)).join('');
    await page
      .getByLabel('Trace files')
      .setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(`case,tool\n${rows}`) });
    const progress = page.getByRole('progressbar', { name: 'Playing to the step' });
    await expect(progress).toBeVisible({ timeout: 60_000 });
    await statescope.button('Pause').click();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    await expect(progress).toHaveCount(0);
    const step = Number(/Step (\d+)/.exec(await statescope.status.innerText())?.[1]);
    expect(step).toBeLessThan(51);
    await statescope.button('Step').click();
    await expect(statescope.status).toContainText(`Step ${step + 1}`);
  },
);
