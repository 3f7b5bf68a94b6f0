import { open as openRun, playTo } from '../engine/play.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test } from './page.ts';

/** Round at which it is looked, and the last one. */
const [THEN, NOW] = [6, 12];

const MODELS = [
  ['social', 'rounds='],
  ['governed', 'model=governed&rounds='],
  ['librarian', 'model=librarian&rounds='],
  ['workflow', 'model=workflow&rounds='],
  ['chart', 'model=chart&preset=society&rounds='],
] as const;

/** Words by which a page says that it looks back, and that nothing else may differ in. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^Looking back\s*/, '')
    .replace(/\s*Back to \S+ \d+$/, '')
    .replace(/what could fire at \S+ \d+/, 'what could fire now')
    .replace('Happening then', 'Happening now')
    // What is played in other worlds is the run up to its head.
    .replace(/\s*(Would it happen again\?|this post again)/g, '')
    .replace(/^(Actions|Answers|Moves)(.*?) (?:in \w+ \d+|per \w+) /, '$1$2 ')
    .replace(/^(Missions|States) (agents in each|in each state|\w+ \d+) /, '$1 ');

/** Everything that the page says in words of the round that it shows, region by region. */
async function regions({ page, status }: Statescope): Promise<Record<string, string>> {
  const texts = await page
    .locator('main section[aria-label]')
    .evaluateAll(sections =>
      sections.map(section => [
        section.getAttribute('aria-label') ?? '',
        [
          (section as HTMLElement).innerText,
          ...[...section.querySelectorAll('[aria-label]')].map(part => part.getAttribute('aria-label')),
        ].join(' '),
      ]),
    );
  const headline = await page.locator('section[aria-label=Headline] p').first().innerText();
  const told = Object.fromEntries(texts.map(([name, text]) => [name, plain(text ?? '')]));
  return {
    ...told,
    Headline: plain(headline),
    round: /\d+/.exec(await status.innerText())?.[0] ?? '',
    hash: await page.getByLabel('Run hash').innerText(),
  };
}

/** Opens a run whose timelines begin with the first agent. */
async function open({ page }: Statescope, query: string): Promise<void> {
  await page.goto(`./?${query}`);
  const sort = page.getByRole('combobox', { name: 'Sort the timelines' });
  await sort.selectOption('id');
  await sort.blur();
  // The order comes with a part that is loaded when it is wanted.
  await page.waitForLoadState('networkidle');
}

/** Selects the first agent in the timelines. */
async function selectFirst({ page }: Statescope): Promise<void> {
  await page.getByRole('region', { name: 'Agent timelines' }).click({ position: { x: 40, y: 40 } });
}

for (const [model, query] of MODELS)
  test(
    `the page of model ${model} shows of a past round what it showed when that was the last one`,
    LONG,
    async ({ statescope }) => {
      const { page } = statescope;
      await open(statescope, `${query}${THEN}`);
      await expect(statescope.status).toContainText(new RegExp(` ${THEN}(?!\\d)`));
      const hash = await statescope.hash();
      await expect.poll(async () => (await regions(statescope)).hash).toHaveLength(8);
      const overview = await settled(statescope);
      await selectFirst(statescope);
      const inspected = await settled(statescope);
      expect(inspected).not.toEqual(overview);
      await page.keyboard.press('Escape');
      for (let round = THEN + 1; round <= NOW; round++) {
        await page.keyboard.press('ArrowRight');
        await expect(statescope.status).toContainText(new RegExp(` ${round}(?!\\d)`));
      }
      for (let i = THEN; i < NOW; i++) await page.keyboard.press('ArrowLeft');
      await expect.poll(() => statescope.hash()).toBe(hash);
      await expect.poll(() => regions(statescope), { timeout: 15_000 }).toEqual(overview);
      await selectFirst(statescope);
      await expect.poll(() => regions(statescope), { timeout: 15_000 }).toEqual(inspected);
      await page.getByRole('button', { name: /^Back to / }).click();
      await expect(statescope.status).toContainText(new RegExp(` ${NOW}(?!\\d)`));
      await expect.poll(() => statescope.hash()).not.toBe(hash);
      await expect(page.getByText('Looking back')).toHaveCount(0);
    },
  );

test('an address opens at the viewed round with the selected agent; Share writes it', async ({
  statescope,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page } = statescope;
  await statescope.open('seed=341&rounds=12&at=6&who=368');
  await statescope.expectRound(6);
  await expect(statescope.region('Agent inspector')).toContainText('agent_368');
  await expect(page.getByText('Looking back')).toBeVisible();
  const hash = await statescope.hash();
  await statescope.button('Share').click();
  await expect(statescope.button('Share')).toContainText('Copied');
  const address = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(address.search).toContain('rounds=12&at=6&who=368');
  expect((await playTo(await openRun({ seed: 341 }), 6)).hash).toBe(hash);
});

/** How often in a row the regions must read the same: on a busy machine a part may come a second late. */
const STILL = 4;

/** The regions once all of them are there and change no more. */
async function settled(statescope: Statescope): Promise<Record<string, string>> {
  await statescope.page.waitForLoadState('networkidle');
  let last = '';
  let still = 0;
  await expect
    .poll(
      async () => {
        const before = last;
        last = JSON.stringify(await regions(statescope));
        const isWhole = / \d+ agent| \d+ \w+s?,/.test(last) && !last.includes('playing the');
        still = last === before && isWhole ? still + 1 : 0;
        return still >= STILL;
      },
      { intervals: [300], timeout: 20_000 },
    )
    .toBe(true);
  return JSON.parse(last) as Record<string, string>;
}
