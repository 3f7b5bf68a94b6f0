import { cutOn } from './cut.ts';
import { longUnless } from './long.ts';
import { expect, test } from './page.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const PHONE = { width: 390, height: 844 };

test('a new user is shown what there is to see, on a phone at once, until something was played; edges name in plain words what happens, or their triggers, and Escape closes a side panel', async ({
  statescope,
}) => {
  const { page } = statescope;
  const what = page.getByText('475 simulated people on a real network decide what to do with each post.');
  await statescope.open();
  await expect(what).toBeVisible();
  await expect(page.getByText('A dot is a person, its box what it is doing.')).toBeVisible();
  const button = page.getByRole('button', { name: 'Set-up' });
  await button.click();
  await statescope.region('Set-up').getByRole('spinbutton').first().focus();
  await page.keyboard.press('Escape');
  await expect(statescope.region('Set-up')).toHaveCount(0);
  await expect(button).toBeFocused();
  const chart = statescope.region('Statechart');
  await expect(chart.getByText('stops')).toBeVisible();
  await expect(chart.getByText('sees_post')).toHaveCount(0);
  await chart.getByRole('button', { name: 'names' }).click();
  await expect(chart.getByText('sees_post')).toBeVisible();

  await page.setViewportSize(PHONE);
  await expect(what).toBeInViewport({ ratio: 1 });
  await statescope.button('Step').click();
  await expect(what).toHaveCount(0);
  await statescope.button('Reset').click();
  await expect(page.getByText('Round 1 comes next')).toBeVisible();
  // The address follows within half a second; what it says is what a reload brings back.
  await expect.poll(() => page.url()).not.toContain('rounds=');
  await page.reload();
  await expect(page.getByText('Round 1 comes next')).toBeVisible({ timeout: 20_000 });
  await expect(what).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(chart.getByText('sees_post')).toBeVisible();
});

for (const [model, words] of [
  ['governed', 'search documents for answers, step by step, under rules that can stop them.'],
  ['librarian', 'what does not fit into memory has to be put away.'],
  ['workflow', 'follow one workflow, and sell what they make to one another.'],
  ['chart', 'follow one statechart: what they do next hangs on chance'],
] as const)
  test(
    `a new user of model ${model} is shown what there is to see, on a phone at once`,
    longUnless(model === 'governed'),
    async ({ statescope }) => {
      await statescope.open(`model=${model}`);
      await expect(statescope.page.getByText(words)).toBeVisible();
      await statescope.page.setViewportSize(PHONE);
      await expect(statescope.page.getByText(words)).toBeInViewport({ ratio: 1 });
    },
  );

for (const [model, words] of [
  ['social', 'a dot is a person'],
  ['governed', 'each dot is one mission'],
  ['librarian', 'each dot is one librarian'],
  ['workflow', 'each dot is one agent'],
  ['chart', 'each dot is one agent'],
  ['recorded', 'each dot is one case'],
] as const)
  test(
    `the statechart of model ${model} says whole what a dot is, at four sizes`,
    longUnless(model === 'chart' || model === 'social'),
    async ({ statescope }) => {
      const { page } = statescope;
      await statescope.open(`model=${model}`);
      const note = statescope.region('Statechart').locator('span', { hasText: words }).last();
      for (const [width, height] of [
        [1440, 900],
        [1366, 768],
        [900, 800],
        [430, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => note.evaluate(findHiddenPart), `at ${width} pixels`).toBe('');
      }
    },
  );

/** Says what cuts an element's text: an element around it that is smaller, or nothing. */
function findHiddenPart(element: Element): string {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  if (right - left === 0) return 'it is not shown';
  for (let around: Element | null = element; around; around = around.parentElement) {
    if (getComputedStyle(around).overflow === 'visible') continue;
    const box = around.getBoundingClientRect();
    if (left < box.left - 1 || right > box.right + 1 || top < box.top - 3 || bottom > box.bottom + 3)
      return `cut by ${around.tagName} ${around.className}`;
    if (around.tagName === 'SECTION') break;
  }
  return '';
}

test('arrow keys pass over the models without opening any: Enter opens one, leaving the field too, Escape none', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open();
  const model = statescope.combobox('Model');
  const shown = () => model.evaluate(element => (element as HTMLSelectElement).value);
  const chart = statescope.region('Statechart');
  const first = await shown();
  await model.focus();
  for (let key = 0; key < 3; key++) await page.keyboard.press('ArrowDown');
  const passed = await shown();
  expect(passed).not.toBe(first);
  await expect(model).toHaveAttribute('title', 'Enter opens it, Escape does not');
  // Long enough for a run to have come.
  await page.waitForTimeout(500);
  await expect(chart).toHaveAttribute('data-model', 'social');
  await page.keyboard.press('Escape');
  expect(await shown()).toBe(first);
  for (let key = 0; key < 2; key++) await page.keyboard.press('ArrowDown');
  const chosen = await shown();
  await page.keyboard.press('Enter');
  await expect(chart).not.toHaveAttribute('data-model', 'social');
  await expect.poll(shown).toBe(chosen);
  await model.focus();
  for (let key = 0; key < 2; key++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(chart).toHaveAttribute('data-model', 'social');
  await model.selectOption('chart');
  await expect(chart).not.toHaveAttribute('data-model', 'social');
});

test('Space plays after a click on anything but a text field, and presses what Tab has reached; Enter in the search opens the best hit, or nothing; a run that Reset has replaced can be brought back', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open();
  await statescope.button('Step').click();
  await statescope.expectRound(1);
  await statescope.button('Reset').click();
  await statescope.expectRound(0);
  await expect(statescope.button('Step')).toBeEnabled();
  await page.keyboard.press('Space');
  await expect(statescope.button('Pause')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(statescope.button('Play')).toBeVisible();
  await statescope.combobox('Preset').selectOption('realistic');
  await statescope.expectRound(0);
  await statescope.combobox('Sort the timelines').click();
  await page.keyboard.press('Escape');
  const states = statescope.region('Statechart').getByRole('button', { name: /^idle, / });
  for (const clicked of [states.locator('text').first(), statescope.button('all')]) {
    await clicked.click();
    await page.keyboard.press('Space');
    await expect(statescope.button('Pause')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(statescope.button('Play')).toBeVisible();
  }
  const round = await statescope.round();
  const search = page.getByRole('combobox', { name: /^Search/ });
  await search.click();
  await page.keyboard.press('Space');
  await expect(search).toHaveValue(' ');
  await statescope.expectRound(round);
  await search.fill('');
  await statescope.button('Reset').focus();
  await page.keyboard.press('Tab');
  await expect(statescope.button('Step')).toBeFocused();
  await page.keyboard.press('Space');
  await statescope.expectRound(round + 1);

  await search.fill('nobody at all');
  await expect(page.getByText('nothing has “nobody at all” in its name, id or text')).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await search.press('Escape');
  await expect(search).not.toBeFocused();
  await search.fill('agent_017');
  await search.press('Enter');
  await expect(statescope.region('Agent inspector').getByText('agent_017')).toBeVisible();

  const hash = await statescope.hash();
  await statescope.button('Reset').click();
  await statescope.expectRound(0);
  await statescope.button('Bring it back').click();
  await statescope.expectRound(round + 1);
  expect(await statescope.hash()).toBe(hash);
  await expect(statescope.button('Bring it back')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } });

  test('a tapped agent stays where it is, a sheet next to it explains it, and a chosen cascade comes into view', async ({
    statescope,
  }) => {
    const { page } = statescope;
    await statescope.open('rounds=31');
    await statescope.expectRound(31);
    expect(await cutOn(page)).toEqual([]);
    const box = statescope.region('Statechart').getByRole('button', { name: /^evaluating, / });
    const sheet = statescope
      .region('Agent inspector')
      .filter({ has: statescope.button('Close the inspector') });
    const before = (await box.boundingBox())!;
    const finger = before.y + before.height * 0.6;
    await page.touchscreen.tap(before.x + before.width / 2, finger);
    await expect(sheet.getByText(/^It chose/)).toBeInViewport({ ratio: 1 });
    expect(await box.boundingBox()).toEqual(before);
    expect((await sheet.boundingBox())!.y).toBeGreaterThan(finger);
    expect(await cutOn(page)).toEqual([]);
    await statescope.button('Close the inspector').tap();
    await expect(sheet).toHaveCount(0);
    const row = statescope.region('Agent timelines').getByRole('img');
    await row.scrollIntoViewIfNeeded();
    const rows = (await row.boundingBox())!;
    await row.tap({ position: { x: 60, y: rows.height - 20 } });
    await expect(sheet).toBeInViewport();
    expect(await row.boundingBox()).toEqual(rows);
    const { y, height } = (await sheet.boundingBox())!;
    expect(y + height).toBeLessThan(rows.y + rows.height - 20);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);

    const cascade = statescope.region('Cascade');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(cascade).not.toBeInViewport();
    await statescope.button('Largest').tap();
    const chosen = page.getByRole('dialog').getByRole('row').nth(2);
    const people = await chosen.getByRole('cell').nth(1).innerText();
    await chosen.getByRole('button').tap();
    await expect(cascade).toBeInViewport({ ratio: 1 });
    await expect(cascade.getByRole('img')).toHaveAccessibleName(new RegExp(`\\. ${people} people`));
  });
});
