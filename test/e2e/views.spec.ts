import { overlapsIn } from './overlaps.ts';
import { expect, type Statescope, test } from './page.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const STATES = [
  'idle',
  'scrolling',
  'evaluating',
  'composing',
  'engaging_like',
  'engaging_reply',
  'engaging_reshare',
  'resting',
];

const RUN = 'rounds=60&seed=7';

/** Agents in each state, as the chart's boxes say. */
async function counts(statescope: Statescope): Promise<number[]> {
  return Promise.all(
    STATES.map(async state => {
      const box = statescope.region('Statechart').getByRole('button', { name: new RegExp(`^${state}, `) });
      return Number(
        /([\d,]+) agent/.exec((await box.getAttribute('aria-label')) ?? '')?.[1].replaceAll(',', ''),
      );
    }),
  );
}

test('the chart holds every agent, and its counts are those of the document', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  const shown = await counts(statescope);
  expect(shown.reduce((sum, n) => sum + n, 0)).toBe(475);
  const { bytes } = await statescope.export();
  const last = JSON.parse(bytes.toString()).distribution.at(-1);
  expect(shown).toEqual(STATES.map(state => last.counts[state]));
});

test('each view draws in the colours of the states', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  const scrolling = await statescope.colourOf('scrolling');
  const reshare = await statescope.colourOf('engaging_reshare');
  await expect.poll(() => statescope.pixels('Statechart', scrolling)).toBeGreaterThan(300);
  await expect.poll(() => statescope.pixels('State distribution', scrolling)).toBeGreaterThan(5_000);
  await expect.poll(() => statescope.pixels('Agent timelines', scrolling)).toBeGreaterThan(200);
  await expect.poll(() => statescope.pixels('Cascade', reshare)).toBeGreaterThan(100);
});

test('a click on a state selects who is in it', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  const box = statescope.region('Statechart').getByRole('button', { name: /^evaluating, / });
  // Beside the dots: a click on one of them selects that agent alone.
  await box.locator('text', { hasText: 'evaluating' }).click();
  await expect(box).toHaveAttribute('aria-pressed', 'true');
  await statescope.page.keyboard.press('Escape');
  await expect(box).toHaveAttribute('aria-pressed', 'false');
});

test('the keyboard opens an agent of the timelines in the inspector', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  await statescope.region('Agent timelines').getByRole('img').focus();
  await statescope.page.keyboard.press('ArrowDown');
  await statescope.page.keyboard.press('Enter');
  const inspector = statescope.region('Agent inspector');
  await expect(inspector).toContainText(/agent_\d{3}/);
  await expect(inspector).toContainText('history');
  await expect(inspector).toContainText(/could fire/);
  await statescope.page.keyboard.press('Escape');
  await expect(inspector).toContainText('Happening now');
});

test('the inspector shows the terms of the policy and the prompt of a question', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  const timelines = statescope.region('Agent timelines').getByRole('img');
  await timelines.focus();
  await statescope.page.keyboard.press('ArrowDown');
  await statescope.page.keyboard.press('Enter');
  const inspector = statescope.region('Agent inspector');
  for (const term of ['affinity', 'freshness', 'tie', 'attention', 'quality'])
    await expect(inspector).toContainText(term);
  await inspector.getByRole('button', { name: /prompt/ }).click();
  await expect(statescope.page.getByText(/[A-D]: ignore it and scroll on/)).toBeVisible();
});

test('a post of the cascade leads to the question behind it', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  await statescope.region('Cascade').getByRole('img').focus();
  for (let i = 0; i < 3; i++) await statescope.page.keyboard.press('ArrowDown');
  await statescope.page.keyboard.press('Enter');
  const inspector = statescope.region('Agent inspector');
  await expect(inspector).toContainText('question that led to this post');
  await expect(inspector).toContainText(/It chose (reply|reshare); its chance was .* %/);
  const question = inspector.getByRole('combobox', { name: 'Question' });
  const asked = await question.inputValue();
  await statescope.page.keyboard.press('Escape');
  await expect(inspector).toContainText('question that led to a post');
  await expect(question).toHaveValue(asked);
});

test('a post that is attached to the root, though a copy was seen, is marked as such', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  const { keyboard } = statescope.page;
  const inspector = statescope.region('Agent inspector');
  for (let post = 0; post < 20; post++) {
    await statescope.region('Cascade').getByRole('img').focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(inspector).toContainText(/question that led to this post|wrote this post by itself/);
    if ((await inspector.innerText()).includes('It saw this copy, and passed on the first post itself'))
      return;
  }
  throw new Error('no such post among twenty');
});

/** What happens now: a button a cascade. */
const cascadesNow = (statescope: Statescope) =>
  statescope.region('Agent inspector').getByRole('listitem').getByRole('button');

test('the headline leads to the cascade that it mentions', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  const words = await statescope.region('Headline').innerText();
  const [size] = /(?<=largest cascade has )\d+|\d+(?= people in the largest)/.exec(words) ?? [];
  await cascadesNow(statescope).nth(1).click();
  const drawn = statescope.region('Cascade').getByRole('img');
  const largest = new RegExp(`\\. ${size} people`);
  await expect(drawn).not.toHaveAccessibleName(largest);
  await expect(statescope.region('Headline')).toContainText(
    new RegExp(`\\d people in this cascade, about \\w+, seen by \\d+; the largest cascade has ${size}\\.`),
  );
  await statescope.button('the largest cascade').click();
  await expect(drawn).toHaveAccessibleName(largest);
});

test('Happening now chooses the cascade that is drawn', async ({ look }) => {
  const statescope = await look(RUN);
  await statescope.expectRound(60);
  const other = cascadesNow(statescope).nth(1);
  await expect(other).toHaveAttribute('aria-pressed', 'false');
  await other.click();
  await expect(other).toHaveAttribute('aria-pressed', 'true');
  const size = /(\d+)\s*(?:\+\d+|quiet)$/.exec((await other.innerText()).trim())?.[1];
  await expect(statescope.region('Cascade').getByRole('img')).toHaveAccessibleName(
    new RegExp(`${size} people`),
  );
});

for (const [view, title] of [
  ['Statechart', 'Statechart as a table'],
  ['State distribution', 'State distribution as a table'],
  ['Actions per round', 'Actions as a table'],
  ['Cascade', 'Cascade as a table'],
  ['Agent timelines', 'Agent timelines as a table'],
]) {
  test(`${view} has a table twin`, async ({ look }) => {
    const statescope = await look(RUN);
    await statescope.expectRound(60);
    await statescope.region(view).getByRole('button', { name: title }).click();
    const dialog = statescope.page.getByRole('dialog');
    await expect(dialog.getByRole('row').nth(1)).toBeVisible();
    await statescope.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
}

test('nothing in the inspector overlaps in windows of 1180 to 1600 pixels', async ({ look }) => {
  const statescope = await look(RUN);
  const { page } = statescope;
  await statescope.expectRound(60);
  await statescope.region('Agent timelines').getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const inspector = statescope.region('Agent inspector');
  await expect(inspector).toContainText('interest, as the policy adds it up');
  await inspector.getByRole('button', { name: 'Enlarge the inspector' }).click();
  const overlaps: Record<string, string[]> = {};
  for (const panel of ['without', 'with'])
    for (const width of [1180, 1199, 1200, 1280, 1366, 1440, 1600]) {
      if (panel === 'with' && width === 1180) await statescope.button('Set-up').click();
      await page.setViewportSize({ width, height: 768 });
      const found = await overlapsIn(inspector);
      if (found.length > 0) overlaps[`${width} ${panel} Set-up`] = found;
    }
  expect(overlaps).toEqual({});
});

test('the distribution grows by a column a round, and ← looks back: the chart shows the round at the cursor', async ({
  statescope,
}) => {
  await statescope.open('rounds=3');
  await statescope.expectRound(3);
  const evaluating = await statescope.colourOf('evaluating');
  await expect.poll(() => statescope.pixels('State distribution', evaluating)).toBeGreaterThan(0);
  const before = await statescope.pixels('State distribution', evaluating);
  for (let i = 0; i < 5; i++) await statescope.button('Step').click();
  await statescope.expectRound(8);
  await expect.poll(() => statescope.pixels('State distribution', evaluating)).toBeGreaterThan(before);

  const now = await counts(statescope);
  await statescope.page.locator('body').press('ArrowLeft');
  await statescope.page.locator('body').press('ArrowLeft');
  await expect.poll(() => counts(statescope)).not.toEqual(now);
  const { bytes } = await statescope.export();
  const row = JSON.parse(bytes.toString()).distribution.find((r: { tick: number }) => r.tick === 6);
  await expect.poll(() => counts(statescope)).toEqual(STATES.map(state => row.counts[state]));
});

test('10,000 agents play', async ({ statescope }) => {
  await statescope.open('network=scale-free&agents=10000&rounds=3');
  await statescope.expectRound(3);
  expect((await counts(statescope)).reduce((sum, n) => sum + n, 0)).toBe(10_000);
  await statescope.button('Play').click();
  await expect.poll(() => statescope.round()).toBeGreaterThan(6);
  await statescope.button('Pause').click();
});
