import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { waitInVain } from '../waitInVain.ts';
import { expectAccessible } from './accessible.ts';
import { headless } from './headless.ts';
import { longUnless } from './long.ts';
import { expect, test } from './page.ts';

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the first page has its warm-up; Step plays one round, a double click two, Play goes on until Pause, and within ten rounds a cascade of ten people is on the screen', async ({
  statescope,
}) => {
  await statescope.open();
  await statescope.expectRound(0);
  await expect(statescope.region('Headline')).toContainText(/\d+ of 475 already active/);
  await expect(statescope.region('Agent inspector').getByRole('listitem').first()).toBeVisible();
  const hashes = new Set([await statescope.hash()]);
  for (const round of [1, 2, 3]) {
    await statescope.button('Step').click();
    await statescope.expectRound(round);
    hashes.add(await statescope.hash());
  }
  expect(hashes.size).toBe(4);
  await statescope.button('Step').dblclick();
  await statescope.expectRound(5);
  for (let round = 6; round <= 10; round++) {
    await statescope.button('Step').click();
    await statescope.expectRound(round);
  }
  const people = statescope
    .region('Cascade')
    .locator('div', { hasText: /^\d+people$/ })
    .last();
  expect(Number.parseInt(await people.innerText(), 10)).toBeGreaterThanOrEqual(10);
  await statescope.button('Play').click();
  await expect.poll(() => statescope.round()).toBeGreaterThan(11);
  await statescope.button('Pause').click();
  await expect(statescope.button('Play')).toBeVisible();
  const round = await statescope.round();
  await waitInVain(600);
  expect(await statescope.round()).toBe(round);
});

test('stepping, playing, pausing and loading by address give the same hash; Reset starts the same run again, New seed another one', async ({
  statescope,
}) => {
  const { page } = statescope;
  const address = 'network=scale-free&agents=80&seed=5';
  await statescope.open(`${address}&rounds=12`);
  await statescope.expectRound(12);
  const hash = await statescope.hash();
  await statescope.button('Reset').click();
  await statescope.expectRound(0);
  const start = await statescope.hash();
  for (let round = 1; round <= 3; round++) {
    await statescope.button('Step').click();
    await statescope.expectRound(round);
  }
  await statescope.button('Play').click();
  await expect.poll(() => statescope.round()).toBeGreaterThan(4);
  await statescope.button('Pause').click();
  await expect(statescope.button('Play')).toBeVisible();
  for (let round = (await statescope.round()) + 1; round <= 12; round++) {
    await statescope.button('Step').click();
    await statescope.expectRound(round);
  }
  expect(await statescope.hash()).toBe(hash);
  await page.reload();
  // The reload plays up to the round that was reached.
  await statescope.expectRound(12);
  expect(await statescope.hash()).toBe(hash);
  await expect(statescope.combobox('Network')).toHaveValue('scale-free');

  await statescope.button('Reset').click();
  await statescope.expectRound(0);
  expect(await statescope.hash()).toBe(start);
  await statescope.button('New seed').click();
  await expect.poll(() => statescope.hash()).not.toBe(start);
  await page.getByRole('spinbutton', { name: 'Seed' }).fill('5');
  await page.keyboard.press('Enter');
  await expect.poll(() => statescope.hash()).toBe(start);
  expect(new URL(page.url()).searchParams.get('seed')).toBe('5');
});

for (const [query, ...options] of [
  ['rounds=40', '--rounds', '40'],
  [
    'network=lastfm&seed=2&preset=realistic&rounds=10',
    '--network',
    'lastfm',
    '--seed',
    '2',
    '--preset',
    'realistic',
    '--rounds',
    '10',
  ],
  [
    'network=small-world&agents=200&seed=9&rounds=25&stall=0.05',
    ...[
      '--network',
      'small-world',
      '--agents',
      '200',
      '--seed',
      '9',
      '--rounds',
      '25',
      '--set',
      'stall=0.05',
    ],
  ],
]) {
  test(
    `page and command line write the same bytes: ${query}`,
    longUnless(query === 'rounds=40'),
    async ({ statescope }) => {
      const expected = await headless(...options);
      await statescope.open(query);
      await statescope.expectRound(expected.summary.rounds);
      expect(await statescope.hash()).toBe(expected.summary.hash);
      const { name, bytes } = await statescope.export();
      expect(name).toMatch(/^statescope-social-.*\.json$/);
      expect(sha(bytes)).toBe(sha(expected.bytes));
    },
  );
}

test('a live parameter is recorded in mid-run, also while it plays, and the address repeats it, as does the file of a run that is exported row by row', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('network=scale-free&agents=100&seed=6&rounds=5');
  await statescope.expectRound(5);
  await statescope.button('Set-up').click();
  const field = page.getByRole('spinbutton', { name: /^Activity/ });
  const set = async (activity: string) => {
    await field.fill(activity);
    await field.press('Enter');
  };
  await set('12');
  await statescope.button('Step').click();
  await statescope.expectRound(6);
  const document = JSON.parse((await statescope.export()).bytes.toString());
  expect(document.config.changes).toEqual([{ tick: 6, name: 'activity', value: 12 }]);
  const run = ['--network', 'scale-free', '--agents', '100', '--seed', '6', '--rounds', '6'];
  const again = await headless(...run, '--set', 'activity=12@6');
  expect(again.summary.hash).toBe(document.hash);

  await page.getByLabel('Speed').fill('4');
  await statescope.button('Play').click();
  await expect.poll(() => statescope.round()).toBeGreaterThan(7);
  await set('8');
  const before = await statescope.round();
  await expect.poll(() => statescope.round()).toBeGreaterThan(before + 2);
  await statescope.button('Pause').click();
  await expect(statescope.button('Play')).toBeVisible();
  // The address names the round at which the run stands once its last frame has come.
  await expect
    .poll(async () => Number(new URL(page.url()).searchParams.get('rounds')) - (await statescope.round()))
    .toBe(0);
  const round = await statescope.round();
  const hash = await statescope.hash();
  const { searchParams } = new URL(page.url());
  expect(searchParams.getAll('change')).toEqual(['6:activity:12', expect.stringMatching(/^\d+:activity:8$/)]);
  searchParams.set('rounds', String(round));
  await statescope.open(String(searchParams));
  await statescope.expectRound(round);
  expect(await statescope.hash()).toBe(hash);

  await statescope.button('Export JSON').click({ modifiers: ['Shift'] });
  const dialog = page.getByRole('dialog', { name: 'Export the run' });
  await expect(dialog.getByRole('button', { name: /^JSON, about \d/ })).toBeVisible();
  await expectAccessible(page, 'dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^NDJSON, about \d/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`statescope-social-scale-free-seed6-round${round}.ndjson`);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text.slice(0, text.indexOf('\n'))).hash).toBe(hash);
  await statescope.button('New seed').click();
  await statescope.expectRound(0);
  expect(await statescope.hash()).not.toBe(hash);
  await statescope.drop('run.ndjson', text);
  await expect(page.getByText(`run.ndjson replayed: ${round} rounds and the same hash`)).toBeVisible();
  expect(await statescope.hash()).toBe(hash);

  // The mark of a forged one is readable whole, however long its name and the place.
  await page.setViewportSize({ width: 1366, height: 768 });
  const lines = text.split('\n');
  const agent = lines.findIndex(line => line.includes('"current_state":"'));
  lines[agent] = lines[agent].replace(/"current_state":"[^"]*"/, '"current_state":"elsewhere"');
  const name = 'the run of the second group, on Tuesday afternoon, corrected twice.ndjson';
  await statescope.drop(name, lines.join('\n'));
  const mark = page.getByRole('contentinfo').getByRole('button', { name: `${name}: differs: agents` });
  await expect(mark).toBeVisible();
  expect(await mark.evaluate(box => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  const { x, width } = (await mark.boundingBox())!;
  const words = await mark.evaluate(box => {
    const range = document.createRange();
    range.selectNodeContents(box);
    const { left, right } = range.getBoundingClientRect();
    return { left, right };
  });
  expect([words.left >= x, words.right <= x + width]).toEqual([true, true]);
});
