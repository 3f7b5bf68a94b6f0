import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';

const execute = promisify(execFile);

/** The event log that the command line writes, and what it prints of its document. */
async function told(set: readonly string[], choice: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  const [log, document] = [join(folder, 'log.ndjson'), join(folder, 'run.json')];
  try {
    await execute('node', ['scripts/cli.mjs', 'run', ...set, '--events', log, '--out', document]);
    const args = ['scripts/cli.mjs', 'events', '--run', document, ...choice];
    const { stdout } = await execute('node', args, { maxBuffer: 1 << 27 });
    return { whole: await readFile(log, 'utf8'), some: stdout };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function saved(corner: Locator): Promise<string> {
  const download = corner.page().waitForEvent('download');
  await corner.getByRole('button', { name: 'NDJSON' }).click();
  return readFile(await (await download).path(), 'utf8');
}

const linesIn = (text: string): number => text.split('\n').length - 2;
const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

test('the log on the page has the bytes of the command line’s, whole and filtered', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=governed&seed=7&rounds=11');
  await expect(statescope.status).toContainText('Step 11');
  await page.keyboard.press('l');
  const corner = statescope.region('Log');
  const set = ['--model', 'governed', '--seed', '7', '--rounds', '11'];
  const { whole, some } = await told(set, ['--to', '9', '--kinds', 'state_transition,tool_call']);
  const all = linesIn(whole);
  await expect(corner.getByRole('status')).toHaveText(`${all} of ${all} lines, newest first`);
  expect((await saved(corner)) === whole).toBe(true);
  await expectAccessible(page, 'section[aria-label="Log"]');

  // At step 9, without the kinds that are struck through.
  for (let step = 11; step > 9; step--) await page.keyboard.press('ArrowLeft');
  await expect(statescope.status).toContainText('Step 9');
  // Kinds of which there is none by then go, once the log has come to the step that is looked at.
  const told9 = whole
    .trimEnd()
    .split('\n')
    .slice(1)
    .filter(line => JSON.parse(line).tick <= 9).length;
  await expect(corner.getByRole('status')).toHaveText(`${told9} of ${told9} lines, newest first`);
  const chips = await corner.locator('button[aria-pressed="true"]').allTextContents();
  const kinds = chips.map(text => text.split(' ')[0]);
  for (const kind of kinds.filter(one => one !== 'state_transition' && one !== 'tool_call'))
    await corner.getByRole('button', { name: new RegExp(`^${kind} `) }).click();
  await expect(corner.getByRole('status')).toContainText(`${linesIn(some)} of `);
  expect((await saved(corner)) === some).toBe(true);
});

test('lines lead to their rounds and agents, by mouse and keys, and back', async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=31');
  await statescope.expectRound(31);
  await statescope.region('Statechart').getByRole('button', { name: 'Log' }).click();
  const corner = statescope.region('Log');
  const list = corner.getByRole('listbox');
  await expect(corner.getByRole('status')).toContainText('lines, newest first');
  const whole = await saved(corner);
  const all = grouped(linesIn(whole));
  await expect(corner.getByRole('status')).toHaveText(`${all} of ${all} lines, newest first`);
  const records = whole
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(line => JSON.parse(line))
    .reverse();
  const options = list.getByRole('option');
  await expect(options.first()).toContainText(records[0].kind);
  expect(await options.count()).toBeLessThan(80);

  // Deep in it, far from what has come.
  await list.evaluate(element => {
    element.scrollTop = 16 * 9_000;
  });
  const deep = list.locator('[aria-posinset="9006"]');
  await expect(deep).toContainText(records[9_005].kind);
  await deep.click();
  const round = records[9_005].tick;
  await statescope.expectRound(round);
  const before = records.slice(0, 9_005).filter(({ tick }) => tick > round).length;
  const chosen = list.getByRole('option', { selected: true });
  await expect(chosen).toHaveAttribute('aria-posinset', String(9_006 - before));
  await expect(chosen).toBeInViewport();
  await page.keyboard.press('j');
  await expect(chosen).toHaveAttribute('aria-posinset', String(9_007 - before));
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(chosen).toHaveAttribute('aria-posinset', String(Math.max(1, 9_005 - before)));

  await corner.getByRole('combobox').selectOption('selected');
  const id = records[9_005].agent_id;
  const own = records.filter(({ agent_id, tick }) => agent_id === id && tick <= round).length;
  await expect(corner.getByRole('status')).toContainText(`${own} of `);
  await corner.getByRole('searchbox').fill('evaluating');
  const found = records.filter(
    record => record.agent_id === id && record.tick <= round && JSON.stringify(record).includes('evaluating'),
  );
  await expect(corner.getByRole('status')).toContainText(`${found.length} of `);

  // In one column the list keeps to itself.
  const window = page.viewportSize() ?? { width: 1440, height: 900 };
  await corner.getByRole('searchbox').fill('');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => list.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(600);
  expect(await options.count()).toBeLessThan(80);
  await page.setViewportSize(window);
  // What one column does not have shows that the page is wide again: Escape means something else in either.
  await expect(corner.getByRole('button', { name: /^Inspect / })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(corner).toBeHidden();
  await page.keyboard.press('l');
  await expect(corner).toBeVisible();
  await page.keyboard.press('i');
  await expect(corner).toBeHidden();
});
