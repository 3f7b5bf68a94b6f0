import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ASKING, NESTED } from '../engine/models/workflow/nestedText.ts';
import { expectAccessible } from './accessible.ts';
import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test } from './page.ts';

const SIDE = 'section[aria-label="Workflow"]';
const side = ({ page }: Statescope) => page.getByRole('region', { name: 'Workflow', exact: true });
const editor = (statescope: Statescope) => side(statescope).getByRole('textbox', { name: /YAML/ });
const apply = (statescope: Statescope) => side(statescope).getByRole('button', { name: 'Apply' });

const example = () => readFile('public/workflows/completed.yaml', 'utf8');
const yaml = (name: string, text: string) => ({
  name,
  mimeType: 'application/yaml',
  buffer: Buffer.from(text),
});

/** Finds a text in the editor and types over it. */
async function typeOver(statescope: Statescope, found: string, text: string): Promise<void> {
  const { keyboard } = statescope.page;
  await editor(statescope).click();
  await keyboard.press('Control+Home');
  await keyboard.press('Control+f');
  await keyboard.type(found);
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  await keyboard.type(text);
}

/** The document of a workflow's run by the command line. */
async function headlessOf(text: string, rounds: number, name = 'nested.yaml'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  try {
    const path = join(folder, name);
    await writeFile(path, text);
    const own = ['--seed', '7', '--workflow', path, '--rounds', String(rounds)];
    return (await headless('--model', 'workflow', ...own)).bytes;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const tickOf = async (page: Page): Promise<number> =>
  Number(/Tick (\d+)/.exec(await page.getByRole('status').filter({ hasText: 'Tick' }).innerText())?.[1]);

test('the default run plays to its end, byte for byte as headless; the keyboard alone finds a turn and its prompt', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=workflow');
  await page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  await expect(page.getByText('The run has reached its length')).toBeVisible({ timeout: 40_000 });
  const { bytes } = await statescope.export();
  const same = await headless('--model', 'workflow', '--rounds', '200');
  expect(bytes.equals(same.bytes)).toBe(true);
  expect(await statescope.hash()).toBe(same.summary.hash);
  await expect(statescope.region('Headline')).toContainText(
    /Tick 200: \d+ of \d+ artifacts sold for [\d,]+ scrip/,
  );
  await statescope.region('Exchange').getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const inspector = statescope.region('Agent inspector');
  await expect(inspector).toContainText('turn in Tick 200');
  await inspector.getByRole('button', { name: /prompt and answer/ }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('answer of the built-in policy');
  await page.keyboard.press('Escape');
  for (let back = 0; back < 5; back++) await page.keyboard.press('ArrowLeft');
  await expect(inspector).toContainText('turn in Tick 195');
});

test('a mistake is shown at its line and column while the run plays on, in windows of any width and without findings of axe, and the suggestion repairs it', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=workflow');
  await expect(side(statescope)).toContainText('no errors; 6 states, 9 steps');
  await statescope.button('Play').click();
  await typeOver(statescope, 'ship: "shipping"', 'ship: "shiping"');
  await expect(side(statescope)).toContainText(/Line 118, column 16: no state is called “shiping”/);
  await expect(side(statescope)).toContainText('The run keeps its version.');
  await expect(apply(statescope)).toBeDisabled();
  const before = await tickOf(page);
  await expect.poll(() => tickOf(page)).toBeGreaterThan(before);
  await expect(statescope.region('Headline')).toContainText('one error in the YAML, the run goes on');
  await statescope.button('Pause').click();
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 390) {
      await page.getByRole('button', { name: /^Workflow/, expanded: false }).click();
      await statescope.region('Agent timelines').getByRole('img').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    await expect(side(statescope)).toContainText('Did you mean shipping?');
    const isTooWide = () => document.documentElement.scrollWidth > innerWidth;
    expect(await page.evaluate(isTooWide)).toBe(false);
  }
  // The rest of the page is looked at as each model's.
  await expectAccessible(page, SIDE);
  await side(statescope).getByRole('button', { name: 'shipping', exact: true }).click();
  await expect(side(statescope)).toContainText('no errors');
});

test('a file with mistakes leaves the run; Apply starts again with the same seed and the chart as it was written; nested states are played as headless does', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=workflow&seed=7&rounds=12');
  await expect(page.getByText('Tick 12').first()).toBeVisible();
  const hash = await statescope.hash();
  const bad = yaml('bad.yaml', (await example()).replace('ship: "shipping"', 'ship: "shiping"'));
  await page.getByLabel('Workflow file', { exact: true }).setInputFiles(bad);
  await expect(side(statescope)).toContainText('Did you mean shipping?');
  await expect(page.getByRole('note')).toContainText('bad.yaml has 1 mistake');
  expect(await statescope.hash()).toBe(hash);
  // Every place where the state is named.
  const text = (await example()).replaceAll('"reflecting"', '"pondering"');
  await page.getByLabel('Workflow file', { exact: true }).setInputFiles(yaml('mine.yaml', `${text}# mine`));
  await expect(side(statescope)).toContainText('mine.yaml');
  await expect(statescope.region('Statechart')).toContainText('pondering');
  await typeOver(statescope, '# mine', '# mine, changed');
  await expect(apply(statescope)).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(apply(statescope)).toBeDisabled();
  await expect.poll(() => tickOf(page)).toBe(0);
  await expect(page.getByRole('spinbutton', { name: 'Seed' })).toHaveValue('7');
  expect(new URL(page.url()).searchParams.get('workflow')).toBe('file');
  const { bytes } = await statescope.export();
  // But for the word that it is a branch, which nothing else knows.
  const origin = /,"branch_of":\{[^{}]*"by":\{"kind":"text"\}\}/;
  expect(bytes.toString()).toMatch(origin);
  const same = await headlessOf(`${text}# mine, changed`, 0, 'mine.yaml');
  expect(bytes.toString().replace(origin, '')).toBe(same.toString());
  // The address only says that there was one; this browser has kept it.
  await page.reload();
  await expect(statescope.region('Statechart')).toContainText('pondering');
  await expect(editor(statescope)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.getByLabel('Workflow file', { exact: true }).setInputFiles(yaml('nested.yaml', NESTED));
  await expect(side(statescope)).toContainText('no errors; 5 states, 3 steps');
  await expect(statescope.region('Statechart')).toContainText('implementing');
  for (let tick = 1; tick <= 8; tick++) {
    await statescope.button('Step').click();
    await expect.poll(() => tickOf(page)).toBe(tick);
  }
  const nested = await statescope.export();
  expect(nested.bytes.equals(await headlessOf(NESTED, 8))).toBe(true);
  await statescope.region('Exchange').getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(statescope.region('Agent inspector')).toContainText(
    /turn in Tick 8, in (observing|ideating|implementing|testing|shipping)/,
  );
});

test('conditions and components that ask artifacts: the page plays as the command line does, and shows the answers', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=workflow&seed=7');
  await page.getByLabel('Workflow file', { exact: true }).setInputFiles(yaml('asking.yaml', ASKING));
  await expect(side(statescope)).toContainText('no errors; 3 states, 4 steps');
  await expect(statescope.region('Statechart')).toContainText('thinking');
  for (let tick = 1; tick <= 8; tick++) {
    await statescope.button('Step').click();
    await expect.poll(() => tickOf(page)).toBe(tick);
  }
  const { bytes } = await statescope.export();
  expect(bytes.equals(await headlessOf(ASKING, 8, 'asking.yaml'))).toBe(true);
  // The agents one after the other, to one that has just had an idea.
  await statescope.region('Exchange').getByRole('img').focus();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(statescope.region('Agent inspector')).toContainText(
      /line 18 asked is_promising\(idea='noted: .*'\): (True|False)/,
      { timeout: 500 },
    );
  }).toPass();
});

test(
  'the text has room for 80 columns next to readable charts; unapplied edits and the width survive a reload, edits can be undone, and Revert takes them back',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await statescope.open('model=workflow');
    const separator = page.getByRole('separator', { name: 'Width of the workflow' });
    await separator.dblclick();
    const columns = () =>
      editor(statescope).evaluate(content => {
        const probe = document.createElement('span');
        probe.textContent = 'x';
        content.parentElement!.append(probe);
        const letter = probe.getBoundingClientRect().width;
        probe.remove();
        return (content.clientWidth - 16) / letter;
      });
    await expect.poll(columns).toBeGreaterThan(80);
    await separator.press('End');
    await separator.press('ArrowRight');
    const most = await separator.getAttribute('aria-valuemax');
    await expect(separator).toHaveAttribute('aria-valuenow', String(most));
    for (const name of ['Statechart', 'Exchange']) {
      const box = await statescope.region(name).boundingBox();
      expect(box!.width).toBeGreaterThan(330);
    }
    const { x, y } = (await separator.boundingBox())!;
    await page.mouse.move(x + 4, y + 300);
    await page.mouse.down();
    await page.mouse.move(x - 96, y + 300, { steps: 4 });
    await page.mouse.up();
    await expect(separator).toHaveAttribute('aria-valuenow', String(Number(most) - 100));
    await typeOver(statescope, '# The fragments', '# My agent');
    await expect(side(statescope)).toContainText('changed, not applied');
    await page.reload();
    await expect(separator).toHaveAttribute('aria-valuenow', String(Number(most) - 100));
    await expect(editor(statescope)).toContainText('# My agent');
    await editor(statescope).focus();
    await page.keyboard.press('Control+z');
    await expect(editor(statescope)).toContainText('# The fragments');
    await page.keyboard.press('Control+y');
    await page.getByRole('combobox', { name: 'Example' }).selectOption('careful');
    await expect(side(statescope)).toContainText('is set aside');
    await expect(editor(statescope)).not.toContainText('# My agent');
    await side(statescope).getByRole('button', { name: 'Restore' }).click();
    await expect(editor(statescope)).toContainText('# My agent');
    await side(statescope).getByRole('button', { name: 'Revert' }).click();
    await expect(side(statescope)).not.toContainText('changed, not applied');
  },
);

test('ten thousand agents trade, and the page answers meanwhile', LONG, async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('model=workflow&agents=10000');
  await page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  await expect.poll(() => tickOf(page), { timeout: 40_000 }).toBeGreaterThan(2);
  await statescope.button('Pause').click();
  await statescope.region('Exchange').getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(statescope.region('Agent inspector')).toContainText('agent_');
});

test('a run that has reached its length goes on, and is the run that was longer from the start', async ({
  statescope,
}) => {
  const { page } = statescope;
  const rest = 'model=workflow&seed=4&ticks=';
  await statescope.open(`${rest}24&rounds=24`);
  await expect(page.getByText('The run has reached its length')).toBeVisible();
  const more = statescope.region('Headline').getByRole('button', { name: '12 more ticks' });
  await expect(more).toHaveCount(0);
  await statescope.open(`${rest}12&rounds=12`);
  await expect(page.getByText('The run has reached its length')).toBeVisible();
  await more.click();
  await expect(more).toHaveCount(0);
  await expect.poll(() => tickOf(page)).toBe(12);
  await page.getByLabel('Speed').fill('7');
  await statescope.button('Play').click();
  await expect(page.getByText('The run has reached its length')).toBeVisible();
  expect(await tickOf(page)).toBe(24);
  const longer = await statescope.hash();
  await statescope.open(`${rest}24&rounds=24`);
  await expect(page.getByText('The run has reached its length')).toBeVisible();
  expect(longer).toBe(await statescope.hash());
});

test('the states keep their arrangement when a panel takes room from the chart, and when it is closed', async ({
  statescope,
}) => {
  const { page } = statescope;
  await page.setViewportSize({ width: 1600, height: 900 });
  await statescope.open('model=workflow&rounds=3');
  const chart = statescope.region('Statechart');
  await expect(chart.getByRole('button', { name: /^observing, / })).toBeVisible();
  const boxes = () =>
    chart.locator('g[role="button"]').evaluateAll(all =>
      all.map(box => {
        const { x, y } = box.querySelector('rect')!.getBoundingClientRect();
        return [box.getAttribute('aria-label')?.split(',')[0], Math.round(x), Math.round(y)] as const;
      }),
    );
  /** The names in each row, from the left. */
  const rows = async () => {
    const all = [...(await boxes())].sort((a, b) => a[2] - b[2] || a[1] - b[1]);
    return [...new Set(all.map(([, , y]) => y))].map(y =>
      all.filter(box => box[2] === y).map(([name]) => name),
    );
  };
  const [before, places] = [await rows(), await boxes()];
  for (const width of [1500, 1400, 1300, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(600);
    expect(await rows()).toEqual(before);
  }
  await page.setViewportSize({ width: 1600, height: 900 });
  await statescope.button('Set-up').click();
  await page.waitForTimeout(600);
  expect(await rows()).toEqual(before);
  await statescope.button('Set-up').click();
  await expect.poll(boxes).toEqual(places);
});
