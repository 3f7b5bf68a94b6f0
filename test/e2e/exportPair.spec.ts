import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expectAccessible } from './accessible.ts';
import { commandLine } from './commandLine.ts';
import { expect, test } from './page.ts';

test('the export of a comparison holds both runs, which open again, and its report', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=retail');
  await expect(page.getByText('recorded: tau2_retail_40')).toBeVisible();
  await page.keyboard.press('c');
  const entry = page.getByRole('dialog', { name: 'Compare this run' });
  await entry.getByRole('button', { name: /Retail, fine-tuned/ }).click();
  await expect(statescope.region('Comparison')).toContainText('40 tasks in both');

  await statescope.button('Export JSON').click();
  await expect(page.getByRole('dialog', { name: 'Export the run' })).toContainText(
    'both runs that are compared',
  );
  await expectAccessible(page, 'dialog');
  const coming = page.waitForEvent('download');
  await statescope.button('Both runs, ZIP').click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('statescope-comparison-recorded.zip');
  const files = unzipSync(readFileSync(await file.path()));
  expect(Object.keys(files)).toEqual(['a.json', 'b.json', 'comparison.json']);
  const folder = mkdtempSync(join(tmpdir(), 'statescope-pair-'));
  const paths = ['a.json', 'b.json'].map(name => {
    writeFileSync(join(folder, name), files[name]);
    return join(folder, name);
  });
  const { report, a, b } = JSON.parse(new TextDecoder().decode(files['comparison.json']));
  expect([a.file, b.file]).toEqual(['a.json', 'b.json']);
  const printed = await commandLine('compare', ...paths);
  expect(JSON.parse(printed.trim().split('\n').pop() ?? '')).toEqual(report);
});
