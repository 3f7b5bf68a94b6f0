import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../src/engine/models/social/reports/socialRecord.ts';
import { readRecording } from '../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../src/oracles/recording/replay.ts';
import { open, playTo } from '../engine/play.ts';
import { installLlama, LLAMA_MODEL, type Llama, startLlama } from '../runtimes/llama/llama.ts';
import { waitInVain } from '../waitInVain.ts';
import { expectScreenAccessible } from './accessible.ts';
import { LONG, longUnless } from './long.ts';
import { MODEL, type OracleServer, startOracleServer } from './oracleServer.ts';
import { expect, type Statescope, test } from './page.ts';

/** A busy society: some ten ask in each round. */
const BUSY = 'network=small-world&agents=100&seed=1&activity=20&posting=20&attention=0.1';
const CANARY = 'canary-key-0123456789';

/** The address of a run that a model decides, by letters unless told otherwise. */
const decidedBy = (url: string, model = MODEL, kind = 'openai', form = 'letter') =>
  `${BUSY}&oracle=${kind}&oracle_url=${url}&oracle_model=${model}&form=${form}`;

let llama: Llama;
let server: OracleServer;
test.beforeAll(async () => {
  installLlama();
  llama = await startLlama({ slots: 2 });
});
test.afterAll(() => llama.stop());
test.beforeEach(async () => {
  server = await startOracleServer();
});
test.afterEach(() => server.close());

const panel = (statescope: Statescope) => statescope.region('Who decides');
/** Findings of the connection test. */
const found = (statescope: Statescope) => panel(statescope).getByRole('list', { name: 'Servers' });
const field = (statescope: Statescope, label: RegExp) => panel(statescope).getByLabel(label);
const alert = ({ page }: Statescope) => page.getByRole('alert');
const chatsOf = ({ asked }: Statescope) => asked.filter(line => line.startsWith('POST'));
const calls = (statescope: Statescope) =>
  statescope.region('Oracle').locator('dl > div', { hasText: 'calls' }).first();
const exported = async (statescope: Statescope): Promise<{ bytes: Buffer; document: SocialDocument }> => {
  const { bytes } = await statescope.export();
  return { bytes, document: socialDocumentSchema.parse(JSON.parse(bytes.toString())) };
};

/** Opens the page with the panel for a server's model. */
async function setUp(statescope: Statescope, kind: string, url: string): Promise<void> {
  await statescope.open(BUSY);
  await statescope.combobox('Oracle').selectOption(kind);
  await giveUrl(statescope, url);
}

async function giveUrl(statescope: Statescope, url: string): Promise<void> {
  await field(statescope, /^base URLs/).fill(url);
  await field(statescope, /^base URLs/).press('Enter');
}

async function playSome(statescope: Statescope, rounds: number): Promise<void> {
  await statescope.button('Play').click();
  await expect.poll(() => statescope.round(), { timeout: 20_000 }).toBeGreaterThanOrEqual(rounds);
  await statescope.button('Pause').click();
  await expect(statescope.button('Play')).toBeVisible();
}

for (const [kind, form] of [
  ['openai', 'json'],
  ['ollama', 'letter'],
] as const)
  test(
    `a model of ${kind} is found, tested and started, decides legally by ${form}, and is replayed in page and Node`,
    longUnless(kind === 'openai'),
    async ({ statescope }) => {
      statescope.allow(llama.url);
      await setUp(statescope, kind, llama.url);
      expect(statescope.asked).toEqual([]);
      await panel(statescope).getByLabel('decision form').selectOption(form);
      await statescope.button('Test connection').click();
      // The only model that there is needs no choosing.
      await expect(found(statescope)).toContainText('it answers');
      await expect(field(statescope, /^model/)).toHaveValue(LLAMA_MODEL);
      await expect(panel(statescope)).toContainText('log-probabilities');

      const tested = statescope.asked.length;
      await statescope.button('Start again with this model').click();
      await statescope.expectRound(0);
      await expect(panel(statescope)).toContainText('It decides in this run; Play or Step asks it');
      await waitInVain(300);
      expect(statescope.asked.length).toBe(tested);

      await statescope.button('Step').click();
      await statescope.expectRound(1);
      await statescope.page.getByLabel('Speed').fill('7');
      await playSome(statescope, 3);
      await expect(calls(statescope)).toHaveText(/^[1-9]\d* ?calls$/);
      await expect(alert(statescope)).toHaveCount(0);

      const { bytes, document } = await exported(statescope);
      const own = document.decisions.filter(({ tick }) => tick > 0);
      expect(own.length).toBeGreaterThan(5);
      expect(new Set(own.map(({ agent_id, tick }) => `${agent_id} ${tick}`)).size).toBe(own.length);
      for (const { source, action, next_state, probabilities, form: asked } of own) {
        expect(asked).toBe(form);
        expect(source === kind || source === 'fallback').toBe(true);
        expect(document.states).toContain(next_state);
        if (source === kind) expect(['ignore', 'like', 'reply', 'reshare']).toContain(action);
        if (probabilities)
          expect(Object.values(probabilities).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4);
      }
      // A model with random weights seldom has no letter among its likeliest tokens, and often contradicts itself in JSON.
      const share = own.filter(({ source }) => source === kind).length / own.length;
      expect(share).toBeGreaterThan(form === 'letter' ? 0.8 : 0.1);
      expect(document.hash).toBe(await statescope.hash());
      const recording = await readRecording('run.json', bytes);
      const again = await playTo(await open(recording.setup), recording.rounds, new ReplayOracle(recording));
      expect(again.hash).toBe(document.hash);

      const asked = statescope.asked.length;
      await statescope.combobox('Oracle').selectOption('replay');
      const file = { name: 'recorded.json', mimeType: 'application/json', buffer: bytes };
      await statescope.page.getByLabel('Run document').setInputFiles(file);
      await expect(
        statescope.page.getByText(`recorded.json replayed: ${document.config.rounds} rounds`),
      ).toBeVisible();
      await statescope.expectRound(document.config.rounds);
      expect(await statescope.hash()).toBe(document.hash);
      expect(statescope.asked.length).toBe(asked);
    },
  );

test('an address that names a model asks it nothing before a click, nor after a reload in mid-run, a double click on Step plays one round, and the document dropped on the page is replayed to its hash', async ({
  statescope,
  page,
}) => {
  statescope.allow(server.url);
  await statescope.open(`${decidedBy(server.url)}&rounds=5`);
  await waitInVain(1000);
  await statescope.expectRound(0);
  expect(statescope.asked).toEqual([]);
  await expect(page.getByText(/Nothing is asked before you press Play or Step/)).toBeVisible();

  server.answer = { after: 200 };
  await statescope.button('Play').click();
  await expect.poll(() => server.chats.length).toBeGreaterThan(2);
  await page.reload();
  await expect(statescope.button('Step')).toBeEnabled();
  await statescope.expectRound(0);
  await expect(statescope.combobox('Oracle')).toHaveValue('openai');
  const before = statescope.asked.length;
  await waitInVain(500);
  expect(statescope.asked.length).toBe(before);

  const chats = chatsOf(statescope).length;
  await statescope.button('Step').dblclick();
  await statescope.expectRound(1);
  expect(chatsOf(statescope).length).toBeGreaterThan(chats + 1);
  await expect(statescope.button('Step')).toBeEnabled();
  expect(await statescope.round()).toBe(1);
  await statescope.button('Step').click();
  await statescope.expectRound(2);
  await expect(alert(statescope)).toHaveCount(0);

  const { bytes, document } = await exported(statescope);
  const asked = statescope.asked.length;
  await statescope.drop('dropped.json', bytes.toString());
  await expect(statescope.page.getByText('dropped.json replayed: 2 rounds and the same hash')).toBeVisible();
  expect(await statescope.hash()).toBe(document.hash);
  await expect(statescope.combobox('Oracle')).toHaveValue('replay');
  expect(statescope.asked.length).toBe(asked);
  await statescope.button('Who decides').click();
  await expect(
    statescope.page.getByText('every section follows from its set-up, seed and answers'),
  ).toBeVisible();

  // One that says something else of an agent has the same answers, and so the same hash.
  const forged = bytes
    .toString()
    .replace(/"ticks_in_state":(\d+)/, (_, ticks) => `"ticks_in_state":${Number(ticks) + 1}`);
  await statescope.drop('forged.json', forged);
  await expect(alert(statescope)).toContainText('it is not what it says: agents[0].ticks_in_state is');
});

test('a server that never answers, from its first question on or in mid-run, can be paused, exported from and reset at once', async ({
  statescope,
}) => {
  statescope.allow(server.url);
  await statescope.open(decidedBy(server.url, MODEL, 'openai', 'auto'));
  for (const played of [0, 1])
    await test.step(`after ${played} rounds`, async () => {
      await statescope.expectRound(played);
      server.answer = 'nothing';
      const before = server.chats.length;
      const hash = await statescope.hash();
      await statescope.button('Play').click();
      await expect.poll(() => server.chats.length).toBeGreaterThan(before);
      const paused = Date.now();
      await statescope.button('Pause').click();
      await expect(statescope.button('Play')).toBeVisible();
      expect(Date.now() - paused).toBeLessThan(1500);
      expect([await statescope.round(), await statescope.hash()]).toEqual([played, hash]);
      expect((await exported(statescope)).document).toMatchObject({ hash, config: { rounds: played } });

      await statescope.button('Play').click();
      await statescope.button('Reset').click();
      await expect(statescope.button('Step')).toBeEnabled();
      await statescope.expectRound(0);
      server.answer = { after: 0 };
      for (let round = 1; round <= played + 1; round++) {
        if (round === played + 1) expect((await exported(statescope)).document.hash).toBe(hash);
        await statescope.button('Step').click();
        await statescope.expectRound(round);
      }
      await expect(alert(statescope)).toHaveCount(0);
    });
});

test('the connection test distinguishes a silent server, one that refuses the page and one that lacks the model; axe finds nothing there and on the Oracle tab', async ({
  statescope,
  page,
  baseURL,
}) => {
  const { url: silent, close } = await startOracleServer();
  await close();
  const closed = await startOracleServer(false);
  statescope.allow(silent, /ERR_CONNECTION_REFUSED/);
  statescope.allow(closed.url, /CORS policy/, /ERR_FAILED/);
  statescope.allow(server.url);
  await setUp(statescope, 'ollama', silent);
  await statescope.button('Test connection').click();
  await expect(found(statescope)).toContainText(`Nothing answers at ${silent}`);
  await expect(found(statescope)).toContainText('ollama serve');

  await giveUrl(statescope, closed.url);
  await statescope.button('Test connection').click();
  await expect(found(statescope)).toContainText('listens, but not to this page');
  await expect(found(statescope)).toContainText(`OLLAMA_ORIGINS=${baseURL}`);
  await closed.close();

  await panel(statescope).locator('label').filter({ hasText: 'OpenAI' }).click();
  await giveUrl(statescope, server.url);
  await field(statescope, /^model/).fill('missing');
  await statescope.button('Test connection').click();
  await expect(found(statescope)).toContainText('the model is not there');
  await statescope.button(MODEL).click();
  await expect(field(statescope, /^model/)).toHaveValue(MODEL);
  await statescope.button('Test connection').click();
  await expect(found(statescope)).toContainText('it answers');

  await statescope.button('Estimate calls, tokens and time').click();
  await expect(panel(statescope)).toContainText('questions, by a quick policy run');
  await statescope.button('Start again with this model').click();
  await statescope.button('Step').click();
  await statescope.expectRound(1);
  await expect(calls(statescope)).toBeVisible();
  await expectScreenAccessible(page, ['#oracle-setup', 'footer']);
});

test('Step right after Start again belongs to the new run; a key goes to its server and nowhere else, after the worker’s death as well', async ({
  statescope,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const said: string[] = [];
  page.on('console', message => said.push(message.text()));
  statescope.allow(server.url);
  statescope.errors.push(/out of memory/);
  await setUp(statescope, 'openai', server.url);
  await field(statescope, /^key/).fill(CANARY);
  await statescope.button('Test connection').click();
  await expect(field(statescope, /^model/)).toHaveValue(MODEL);
  await statescope.button('Start again with this model').click();
  await statescope.button('Step').click();
  await statescope.expectRound(1);
  await expect(panel(statescope)).toContainText('It decides in this run');
  await statescope.expectRound(1);
  const hash = await statescope.hash();
  await playSome(statescope, 2);

  expect(server.chats.length).toBeGreaterThan(0);
  expect(server.chats.filter(({ authorization }) => authorization !== `Bearer ${CANARY}`)).toEqual([]);
  const { bytes } = await exported(statescope);
  await statescope.button('Share').click();
  await expect(statescope.button('Share')).toContainText('Copied');
  const kept = await page.evaluate(async () =>
    JSON.stringify([
      await navigator.clipboard.readText(),
      { ...localStorage },
      { ...sessionStorage },
      await indexedDB.databases(),
      await caches.keys(),
      document.cookie,
      document.documentElement.outerHTML,
      document.body.innerText,
      history.state,
    ]),
  );
  expect(kept).toContain('oracle=openai');
  for (const text of [kept, bytes.toString(), page.url(), ...said, ...statescope.asked])
    expect(text).not.toContain(CANARY);
  expect(await context.cookies()).toEqual([]);
  await expect(field(statescope, /^key/)).toHaveAttribute('type', 'password');

  await page.workers()[0]!.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  await expect(alert(statescope)).toContainText('out of memory');
  const asked = statescope.asked.length;
  await statescope.button('Reset').click();
  await statescope.expectRound(0);
  expect(statescope.asked.length).toBe(asked);
  await statescope.button('Step').click();
  await statescope.expectRound(1);
  expect(await statescope.hash()).toBe(hash);
  expect(server.chats.at(-1)?.authorization).toBe(`Bearer ${CANARY}`);
});

test(
  'a server that always fails leaves a round of fallbacks, a pause that says why, and Play tries again',
  LONG,
  async ({ statescope }) => {
    statescope.allow(server.url, /status of 500/);
    server.answer = { status: 500 };
    await statescope.open(decidedBy(server.url));
    await statescope.button('Play').click();
    await expect(alert(statescope)).toContainText(/5 questions in a row failed at .+: 500 after 4 tries/, {
      timeout: 20_000,
    });
    await expect(alert(statescope)).toHaveCount(1);
    await expect(statescope.button('Play')).toBeVisible();
    const round = await statescope.round();
    expect(round).toBeGreaterThan(0);
    const { document } = await exported(statescope);
    const own = document.decisions.filter(({ tick }) => tick > 0);
    expect(own.filter(({ source }) => source !== 'fallback')).toEqual([]);

    server.answer = { after: 0 };
    const before = server.chats.length;
    await playSome(statescope, round + 2);
    expect(server.chats.length).toBeGreaterThan(before);
    const later = (await exported(statescope)).document.decisions.filter(({ tick }) => tick > round);
    expect(new Set(later.map(({ source }) => source))).toEqual(new Set(['openai']));
  },
);
