import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { readReferenceChart } from '../../src/engine/models/recorded/loadRecorded.ts';
import { expectAccessible, expectScreenAccessible } from './accessible.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test } from './page.ts';

/** Where the boxes of the chart are. */
const placesIn = (chart: Locator) =>
  chart
    .locator('[role=button] rect:first-child')
    .evaluateAll(boxes =>
      boxes.map(box => ['x', 'y', 'width', 'height'].map(name => box.getAttribute(name)).join()),
    );

/** The discovered chart in each of the formats that it is exported in. */
async function exportedCharts(statescope: Statescope): Promise<string[]> {
  const files: string[] = [];
  for (const name of ['SCXML', 'Mermaid', 'Graphviz', 'JSON']) {
    const coming = statescope.page.waitForEvent('download');
    await statescope.button(`Export the discovered chart as ${name}`).click();
    const download = await coming;
    files.push(await readFile(await download.path(), 'utf8'));
    expect(download.suggestedFilename()).toMatch(/^discovered-retail\.(scxml|mmd|dot|json)$/);
  }
  return files;
}

test('the discovered chart is drawn in part, exported and given back, and a move that it lacks is found; a reload keeps what is left out', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=retail&rounds=6');
  const tools = statescope.region('Discovered chart');
  const chart = statescope.region('Statechart');
  await expect(tools).toContainText('6 of 6 states');
  await expect(tools).toContainText('22 of 22 edges');
  await expect(tools).toContainText(
    'All 589 moves, first steps included, and 40 ends drawn; edges count all steps',
  );
  await expect(statescope.status).toContainText('Step 6');
  await expect(chart.locator('tspan').getByText('59', { exact: true })).toBeVisible();
  const hash = await statescope.hash();
  await statescope.button('Statechart as a table').click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/^59 in all, 10\.0 % of all moves; median/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  const placed = await placesIn(chart);
  expect(placed).toHaveLength(9);

  // What is rare goes; the run stays, and the address names what is left out.
  await tools.getByLabel('Rare states').fill('80');
  await tools.getByLabel('Rare edges').fill('70');
  await expect(tools).toContainText('5 of 6 states');
  await expect(tools).toContainText('16 of 22 edges');
  await expect(tools).toContainText(
    '98.5 % of 589 moves, first steps included, and 40 ends drawn, 9 moves hidden',
  );
  await expect(page).toHaveURL(/rare=20,30/);
  expect(await statescope.hash()).toBe(hash);
  await expect(statescope.status).toContainText('Step 6');
  // What stays does not move, and what goes is pale.
  expect(await placesIn(chart)).toEqual(placed);
  await expect(chart.getByRole('button', { name: 'HANDOFF, 0 cases, left out as rare' })).toBeVisible();
  await expectScreenAccessible(page, ['[aria-label="Statechart"]', '[aria-label="Discovered chart"]']);

  const [scxml, mermaid, graphviz, json] = await exportedCharts(statescope);
  expect(mermaid).toContain('stateDiagram-v2');
  expect(graphviz).toMatch(/label="say: 59 times, median [\d.]+ s in between"/);
  expect(graphviz).toContain('ends_badly: 6 cases');
  expect(readReferenceChart('d.json', json).definition.transitions).toHaveLength(16);

  // Given back, it lacks exactly what was hidden; the run goes on to where it was.
  const give = (name: string, text: string) =>
    tools.getByLabel('Chart file').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
  await give('mine.scxml', scxml);
  await expect(tools).toContainText('9 of 589 moves not in mine.scxml, dashed');
  await expect(tools).toContainText(
    'All 589 moves, first steps included, and 40 ends drawn, 9 only as deviations',
  );
  await expect(statescope.status).toContainText('Step 6');
  const found = statescope.region('Conformance');
  await expect(found).toContainText('33 of 40 cases follow it; 9 of 589 moves are not in it');
  await expectAccessible(page, '[aria-label="Conformance"]');

  // A file that is no chart is told, with its place, and nothing is lost.
  await give('broken.scxml', scxml.replace('target="LOOKUP"', 'target="NOWHERE"'));
  await expect(page.getByRole('alert')).toContainText('broken.scxml');
  await expect(page.getByRole('alert')).toContainText('NOWHERE');
  await expect(tools).toContainText('9 of 589 moves not in mine.scxml');
  await expect(statescope.status).toContainText('Step 6');

  // One press leads to the case and the step, which the run plays on to.
  await found.getByRole('listitem').filter({ hasText: 'ACT → LOOKUP' }).first().getByRole('button').click();
  await expect(page.getByRole('heading', { name: /^step 10: list_all_product_types/ })).toBeVisible();
  await expect(page.getByText('not a move of the given chart')).toBeVisible();
  await expect(statescope.status).toContainText('Step 10');

  // A reload keeps chart and setting.
  await page.reload();
  await expect(tools).toContainText('16 of 22 edges');
  await expect(tools).toContainText('9 of 589 moves not in mine.scxml');
  await statescope.button('Without the chart that was given').click();
  await expect(tools).not.toContainText('mine.scxml');
  await expect(statescope.status).toContainText('Step 10');
});

test('a reload keeps what is left out of a run that has not begun', LONG, async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=retail&rare=20,30');
  const tools = statescope.region('Discovered chart');
  await expect(tools).toContainText('16 of 22 edges');
  await statescope.button('Reset').click();
  await expect(statescope.status).toContainText('Step 0');
  await tools.getByLabel('Rare states').fill('100');
  await expect(page).toHaveURL(/rare=0,30/);
  await page.reload();
  await expect(tools).toContainText('19 of 22 edges');
  await expect(statescope.status).toContainText('Step 0');
});

test(
  'with a state for each tool, the chart is drawn without rare edges, in a narrow window as well',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await page.setViewportSize({ width: 420, height: 900 });
    await statescope.open('model=recorded&preset=telecom&rare=60,80');
    const tools = statescope.region('Discovered chart');
    await expect(tools).toContainText(/[2-4] of 5 states/);
    const box = await tools.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(420);
    await tools.getByLabel('Rare states').press('End');
    await expect(tools).toContainText('5 of 5 states');
    await expectAccessible(page);
  },
);
