import { headless } from './headless.ts';
import { openAsked } from './openAsked.ts';
import { MODEL, startOracleServer } from './oracleServer.ts';
import { expect, test } from './page.ts';

test('a parameter that is changed at an earlier round makes a branch, as headless, beside the run that it left', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=24');
  await statescope.expectRound(24);
  const hash = await statescope.hash();
  for (let i = 0; i < 14; i++) await page.keyboard.press('ArrowLeft');
  await statescope.expectRound(10);
  await statescope.button('Set-up').click();
  await expect(page.getByText('Works from Round 11 on')).toBeVisible();
  const field = page.getByRole('spinbutton', { name: /^Activity/ });
  await field.fill('12');
  await field.press('Enter');
  await expect(page.getByText(/^branch of/)).toContainText(
    `branch of ${hash.slice(0, 8)} after Round 10: Activity 12`,
  );
  await statescope.expectRound(24);
  const { summary } = await headless(
    ...['--network', 'congress', '--seed', '341', '--rounds', '24', '--set', 'activity=12@11'],
  );
  await expect.poll(() => statescope.hash()).toBe(summary.hash);
  expect(summary.hash).not.toBe(hash);

  await statescope.button('What did it change?').click();
  await expect(page.getByRole('region', { name: 'Headline' })).toContainText(
    'A without it, B Activity 12 × from round 11',
  );
  const comparison = page.getByRole('region', { name: 'Comparison' });
  const posts = comparison.getByRole('row', { name: /^Posts/ });
  await expect(posts).toContainText(String(summary.outcomes.posts));
  const [before, after, difference] = await posts.getByRole('cell').allInnerTexts();
  expect(Number(after)).toBe(summary.outcomes.posts);
  expect(Number(after) - Number(before)).toBe(Number(difference));
  await statescope.button('Leave the comparison').click();
  await expect(page.getByText(/^branch of/)).toBeVisible();

  // Whoever opens its address sees what it is a branch of.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByText(/^branch of/)).toContainText(
    `branch of ${hash.slice(0, 8)} after Round 10: Activity 12`,
  );
  await other.close();

  await statescope.button('Undo').click();
  await expect.poll(() => statescope.hash()).toBe(hash);
  await expect(page.getByText(/^branch of/)).toHaveCount(0);
});

test('a change to the value that holds leaves the branch the bytes of its run', async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=12');
  await statescope.expectRound(12);
  const hash = await statescope.hash();
  await statescope.button('Set-up').click();
  const field = page.getByRole('spinbutton', { name: /^Activity/ });
  const usual = await field.inputValue();
  await statescope.button('First round').click();
  await field.fill('12');
  await field.press('Enter');
  await expect(page.getByText(/^branch of/)).toBeVisible();
  await expect.poll(() => statescope.hash()).not.toBe(hash);
  await statescope.button('First round').click();
  await field.fill(usual);
  await field.press('Enter');
  await expect.poll(() => statescope.hash()).toBe(hash);
});

/** The changes that the address names. */
const changesIn = (url: string): readonly string[] => new URL(url).searchParams.getAll('change');

test('another answer and a removed agent branch off in the inspector, as headless, with a flag for each', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=40&who=5');
  await statescope.expectRound(40);
  const hash = await statescope.hash();
  const inspector = page.getByRole('region', { name: 'Agent inspector' });
  const offer = inspector.getByText(/^What if it had chosen/).getByRole('button');
  await offer.last().click();
  await expect(page.getByText(/^branch of/)).toContainText(`branch of ${hash.slice(0, 8)} after Round`);
  await statescope.expectRound(40);
  const answers = changesIn(page.url());
  expect(answers).toEqual([expect.stringMatching(/^\d+:answer:agent_005:\w+$/)]);
  const args = ['--network', 'congress', '--seed', '341', '--rounds', '40', '--change-at', answers[0]];
  const { summary } = await headless(...args);
  await expect.poll(() => statescope.hash()).toBe(summary.hash);

  const [tick] = answers[0].split(':');
  const flag = page.getByRole('button', { name: new RegExp(`^Round ${tick}: .* answers “`) });
  await flag.click();
  await statescope.expectRound(Number(tick));
  await statescope.button('Last round').click();
  await inspector.getByRole('button', { name: 'Change something from Round 41 on…' }).click();
  await inspector.getByRole('button', { name: 'Remove this agent' }).click();
  await expect.poll(() => changesIn(page.url())).toEqual([answers[0], '41:remove_agents:agent_005']);
  await expect(page.getByText(/^branch of/)).toContainText('after Round 40: without');
});

test('a run that a model decided branches off: its answers up to there are repeated, and it can be brought back', async ({
  statescope,
}) => {
  const { page } = statescope;
  const server = await openAsked(statescope, 6);
  const parent = await statescope.socialDocument();
  const asked = server.chats.length;
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
  await statescope.expectRound(3);
  await statescope.button('Set-up').click();
  const activity = page.getByRole('spinbutton', { name: /^Activity/ });
  await activity.fill('2');
  await activity.press('Enter');
  await expect(page.getByText(/^branch of/)).toContainText('after Round 3: Activity 2');
  await statescope.expectRound(6);
  const branch = await statescope.socialDocument();
  const until = ({ decisions }: typeof parent) => decisions.filter(({ tick }) => tick <= 3);
  expect(until(branch)).toEqual(until(parent));
  expect(branch.config.earlier_oracles).toMatchObject([{ until: 3, oracle: { kind: 'openai' } }]);
  const own = branch.decisions.filter(({ tick, source }) => tick > 3 && source === 'openai').length;
  expect(server.chats.length - asked).toBe(own);

  await statescope.button('What did it change?').click();
  await expect(page.getByRole('region', { name: 'Headline' })).toContainText('B Activity 2 × from round 4');
  await statescope.button('Leave the comparison').click();
  await statescope.button('Bring it back').click();
  await expect.poll(() => statescope.hash()).toBe(parent.hash);
  await server.close();
});

test('a run document that is replayed goes on with another one, in a branch and from its end', async ({
  statescope,
}) => {
  const { page } = statescope;
  const server = await openAsked(statescope, 5);
  const { name, bytes } = await statescope.export();
  const asked = server.chats.length;
  await server.close();
  await statescope.drop(name, bytes.toString());
  await expect(page.getByText(/replayed: 5 rounds and the same hash/)).toBeVisible();
  const recorded = await statescope.socialDocument();
  const oracles = async () => {
    const { config, decisions } = await statescope.socialDocument();
    const { oracle, earlier_oracles: earlier } = config;
    expect(decisions.filter(({ tick }) => tick <= earlier![0].until)).toEqual(
      recorded.decisions.filter(({ tick }) => tick <= earlier![0].until),
    );
    return { oracle, earlier };
  };
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
  await statescope.expectRound(3);
  await statescope.button('Who decides').click();
  const panel = statescope.region('Who decides');
  await panel.getByRole('radio', { name: 'Policy' }).check({ force: true });
  await panel.getByRole('button', { name: 'Go on with it from Round 4' }).click();
  await expect(page.getByText(/^branch of/)).toContainText('after Round 3: who decides: the built-in policy');
  await statescope.expectRound(5);
  const replayed = { kind: 'replay', of: recorded.hash, recorded: { kind: 'openai' } };
  expect(await oracles()).toMatchObject({
    oracle: { kind: 'policy' },
    earlier: [{ until: 3, oracle: replayed }],
  });
  await statescope.button('Undo').click();
  await expect.poll(() => statescope.hash()).toBe(recorded.hash);

  await panel.getByRole('radio', { name: 'Policy' }).check({ force: true });
  await panel.getByRole('button', { name: 'Go on with it from Round 6' }).click();
  await statescope.button('Step').click();
  await statescope.expectRound(6);
  expect(await oracles()).toMatchObject({
    oracle: { kind: 'policy' },
    earlier: [{ until: 5, oracle: replayed }],
  });
  expect(server.chats.length).toBe(asked);
});

test('another answer of an agent makes a branch that is compared, undone, made again and kept', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=31');
  await statescope.expectRound(31);
  const hash = await statescope.hash();
  const inspector = statescope.region('Agent inspector');
  await statescope
    .region('Statechart')
    .getByRole('button', { name: /^evaluating, / })
    .click();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
  await inspector.getByText('What if it had chosen').waitFor();
  await inspector.getByRole('button', { name: 'ignore', exact: true }).click();
  await expect(page.getByText(/^branch of/)).toContainText(`branch of ${hash.slice(0, 8)}`);
  await statescope.expectRound(31);
  await expect.poll(() => statescope.hash()).not.toBe(hash);
  const other = await statescope.hash();
  await expect(page.getByText('kept in this browser up to Round 31', { exact: true })).toBeVisible();

  await statescope.button('What did it change?').click();
  await expect(statescope.region('Headline')).toContainText('answers “ignore” in round');
  await statescope.button('Leave the comparison').click();
  await page.waitForTimeout(1500);
  await page.reload();
  await expect(page.getByText(/^branch of/)).toContainText(`branch of ${hash.slice(0, 8)}`, {
    timeout: 20_000,
  });
  expect(await statescope.hash()).toBe(other);

  await page.keyboard.press('Control+z');
  await expect.poll(() => statescope.hash()).toBe(hash);
  await expect(page.getByText(/^branch of/)).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => statescope.hash()).toBe(other);
  await expect(page.getByText(/^branch of/)).toBeVisible();
});

test('another one decides from an earlier round on: up to there the branch is the run, and it is undone', async ({
  statescope,
}) => {
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
  await statescope.button('Go on with it from Round 4').click();
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

  await page.waitForTimeout(500);
  await statescope.button('Undo').click();
  await expect.poll(() => statescope.hash()).toBe(hash);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => statescope.hash()).toBe(branch.hash);
  await expect(page.getByRole('button', { name: `Round 4: who decides: ${MODEL}` })).toBeVisible();
  await server.close();
});

test('what an agent is, whom it follows and that it posts is changed in the inspector, as headless', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('seed=341&rounds=24&who=5&at=11');
  await statescope.expectRound(11);
  const inspector = page.getByRole('region', { name: 'Agent inspector' });
  const open = async (round: number) => {
    await inspector.getByRole('button', { name: `Change something from Round ${round} on…` }).click();
    return inspector.getByRole('region', { name: 'Change something from here on' });
  };
  const form = await open(12);
  await form.getByRole('combobox', { name: 'Archetype' }).selectOption('amplifier');
  await form.getByRole('button', { name: 'Make it an amplifier' }).click();
  await statescope.expectRound(24);
  await open(25);
  await form.getByRole('combobox', { name: 'Follows' }).fill('agent_009');
  await form.getByRole('button', { name: 'Unfollow' }).click();
  await expect.poll(() => changesIn(page.url()).length).toBe(2);
  await open(25);
  await form.getByRole('combobox', { name: 'Post about' }).selectOption('health');
  await form.getByRole('button', { name: 'Let it post' }).click();
  const changes = [
    '12:become:amplifier,agent_005',
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
});
