import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../src/engine/models/social/reports/socialRecord.ts';
import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { openAsked } from './openAsked.ts';
import { MODEL, startOracleServer } from './oracleServer.ts';
import { expect, type Statescope, test } from './page.ts';
import { readSavedRow } from './savedRow.ts';

const told = ({ page }: Statescope) => page.getByText(/^branch of/);

async function back({ page }: Statescope, rounds: number): Promise<void> {
  for (let i = 0; i < rounds; i++) await page.keyboard.press('ArrowLeft');
}

test('a parameter changed at an earlier round makes a branch, as headless, next to the run that it left; the original value gives that run’s bytes', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=14');
  await statescope.expectRound(14);
  const hash = await statescope.hash();
  await back(statescope, 4);
  await statescope.expectRound(10);
  await statescope.button('Set-up').click();
  await expect(page.getByText('Works from Round 11 on')).toBeVisible();
  const field = page.getByRole('spinbutton', { name: /^Activity/ });
  const usual = await field.inputValue();
  await field.fill('12');
  await field.press('Enter');
  const words = `branch of ${hash.slice(0, 8)} after Round 10: Activity 12`;
  await expect(told(statescope)).toContainText(words);
  await statescope.expectRound(14);
  const { summary } = await headless(
    ...['--network', 'congress', '--seed', '341', '--rounds', '14', '--set', 'activity=12@11'],
  );
  await expect.poll(() => statescope.hash()).toBe(summary.hash);
  expect(summary.hash).not.toBe(hash);

  await statescope.button('What did it change?').click();
  await expect(statescope.region('Headline')).toContainText('A without it, B Activity 12 × from round 11');
  const posts = statescope.region('Comparison').getByRole('row', { name: /^Posts/ });
  await expect(posts).toContainText(String(summary.outcomes.posts));
  const [before, after, difference] = await posts.getByRole('cell').allInnerTexts();
  expect(Number(after)).toBe(summary.outcomes.posts);
  expect(Number(after) - Number(before)).toBe(Number(difference));
  await statescope.button('Leave the comparison').click();
  await expect(told(statescope)).toBeVisible();

  await back(statescope, 4);
  await statescope.expectRound(10);
  await field.fill(usual);
  await field.press('Enter');
  await expect.poll(() => statescope.hash()).toBe(hash);
  await statescope.button('Undo').click();
  await expect.poll(() => statescope.hash()).toBe(summary.hash);
  await statescope.button('Undo').click();
  await expect.poll(() => statescope.hash()).toBe(hash);
  await expect(told(statescope)).toHaveCount(0);
});

/** The changes that the address names. */
const changesIn = (url: string): readonly string[] => new URL(url).searchParams.getAll('change');

/** Changes what an agent is, whom it follows, that it posts and that it is there, on top of another answer of its. */
async function changeAgent(statescope: Statescope, answer: string): Promise<void> {
  const { page } = statescope;
  await back(statescope, 2);
  await statescope.expectRound(22);
  const inspector = statescope.region('Agent inspector');
  const form = inspector.getByRole('region', { name: 'Change something from here on' });
  const open = (round: number) =>
    inspector.getByRole('button', { name: `Change something from Round ${round} on…` }).click();
  await open(23);
  await form.getByRole('combobox', { name: 'Archetype' }).selectOption('amplifier');
  await form.getByRole('button', { name: 'Make it an amplifier' }).click();
  await statescope.expectRound(24);
  await open(25);
  await form.getByRole('combobox', { name: 'Follows' }).fill('agent_009');
  await form.getByRole('button', { name: 'Unfollow' }).click();
  await expect.poll(() => changesIn(page.url()).length).toBe(3);
  await open(25);
  await form.getByRole('combobox', { name: 'Post about' }).selectOption('health');
  await form.getByRole('button', { name: 'Let it post' }).click();
  const changes = [
    answer,
    '23:become:amplifier,agent_005',
    '25:cut_edge:agent_005,agent_009',
    '25:insert_post:agent_005,health',
  ];
  await expect.poll(() => changesIn(page.url())).toEqual(changes);
  await statescope.button('Step').click();
  await statescope.expectRound(25);
  const args = ['--network', 'congress', '--seed', '341', '--rounds', '25'];
  const { summary } = await headless(...args, ...changes.flatMap(change => ['--change-at', change]));
  await expect.poll(() => statescope.hash()).toBe(summary.hash);
  await expect(inspector).toContainText('Amplifier, ');

  await open(26);
  await inspector.getByRole('button', { name: 'Remove this agent' }).click();
  await expect.poll(() => changesIn(page.url())).toEqual([...changes, '26:remove_agents:agent_005']);
  await expect(told(statescope)).toContainText('after Round 25: without');
}

test('another answer of an agent makes a branch with a flag that is saved, undone and made again; with further changes from the inspector it is as headless', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=24&who=5');
  await statescope.expectRound(24);
  const hash = await statescope.hash();
  const inspector = statescope.region('Agent inspector');
  const offer = inspector.getByText(/^What if it had chosen/).getByRole('button');
  await offer.last().click();
  const words = `branch of ${hash.slice(0, 8)} after Round`;
  await expect(told(statescope)).toContainText(words);
  await statescope.expectRound(24);
  const answers = changesIn(page.url());
  expect(answers).toEqual([expect.stringMatching(/^\d+:answer:agent_005:\w+$/)]);
  await expect.poll(() => statescope.hash()).not.toBe(hash);
  const branch = await statescope.hash();
  await expect(page.getByText('saved in this browser up to Round 24', { exact: true })).toBeVisible();

  const [tick] = answers[0].split(':');
  await page.getByRole('button', { name: new RegExp(`^Round ${tick}: .* answers “`) }).click();
  await statescope.expectRound(Number(tick));
  await statescope.button('Last round').click();
  await statescope.expectRound(24);

  // The view is saved a little later.
  await expect
    .poll(async () => {
      const row = await readSavedRow(page);
      return [row?.hash, row?.view?.selection.cursor];
    })
    .toEqual([branch, null]);
  await page.reload();
  await expect(told(statescope)).toContainText(words, { timeout: 20_000 });
  expect(await statescope.hash()).toBe(branch);
  await page.keyboard.press('Control+z');
  await expect.poll(() => statescope.hash()).toBe(hash);
  await expect(told(statescope)).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => statescope.hash()).toBe(branch);
  await expect(told(statescope)).toBeVisible();

  await changeAgent(statescope, answers[0]);
});

test(
  'a run that a model decided branches off, and its document continues with another model: its answers up to there are repeated',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    const server = await openAsked(statescope, 5);
    const { name, bytes } = await statescope.export();
    const parent = socialDocumentSchema.parse(JSON.parse(bytes.toString()));
    const until = ({ decisions }: SocialDocument, last: number) =>
      decisions.filter(({ tick }) => tick <= last);
    let asked = server.chats.length;
    await back(statescope, 2);
    await statescope.expectRound(3);
    await statescope.button('Set-up').click();
    const activity = page.getByRole('spinbutton', { name: /^Activity/ });
    await activity.fill('2');
    await activity.press('Enter');
    await expect(told(statescope)).toContainText('after Round 3: Activity 2');
    await statescope.expectRound(5);
    const branch = await statescope.socialDocument();
    expect(until(branch, 3)).toEqual(until(parent, 3));
    expect(branch.config.earlier_oracles).toMatchObject([{ until: 3, oracle: { kind: 'openai' } }]);
    const own = branch.decisions.filter(({ tick, source }) => tick > 3 && source === 'openai').length;
    expect(server.chats.length - asked).toBe(own);
    await statescope.button('What did it change?').click();
    await expect(statescope.region('Headline')).toContainText('B Activity 2 × from round 4');
    await statescope.button('Leave the comparison').click();
    await statescope.button('Bring it back').click();
    await expect.poll(() => statescope.hash()).toBe(parent.hash);

    asked = server.chats.length;
    await server.close();
    await statescope.drop(name, bytes.toString());
    await expect(page.getByText(/replayed: 5 rounds and the same hash/)).toBeVisible();
    const recorded = await statescope.socialDocument();
    /** From a round on the policy decides; before, what was recorded. */
    const goesOn = async (after: number) => {
      const document = await statescope.socialDocument();
      expect(until(document, after)).toEqual(until(recorded, after));
      const replayed = { kind: 'replay', of: recorded.hash, recorded: { kind: 'openai' } };
      expect(document.config).toMatchObject({
        oracle: { kind: 'policy' },
        earlier_oracles: [{ until: after, oracle: replayed }],
      });
    };
    await back(statescope, 2);
    await statescope.expectRound(3);
    await statescope.button('Who decides').click();
    const panel = statescope.region('Who decides');
    await panel.getByRole('radio', { name: 'Policy' }).check({ force: true });
    await panel.getByRole('button', { name: 'Continue with it from Round 4' }).click();
    await expect(told(statescope)).toContainText('after Round 3: who decides: the built-in policy');
    await statescope.expectRound(5);
    await goesOn(3);
    await statescope.button('Undo').click();
    await expect.poll(() => statescope.hash()).toBe(recorded.hash);

    await panel.getByRole('radio', { name: 'Policy' }).check({ force: true });
    await panel.getByRole('button', { name: 'Continue with it from Round 6' }).click();
    await statescope.button('Step').click();
    await statescope.expectRound(6);
    await goesOn(5);
    expect(server.chats.length).toBe(asked);
  },
);

test(
  'another oracle decides from an earlier round on: up to there the branch equals the run, and it can be undone',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    const server = await startOracleServer();
    statescope.allow(server.url);
    await statescope.open(
      'network=small-world&agents=100&seed=1&activity=20&posting=20&attention=0.1&rounds=6',
    );
    await statescope.expectRound(6);
    const hash = await statescope.hash();
    const parent = await statescope.socialDocument();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
    await statescope.expectRound(3);
    await statescope.combobox('Oracle').selectOption('openai');
    const panel = statescope.region('Who decides');
    await panel.getByLabel(/^base URLs/).fill(server.url);
    await panel.getByLabel(/^base URLs/).press('Enter');
    await panel.getByRole('button', { name: 'Test connection' }).click();
    await expect(panel.getByRole('list', { name: 'Servers' })).toContainText('ms');
    const tested = server.chats.length;
    await statescope.button('Continue with it from Round 4').click();
    await expect(page.getByText(/^branch of/)).toContainText(
      `branch of ${hash.slice(0, 8)} after Round 3: who decides: ${MODEL}.`,
    );
    await statescope.expectRound(3);
    expect(server.chats.length).toBe(tested);
    await statescope.button('Step').click();
    await statescope.expectRound(4);
    const branch = await statescope.socialDocument();
    const until = ({ decisions }: typeof parent) => decisions.filter(({ tick }) => tick <= 3);
    expect(until(branch)).toEqual(until(parent));
    expect(branch.config.earlier_oracles).toEqual([{ until: 3, oracle: { kind: 'policy' } }]);
    const asked = branch.decisions.filter(({ source }) => source === 'openai');
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map(({ tick }) => tick))).toEqual(new Set([4]));
    expect(server.chats.length - tested).toBeGreaterThanOrEqual(asked.length);
    await expect(page.getByRole('button', { name: `Round 4: who decides: ${MODEL}` })).toBeVisible();

    await statescope.button('Undo').click();
    await expect.poll(() => statescope.hash()).toBe(hash);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => statescope.hash()).toBe(branch.hash);
    await expect(page.getByRole('button', { name: `Round 4: who decides: ${MODEL}` })).toBeVisible();
    await server.close();
  },
);
