import { join } from 'node:path';
import { compareDocuments } from '../../src/engine/export/compareDocuments.ts';
import type { ComparedDocument } from '../../src/engine/export/compared.ts';
import { expectAccessible, expectScreenAccessible } from './accessible.ts';
import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test } from './page.ts';

/** A run document of missions. */
const GOVERNED = join(import.meta.dirname, '../fixtures/documents-v2/governed.json');
const ARGS = ['--network', 'congress', '--seed', '341', '--rounds', '24'];

const documentOf = (bytes: Buffer) => JSON.parse(bytes.toString()) as ComparedDocument;

async function opened(statescope: Statescope): Promise<string> {
  await statescope.open('seed=341&rounds=24');
  await statescope.expectRound(24);
  return statescope.hash();
}

const note = ({ page }: Statescope) => page.getByText(/agents? diverge up to/);
const cells = ({ page }: Statescope, name: RegExp) =>
  page
    .getByRole('region', { name: 'Comparison' })
    .getByRole('row', { name })
    .getByRole('cell')
    .allInnerTexts();

test('this run and the same run with one change stand on one axis, and differ as their documents do', async ({
  statescope,
}) => {
  const { page } = statescope;
  const hash = await opened(statescope);
  const a = documentOf((await statescope.export()).bytes);
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Compare this run' });
  await expect(dialog.getByLabel('changed')).toBeVisible();
  await expectAccessible(page, 'dialog');
  await dialog.getByLabel('changed').selectOption({ label: 'Resharing' });
  await dialog.getByRole('spinbutton').fill('3');
  await dialog.getByRole('spinbutton').press('Tab');
  await dialog.getByRole('button', { name: 'Compare' }).click();
  const b = await headless(...ARGS, '--set', 'resharing=3@1');
  const { partings, outcomes, cascades, ends } = compareDocuments(a, documentOf(b.bytes));
  await expect(note(statescope)).toContainText(`${partings.length} of 475 agents diverge up to Round 24`);
  await expect(page.getByRole('region', { name: 'Headline' })).toContainText(
    'B Resharing 3 ×: largest cascade',
  );
  const posts = outcomes.find(({ name }) => name === 'posts');
  const [inA, inB, difference] = await cells(statescope, /^Posts/);
  expect([Number(inA), Number(inB)]).toEqual([posts?.a, posts?.b]);
  expect(Number(difference)).toBe(Number(inB) - Number(inA));
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toContainText('changes: A none B Resharing 3 × from round 1');
  await expect(comparison).toContainText(`Cascades that grew differently ${cascades.length}`);
  await expect(comparison).toContainText(`${ends.length} of 475`);
  await expectScreenAccessible(page, ['[aria-label="Comparison"]', '[aria-label="Headline"]']);

  // A cascade that grew otherwise is shown in both, from one root.
  const grown = cascades.findIndex(({ a: sizeA, b: sizeB }) => sizeA > 1 && sizeB > 1);
  const { name, a: sizeA, b: sizeB } = cascades[grown];
  await comparison
    .getByRole('button', { name: new RegExp(`^${name}, Round`) })
    .first()
    .click();
  await expect(page.getByLabel('Cascade in both runs')).toHaveAttribute(
    'aria-label',
    new RegExp(`A has ${sizeA} posts.* B has ${sizeB} posts`),
  );

  // Who parts first, by the keyboard: the page goes there.
  const rows = page.getByRole('region', { name: 'First differences' });
  await rows.getByRole('button', { name: /as a table/ }).click();
  const first = page.getByRole('dialog').getByRole('row').nth(1);
  await expect(first).toContainText(String(partings[0].name));
  await page.keyboard.press('Escape');
  await rows.getByLabel(/^First differences, /).press('Enter');
  await statescope.expectRound(partings[0].tick);
  await expect(statescope.region('Agent inspector')).toContainText(String(partings[0].name));

  // The agent, the round, the post, and the comparison.
  for (let i = 0; i < 4; i++) await page.keyboard.press('Escape');
  await expect(statescope.region('Agent timelines')).toBeVisible();
  await statescope.expectRound(24);
  expect(await statescope.hash()).toBe(hash);
});

test(
  'the other run follows when this one is played on, the two change places, and a document is compared with it; one of another model is refused',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    const hash = await opened(statescope);
    await page.keyboard.press('c');
    await page.getByLabel('changed').selectOption({ label: 'seed' });
    await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
    await expect(note(statescope)).toContainText('up to Round 24');
    await expect(page.getByText('the seeds differ (341, 342)')).toBeVisible();
    await statescope.button('Step').click();
    await expect(note(statescope)).toContainText('up to Round 25');
    await statescope.button('Look at B').click();
    await statescope.expectRound(25);
    const { summary } = await headless('--network', 'congress', '--seed', '342', '--rounds', '25');
    await expect.poll(() => statescope.hash()).toBe(summary.hash);
    const { bytes } = await statescope.export();
    await expect(statescope.button('Look at A')).toBeVisible();
    await statescope.button('Look at A').click();
    await statescope.expectRound(25);
    await expect.poll(() => statescope.hash()).not.toBe(summary.hash);
    await statescope.button('Leave').click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => statescope.hash()).toBe(hash);

    await statescope.button('Compare…').click();
    const file = page.getByLabel(/a run document of this model/);
    await file.setInputFiles(GOVERNED);
    await expect(page.getByRole('alert')).toContainText(
      'that run is of model governed, the open one of model social: nothing can be compared',
    );
    await file.setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: bytes });
    await expect(note(statescope)).toContainText('up to Round 25');
    await expect(page.getByRole('region', { name: /in B$/ })).toContainText('other.json');
    await expect.poll(() => statescope.hash()).toBe(hash);
  },
);

test('two workflows differ in the lines of their texts', LONG, async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('model=workflow&rounds=12');
  await expect(statescope.status).toContainText('12');
  await statescope.button('Compare…').click();
  await page.getByLabel('changed').selectOption({ label: 'workflow' });
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toContainText(/lines only in one of them/);
  const lines = await comparison.locator('[data-sign="+"]').count();
  expect(lines).toBeGreaterThan(3);
  await expect(page.getByRole('region', { name: 'First differences' })).toBeVisible();
});
