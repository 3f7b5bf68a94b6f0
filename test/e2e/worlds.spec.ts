import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { formatMean, formatMeanInterval } from '../../src/ui/worlds/summarizeOutcome.ts';
import { expectAccessible } from './accessible.ts';
import { commandLine } from './commandLine.ts';
import { LONG } from './long.ts';
import { expect, type Statescope, test, waitOutDoublePress } from './page.ts';

/** The same worlds by the command line: their table, and what they came to. */
async function headlessWorlds(...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-worlds-'));
  const csv = join(folder, 'worlds.csv');
  try {
    const printed = await commandLine('worlds', ...options, '--cores', '1', '--csv', csv);
    return { text: await readFile(csv, 'utf8'), report: JSON.parse(printed) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const worldsOf = ({ page, region }: Statescope) => {
  const played = page.getByRole('progressbar', { name: 'Worlds played' });
  return {
    corner: region.call({ page }, 'Worlds'),
    /** Waits until so many have been played. */
    played: (count: number) =>
      expect
        .poll(() => played.evaluate(bar => (bar as HTMLProgressElement).value), { timeout: 60_000 })
        .toBe(count),
  };
};

/** Asks, by a button, for twenty worlds. @returns how to wait for them, and their corner */
async function askTwenty(statescope: Statescope, button: string) {
  const { page } = statescope;
  // Two hundred are begun before the number can be chosen; not before the workers are there.
  const letThrough = await holdWorkers(page);
  await statescope.button(button).press('Enter');
  await statescope.combobox('Number of worlds').selectOption('20');
  letThrough();
  return worldsOf(statescope);
}

/** Keeps the code of the workers that play worlds back. @returns what lets it through */
async function holdWorkers(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>(resolve => {
    arrive = resolve;
  });
  await page.route(/worlds\.worker/, async route => {
    await arrived;
    await route.continue();
  });
  return arrive;
}

async function csvOf({ page, button }: Statescope): Promise<string> {
  const download = page.waitForEvent('download');
  await button.call({ page }, 'CSV').click();
  return readFile(await (await download).path(), 'utf8');
}

test('“Would it happen again?” is answered by the worlds that the command line plays, the first three before workers are there, and any of them opens', async ({
  statescope,
}) => {
  const { page } = statescope;
  const letThrough = await holdWorkers(page);
  await statescope.open('network=scale-free&agents=80&seed=5&rounds=12');
  await statescope.expectRound(12);
  const hash = await statescope.hash();
  await statescope.button('Would it happen again?').click();
  const { corner, played } = worldsOf(statescope);
  // The run's own engine plays them.
  await played(3);
  await expect(statescope.region('State distribution')).toContainText('all of 3 worlds');
  await statescope.combobox('Number of worlds').selectOption('20');
  letThrough();
  await played(20);
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline).toContainText(
    /Round 12: largest cascade \d+ people; in \d+ of 20 other worlds it was/,
  );
  const csv = await csvOf(statescope);
  const { text, report } = await headlessWorlds(
    ...['--network', 'scale-free', '--agents', '80', '--seed', '5', '--rounds', '12', '--worlds', '20'],
  );
  expect(csv).toBe(text);
  const { mean, mean_95 } = report.arms[0].outcomes.largest_cascade;
  const words = formatMean({ mean, interval: mean_95 }, 'people');
  await expect(
    corner
      .getByRole('row', { name: /^Largest cascade/ })
      .getByRole('cell')
      .nth(4),
  ).toHaveText(new RegExp(`^${words.mean}${words.ends}±10 %: about [\\d,]+$`));

  await expectAccessible(page, 'section[aria-label="Worlds"]');
  // The names of the rows stay where the table is scrolled sideways.
  const label = corner.getByRole('rowheader', { name: /^Largest cascade/ });
  const before = await label.boundingBox();
  const table = corner.getByRole('region', { name: 'Outcomes of the worlds' });
  const scrolled = await table.evaluate(scroller => {
    scroller.style.width = '260px';
    scroller.scrollLeft = 40;
    return scroller.scrollLeft;
  });
  expect(scrolled).toBe(40);
  expect((await label.boundingBox())?.x).toBe(before?.x);
  const rows = csvParse(csv);
  const least = rows.reduce((a, b) => (Number(b.largest_cascade) < Number(a.largest_cascade) ? b : a));
  const here = corner.getByRole('row', { name: /^Largest cascade/ });
  await expect(here.getByRole('cell').last()).toContainText('of 20');
  await corner.getByRole('button', { name: /^least/ }).click();
  await expect.poll(() => statescope.hash()).toBe(least.hash);
  // The others stay beside it, the run that it is a world of among them.
  await expect(corner).toContainText(`On the screen: world ${least.world}, seed ${least.seed}.`);
  await expect(headline).toContainText(/in \d+ of 20 other worlds it was/);
  await statescope.button('Back to the run that they are worlds of').click();
  await expect.poll(() => statescope.hash()).toBe(hash);
  await expect(corner).toBeFocused();
  await expect(corner).not.toContainText('On the screen');
  await expect(here.getByRole('cell').last()).toContainText('of 20');
});

test(
  'worlds follow the cursor, stop, go on and leave the page as it was; a post comes again in worlds that share all up to its round',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await statescope.open('network=scale-free&agents=80&seed=5&rounds=14');
    await statescope.expectRound(14);
    const letThrough = await holdWorkers(page);
    await statescope.button('Would it happen again?').press('Enter');
    const { corner, played } = worldsOf(statescope);
    await statescope.combobox('Number of worlds').selectOption('1000');
    letThrough();
    await page.getByRole('button', { name: /^Stop at/ }).click();
    await statescope.button('Go on').click();
    await waitOutDoublePress(page);
    await page.getByRole('button', { name: /^Stop at/ }).click();
    await expect(statescope.button('Go on')).toBeVisible();
    await statescope.combobox('Number of worlds').selectOption('20');
    await played(20);
    const posts = corner.getByRole('row', { name: /^Posts/ });
    const before = await posts.innerText();
    await page.keyboard.press('Escape');
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
    await expect(corner.getByRole('columnheader', { name: 'at Round 8' })).toBeVisible();
    expect(await posts.innerText()).not.toBe(before);
    const dots = corner.getByRole('group', { name: 'Largest cascade, a dot a world' });
    await dots.getByRole('button').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(dots.getByRole('button').nth(1)).toBeFocused();
    await statescope.button('Leave').click();
    await expect(corner).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Headline' })).toContainText('Looking back');

    await page.keyboard.press('End');
    await statescope.expectRound(14);
    await askTwenty(statescope, 'this post again');
    await played(20);
    await expect(corner).toContainText(
      /the same past and new chance: the post again, new draws from Round −?\d+/,
    );
    const csv = await csvOf(statescope);
    const [row] = csvParse(csv);
    await expect(page.getByRole('region', { name: 'Headline' })).toContainText('people under the post');
    // In the cascade's place, over time.
    const fan = page.getByRole('region', { name: 'Worlds over time' });
    await expect(fan).toContainText(/People under the post in 20 worlds: the same up to Round/);
    await fan.getByRole('button', { name: 'as a table' }).click();
    const twin = page.getByRole('dialog', { name: /Worlds over time/ });
    const last = twin.getByRole('row').last();
    await expect(last.getByRole('cell').last()).not.toBeEmpty();
    await expect(last).toContainText('20');
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'section[aria-label="Worlds over time"]');
    await corner.getByRole('button', { name: 'Over time' }).click();
    await expect(statescope.region('Cascade')).toBeVisible();
    await expect(fan).toHaveCount(0);
    await corner.getByRole('button', { name: /^Open world 1:/ }).press('Enter');
    await expect.poll(() => statescope.hash()).toBe(row.hash);
  },
);

test('a change is weighed against luck: with and without it in the same worlds, as the command line does', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('network=scale-free&agents=80&seed=5&rounds=24&resharing=1');
  await statescope.expectRound(24);
  for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowLeft');
  await statescope.button('Set-up').click();
  const field = page.getByRole('spinbutton', { name: /^Resharing/ });
  await field.fill('3');
  await field.press('Enter');
  const { corner, played } = await askTwenty(statescope, 'In 200 worlds?');
  await played(40);
  const headline = page.getByRole('region', { name: 'Headline' });
  const own = [
    ...['--network', 'scale-free', '--agents', '80', '--seed', '5', '--rounds', '24'],
    ...['--set', 'resharing=1', '--change', '11:resharing:3', '--worlds', '20'],
  ];
  const expectSame = async (...options: string[]) => {
    await played(40);
    const { report } = await headlessWorlds(...own, ...options);
    const { mean, mean_95, more, equal, less } = report.difference_to_first[0].outcomes.posts;
    const words = formatMeanInterval({ mean, interval: mean_95 }, 'posts');
    const cells = corner.getByRole('row', { name: /^Posts/ }).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(words.mean);
    await expect(cells.nth(2)).toContainText(words.ends ?? '');
    await expect(cells.nth(3)).toHaveText(`${more} · ${equal} · ${less}`);
    return cells;
  };
  await expect(corner).toContainText('new societies, with and without “Resharing 3 ×”: other seeds');
  await expectSame();
  // Of a change during the run those that began since; in a few pairs none did.
  await expect(headline).toContainText(/largest new cascade .* in the mean of \d+ new societies/);
  await expect(headline).toContainText('what does the change do in any society of this kind?');

  await corner.getByRole('button', { name: 'Same past, new chance' }).click();
  await expect(corner).toContainText(
    'worlds with the same past and new chance, with and without “Resharing 3 ×”: new draws from Round 11',
  );
  const cells = await expectSame('--from', '11');
  // Below it stands how many worlds a narrower one would need.
  await expect(cells.nth(2)).toHaveText(/^[^±]+±10 %: about [\d,]+$/);
  await expect(headline).toContainText('worlds with the same past');
  await corner.getByText('The same on the command line').click();
  await expect(corner).toContainText(/worlds --model social .*--change 11:resharing:3 .*--from 11 --csv/);
  await expect(corner.getByRole('button', { name: 'In new societies' })).toBeVisible();
});

test('a change before the first round is weighed against luck as well', async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('network=scale-free&agents=60&seed=5&change=1:resharing:3&rounds=12');
  await statescope.expectRound(12);
  await expect(page.getByRole('region', { name: 'Headline' })).toContainText('Resharing 3 × from round 1');
  const { played } = await askTwenty(statescope, 'In 200 worlds?');
  await played(40);
  const { text } = await headlessWorlds(
    ...['--network', 'scale-free', '--agents', '60', '--seed', '5', '--rounds', '12'],
    ...['--change', '1:resharing:3', '--worlds', '20'],
  );
  expect(await csvOf(statescope)).toBe(text);
});

test(
  'an outcome over the values of a parameter, or of two, is the command line’s sweep; a wrong value leaves what is there',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await statescope.open('network=scale-free&agents=60&seed=5&rounds=6');
    await statescope.expectRound(6);
    const { corner, played } = await askTwenty(statescope, 'Would it happen again?');
    await played(20);
    const ask = async (parameter: string, from: string, to: string, step: string, row = 0) => {
      const form = corner.getByRole('form', { name: 'Vary parameters' });
      await form.getByRole('combobox', { name: 'Parameter' }).nth(row).selectOption({ label: parameter });
      for (const [name, value] of Object.entries({ from, to, step }))
        await form.getByRole('textbox', { name }).nth(row).fill(value);
    };
    const play = () => corner.getByRole('button', { name: 'Play 20 worlds of each' }).click();
    await corner.getByRole('button', { name: 'Vary a parameter…' }).click();
    await ask('Resharing', '0.4', 'much', '0.4');
    await play();
    await expect(page.getByRole('alert')).toContainText('"resharing=0.4:much:0.4" is not a sweep');
    await expect(corner).toContainText('new societies: this set-up by other seeds');

    await ask('Resharing', '0.4', '1.2', '0.8');
    await play();
    await played(40);
    const headline = page.getByRole('region', { name: 'Headline' });
    await expect(headline).toContainText(
      /Resharing 0\.4 to 1\.2 ×: largest cascade goes from [\d.]+ to [\d.]+, \+[\d.]+ people in the mean of 20 pairs \(95 %: \+/,
    );
    await expectAccessible(page, 'section[aria-label="Worlds"]');
    const csv = await csvOf(statescope);
    const own = ['--network', 'scale-free', '--agents', '60', '--seed', '5', '--rounds', '6'];
    const { text, report } = await headlessWorlds(
      ...own,
      '--worlds',
      '20',
      '--sweep',
      'resharing=0.4:1.2:0.8',
    );
    expect(csv).toBe(text);
    const { mean, mean_95 } = report.arms[1].outcomes.largest_cascade;
    const words = formatMean({ mean, interval: mean_95 }, 'people');
    const paired = report.difference_to_first[0].outcomes.largest_cascade;
    const difference = formatMeanInterval({ mean: paired.mean, interval: paired.mean_95 }, 'people');
    const values = corner.getByRole('region', { name: 'Outcomes over the values' });
    const row = values.getByRole('row', { name: /^1\.2/ }).getByRole('cell');
    await expect(row.nth(3)).toHaveText(`${words.mean}${words.ends}`);
    await expect(row.nth(4)).toHaveText(`${difference.mean}${difference.ends}`);

    await corner.getByRole('button', { name: 'Vary another parameter…' }).click();
    const form = corner.getByRole('form', { name: 'Vary parameters' });
    await form.getByRole('combobox', { name: 'Parameter' }).selectOption({ label: 'Feed' });
    for (const feed of ['by engagement', 'by similarity', 'random'])
      await form.getByRole('checkbox', { name: feed }).uncheck();
    await play();
    await played(40);
    await expect(headline).toContainText(
      /Feed by interest, chronological: .*largest cascade.* in the mean of 20 pairs \(95 %: /,
    );

    await corner.getByRole('button', { name: 'Vary another parameter…' }).click();
    await corner.getByRole('button', { name: 'and a second one' }).click();
    await ask('Activity', '2', '6', '4');
    await ask('Liking', '0', '3', '3', 1);
    await play();
    await played(80);
    const map = corner.getByRole('table', { name: 'Largest cascade, median' });
    const cells = map.getByRole('button');
    await expect(cells).toHaveCount(4);
    const rows = csvParse(await csvOf(statescope));
    const ofLast = rows.filter(({ arm }) => arm === '3');
    await cells.last().click();
    await expect(corner).toContainText('On the screen: world');
    const hashes = ofLast.map(({ hash }) => hash);
    await expect.poll(async () => hashes.includes(await statescope.hash())).toBe(true);
    await expect(map).toBeVisible();
  },
);

test('worlds are played further than their run, say how many had not ended, and speak of the state that one chooses', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=chart&preset=sir&agents=80&seed=5&rounds=5');
  await expect(statescope.status).toContainText(/Tick 5(?!\d)/);
  const { corner, played } = await askTwenty(statescope, 'Would it happen again?');
  await played(20);
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline).toContainText(/Tick 5: most in infected/);
  const horizon = corner.getByLabel('up to Tick');
  await horizon.fill('40');
  await horizon.press('Enter');
  await played(20);
  await expect(headline).toContainText(/Tick 40: most in infected/);
  await expect(corner).toContainText(/\d+ of 20 worlds had not ended at Tick 40/);
  await corner.getByRole('button', { name: 'Play them to Tick 80' }).click();
  await played(20);
  await expect(horizon).toHaveValue('80');
  await statescope.combobox('Outcome').selectOption({ label: 'Share in recovered' });
  await expect(headline).toContainText(/Tick 80: share in recovered/);
  // The run itself stays where it was.
  await expect(statescope.status).toContainText(/Tick 5(?!\d)/);
  await horizon.fill('0');
  await horizon.press('Enter');
  await expect(page.getByRole('alert')).toContainText(
    'worlds are played up to a tick from 1 to 1,000,000, not 0',
  );
});

test('the worlds of a scenario whose run ends before its last tick are played to that tick all the same; after Reset nothing is compared that has no data', async ({
  statescope,
}) => {
  const { page } = statescope;
  const headline = statescope.region('Headline');
  await statescope.open();
  await statescope.button('Scenarios').click();
  await page
    .getByRole('article', { name: 'What does a late lockdown change?' })
    .getByRole('button', { name: 'Play its worlds' })
    .click();
  await expect(headline).toContainText(
    /Tick 150, Transmission 0.08 to 0.02 a tick from tick 10: share in recovered −\d/,
    {
      timeout: 60_000,
    },
  );
  await statescope.button('Reset').click();
  await expect(headline).toContainText('Tick 0: of 500, 500 susceptible');
  await expect(headline).not.toContainText('in recovered');

  for (let tick = 0; tick < 3; tick++) await statescope.button('Step').click();
  await page.keyboard.press('c');
  await page.getByRole('dialog').getByRole('spinbutton').first().fill('0.5');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(headline).toContainText('becomes');
  await statescope.button('Reset').click();
  await expect(headline).toContainText('Tick 0: of 500, 500 susceptible');
  await expect(headline).not.toContainText('becomes');
});
