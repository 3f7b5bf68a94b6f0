import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expectAccessible, expectAccessibleInDark } from './accessible.ts';
import { commandLine } from './commandLine.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test } from './page.ts';

/** The downloaded report, with its name. */
async function download(statescope: Statescope): Promise<readonly [name: string, text: string]> {
  const coming = statescope.page.waitForEvent('download');
  await statescope.button('Download report').click();
  const file = await coming;
  return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')];
}

test('a report has the bytes of the command line’s, asks nothing of the network and runs nothing', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded');
  await expect(statescope.status).toContainText('Step 102');
  await statescope.button('Report…').click();
  await expect(page.getByRole('dialog')).toContainText('the rule “the same call 3 times in a row”');
  await expectAccessible(page, 'dialog');
  const [name, text] = await download(statescope);
  expect(name).toBe('statescope-report-telecom.html');
  expect(text).toBe(await commandLine('report'));
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await statescope.button('Report…').click();
  await statescope.button('Markdown').click();
  await page.getByRole('checkbox', { name: 'with texts' }).check();
  await page.getByRole('checkbox', { name: 'one half' }).check();
  const [, markdown] = await download(statescope);
  expect(markdown).toBe(await commandLine('report', '--form', 'md', '--with-texts', '--tune'));

  // Elsewhere, from a file.
  const path = join(mkdtempSync(join(tmpdir(), 'statescope-report-page-')), name);
  writeFileSync(path, text);
  const reader = await page.context().newPage();
  const asked: string[] = [];
  reader.on('request', request => asked.push(request.url()));
  reader.on('console', message => asked.push(message.text()));
  for (const width of [1440, 430]) {
    await reader.setViewportSize({ width, height: 900 });
    await reader.goto(pathToFileURL(path).href);
    await expect(reader.locator('svg')).toHaveCount(2);
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await (width === 1440 ? expectAccessible(reader) : expectAccessibleInDark(reader));
  }
  expect(asked).toEqual([pathToFileURL(path).href, pathToFileURL(path).href]);
  await reader.close();
});

test('a report of two compared sets is that of the command line', LONG, async ({ statescope }) => {
  const folder = mkdtempSync(join(tmpdir(), 'statescope-two-reports-'));
  const paths = ['gpt41', 'sft'].map(set => {
    const bytes = readFileSync(
      new URL(`../fixtures/traces/runs/tau2_sierra_${set}.jsonl.gz`, import.meta.url),
    );
    const lines = gunzipSync(bytes).toString().trim().split('\n');
    const path = join(folder, `${set}.jsonl`);
    writeFileSync(path, lines.filter(line => line.includes('"retail"')).join('\n'));
    return path;
  });
  const [a, b] = paths.map(path => readFileSync(path, 'utf8'));
  const { page } = statescope;
  await statescope.open('model=recorded');
  await statescope.drop('gpt41.jsonl', a);
  await expect(page.getByText('recorded: gpt41.jsonl')).toBeVisible();
  await statescope.drop('sft.jsonl', b);
  await page.getByRole('button', { name: 'Compare with this one' }).click();
  await expect(statescope.region('Comparison')).toContainText('40 tasks in both, paired by their task');
  await statescope.button('Report…').click();
  const [, text] = await download(statescope);
  expect(text).toBe(await commandLine('report', '--traces', paths[0], '--with', paths[1]));
});
