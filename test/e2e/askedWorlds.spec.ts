import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { buildGguf } from '../runtimes/llama/llama.ts';
import { waitInVain } from '../waitInVain.ts';
import { expectAccessible } from './accessible.ts';
import { commandLine } from './commandLine.ts';
import { chooseGguf, openPanel, playAtLeast, society, start } from './localModels.ts';
import { LONG } from './long.ts';
import { MODEL, type OracleServer, startOracleServer } from './oracleServer.ts';
import { expect, type Statescope, test, waitOutDoublePress } from './page.ts';

/** Sixty agents, of whom some ten are asked in each round. */
const SOCIETY = { network: 'small-world', agents: '60', seed: '3', activity: '20', posting: '20' };
const ROUNDS = 3;
const WORLDS = 5;

let server: OracleServer;
test.beforeEach(async () => {
  server = await startOracleServer();
});
test.afterEach(() => server.close());

const decidedBy = (url: string) =>
  `${new URLSearchParams(SOCIETY)}&oracle=openai&oracle_url=${url}&oracle_model=${MODEL}&form=letter`;

/** The same worlds by the command line: their table. */
async function headless(...more: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'statescope-asked-worlds-'));
  const csv = join(folder, 'worlds.csv');
  const { network, agents, seed, activity, posting } = SOCIETY;
  const own = ['--network', network, '--agents', agents, '--seed', seed];
  const set = ['--set', `activity=${activity}`, '--set', `posting=${posting}`];
  const asked = [
    '--oracle',
    'openai',
    '--oracle-url',
    server.url,
    '--oracle-model',
    MODEL,
    '--form',
    'letter',
  ];
  const far = ['--rounds', String(ROUNDS), '--worlds', String(WORLDS), '--csv', csv];
  try {
    await commandLine('worlds', ...own, ...set, ...asked, ...far, ...more);
    return await readFile(csv, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

const corner = (statescope: Statescope) => statescope.region('Worlds');
const isPlayed = ({ page }: Statescope, count: number) =>
  expect
    .poll(
      () =>
        page
          .getByRole('progressbar', { name: 'Worlds played' })
          .evaluate(bar => (bar as HTMLProgressElement).value),
      { timeout: 60_000 },
    )
    .toBe(count);

async function csvOf({ page, button }: Statescope): Promise<string> {
  const download = page.waitForEvent('download');
  await button.call({ page }, 'CSV').click();
  return readFile(await (await download).path(), 'utf8');
}

/** A run that the model has decided for some rounds. */
async function played(statescope: Statescope): Promise<void> {
  statescope.allow(server.url);
  await statescope.open(decidedBy(server.url));
  for (let round = 1; round <= ROUNDS; round++) {
    await statescope.button('Step').click();
    await statescope.expectRound(round);
  }
}

/** Asks whether it would happen again, for a few worlds; nothing is sent. */
async function ask(statescope: Statescope): Promise<void> {
  await statescope.button('Would it happen again?').click();
  await expect(statescope.combobox('Number of worlds')).toHaveValue('20');
  await statescope.combobox('Number of worlds').selectOption(String(WORLDS));
  await expect(corner(statescope)).toContainText(`${WORLDS} worlds like it: about`);
}

test('a model is asked for worlds after their cost is shown, each opens with its answers, and the policy is compared as on the command line, with nothing asked again', async ({
  statescope,
}) => {
  const { page } = statescope;
  await played(statescope);
  const hash = await statescope.hash();
  const own = server.chats.length;
  await ask(statescope);
  await expect(corner(statescope)).toContainText(`In its ${ROUNDS} rounds this run has asked ${own} times`);
  await expect(corner(statescope)).toContainText(`about ${own * WORLDS} calls`);
  // The run itself is told without being played again.
  await expect(page.getByRole('region', { name: 'Headline' })).toContainText(/largest cascade \d+ people/);
  await expectAccessible(page, 'section[aria-label="Worlds"]');
  await waitInVain(300);
  expect(server.chats.length).toBe(own);

  await statescope.button(`Ask ${MODEL}`).click();
  await isPlayed(statescope, WORLDS);
  await expect(page.getByRole('region', { name: 'Headline' })).toContainText(
    /in \d of 5 other worlds it was/,
  );
  const asked = server.chats.length - own;
  await expect(corner(statescope)).toContainText(
    new RegExp(`Asked for worlds: ${asked} calls, .* questions`),
  );
  const csv = await csvOf(statescope);
  const rows = csvParse(csv);

  const before = server.chats.length;
  await corner(statescope)
    .getByRole('button', { name: /^Open world 2:/ })
    .press('Enter');
  await expect.poll(() => statescope.hash()).toBe(rows[1].hash);
  await expect(corner(statescope)).toContainText(`On the screen: world 2, seed ${rows[1].seed}.`);
  await statescope.button('Back to the run that they are worlds of').click();
  await expect.poll(() => statescope.hash()).toBe(hash);
  expect(server.chats.length).toBe(before);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await statescope.button('Against the policy').click();
  await expect(corner(statescope)).toContainText(`worlds decided by ${MODEL} and by the built-in policy`);
  await statescope.button('Go on').click();
  await isPlayed(statescope, 2 * WORLDS);
  expect(server.chats.length).toBe(before);
  await expect(corner(statescope)).toContainText('worlds diverge');
  await expect(corner(statescope)).toContainText('Asked for worlds:');
  const both = await csvOf(statescope);
  expect(both).toBe(await headless('--change', 'oracle=policy'));
  const ofBoth = csvParse(both);
  expect(ofBoth.filter(({ arm }) => arm === '0').map(row => row.hash)).toEqual(rows.map(row => row.hash));
  const posts = ofBoth.map(({ arm, posts: count }) => [arm, Number(count)] as const);
  const sums = ['0', '1'].map(arm => posts.reduce((sum, [one, count]) => sum + (one === arm ? count : 0), 0));
  const mean = (sums[1] - sums[0]) / WORLDS;
  const cells = corner(statescope)
    .getByRole('row', { name: /^Posts/ })
    .getByRole('cell');
  await expect(cells.nth(1)).toHaveText(
    `${mean < 0 ? '−' : '+'}${Math.abs(mean).toFixed(Math.abs(mean) < 10 ? 2 : 1)}`,
  );
  await expect(cells.nth(2)).toHaveText(/ to /);
  await expectAccessible(statescope.page, 'section[aria-label="Worlds"]');
});

test(
  'worlds of a model share one budget and one window, stop with the complete ones, report in one line that the server fails for good, and continue',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await played(statescope);
    const own = server.chats.length;
    await statescope.button('Who decides').click();
    const limit = statescope.region('Who decides').getByLabel('calls in this run');
    await limit.fill(String(Math.round(2.5 * own)));
    await limit.press('Enter');
    await statescope.region('Who decides').getByRole('button', { name: 'Close' }).click();
    await ask(statescope);
    await expect(corner(statescope)).toContainText('More than the limit of');
    await statescope.button(`Ask ${MODEL}`).click();
    await expect(page.getByRole('alert')).toContainText('The worlds cannot be played: the budget is spent');
    expect(server.chats.length - own).toBeLessThanOrEqual(Math.round(2.5 * own));
    const bar = page.getByRole('progressbar', { name: 'Worlds played' });
    const whole = await bar.evaluate(one => (one as HTMLProgressElement).value);
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBeLessThan(WORLDS);

    await statescope.button('Who decides').click();
    await limit.fill('');
    await limit.press('Enter');
    await statescope.region('Who decides').getByRole('button', { name: 'Close' }).click();
    statescope.allow(server.url, /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|Failed to load resource/);
    server.answer = { status: 500 };
    await statescope.button('Go on').click();
    const failed = page.getByRole('alert').filter({ hasText: 'questions in a row failed' });
    await expect(failed).toContainText('The worlds cannot be played:', { timeout: 60_000 });
    await expect(statescope.button('Go on')).toBeVisible();
    await statescope.expectRound(ROUNDS);
    expect(await bar.evaluate(one => (one as HTMLProgressElement).value)).toBe(whole);
    server.answer = { after: 150 };
    await statescope.button('Go on').click();
    await expect(corner(statescope)).toContainText(/World \d, round \d+ of 3/);
    await waitOutDoublePress(page);
    await page.getByRole('button', { name: /^Stop at/ }).click();
    server.answer = { after: 0 };
    await statescope.button('Go on').click();
    await isPlayed(statescope, WORLDS);
    expect(server.most).toBeLessThanOrEqual(6);
    expect(await csvOf(statescope)).toBe(await headless());
  },
);

test('one model inside the browser decides all worlds in turn', LONG, async ({ statescope }) => {
  await openPanel(statescope, 'wllama', society(30));
  await chooseGguf(statescope, buildGguf());
  await start(statescope);
  await playAtLeast(statescope, 2);
  await statescope.button('Would it happen again?').click();
  await statescope.combobox('Number of worlds').selectOption('5');
  await expect(corner(statescope)).toContainText('5 worlds like it: about');
  await corner(statescope).getByRole('button', { name: /^Ask / }).click();
  await isPlayed(statescope, 5);
  await expect(corner(statescope)).toContainText(/Asked for worlds: [1-9]\d* calls/);
  const rows = csvParse(await csvOf(statescope));
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(5);
  await corner(statescope)
    .getByRole('button', { name: /^Open world 3:/ })
    .press('Enter');
  await expect.poll(() => statescope.hash(), { timeout: 20_000 }).toBe(rows[2].hash);
});
