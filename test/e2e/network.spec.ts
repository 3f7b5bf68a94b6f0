import { expectScreenAccessible } from './accessible.ts';
import { LONG } from './long.ts';
import type { Statescope } from './page.ts';
import { expect, test } from './page.ts';

const plotOf = ({ page }: Statescope) => page.getByRole('img', { name: /^Network\./ });

/** Opens the network and waits until it is laid out and all of it is drawn. */
async function openNetwork(statescope: Statescope, size: string): Promise<void> {
  await statescope.button('network').click();
  await expect(statescope.region('Network').getByText(size, { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await picture(statescope);
}

/** The canvas once it has come to rest. */
async function picture({ page }: Statescope): Promise<string> {
  const canvas = page.getByTestId('network');
  const drawn = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  let before = '';
  await expect
    .poll(
      async () => {
        const now = await drawn();
        const isStill = now === before;
        before = now;
        return isStill;
      },
      { intervals: [300] },
    )
    .toBe(true);
  return before;
}

test('the network replaces the tree, and shows the round that is viewed; the set-up shows how many followers people have', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('rounds=12');
  await openNetwork(statescope, '475 people, 13,289 follows');
  await expect(statescope.region('Cascade')).toHaveCount(0);
  await expect(plotOf(statescope)).toHaveAccessibleName(
    /475 people, 13,289 follows: \d+ idle, .*never did\.$/,
  );
  const [now, idleNow] = [await picture(statescope), await idle(statescope)];
  await page.keyboard.press('Home');
  await expect(statescope.region('Headline')).toContainText('Looking back');
  await expect.poll(() => idle(statescope)).not.toBe(idleNow);
  expect(await picture(statescope)).not.toBe(now);
  await page.keyboard.press('End');
  await expect.poll(() => idle(statescope)).toBe(idleNow);
  expect(await picture(statescope)).toBe(now);
  await statescope.button('Set-up').click();
  const setup = statescope.region('Set-up');
  await expect(setup.getByText('Followers: median 24, at most 210.')).toBeVisible();
  await expect(
    setup.getByText(/^Followed: median 22, at most 127; 6 people \(1 %\) follow nobody\.$/),
  ).toBeVisible();
  await expectScreenAccessible(page, ['[aria-label="Network"]', '[aria-label="Set-up"]']);
  await statescope.region('Network').getByRole('button', { name: 'tree' }).click();
  await expect(statescope.region('Cascade')).toBeVisible();
});

/** How many are idle, by the network's sentence. */
const idle = async (statescope: Statescope): Promise<string | undefined> =>
  /(\d+) idle/.exec((await plotOf(statescope).getAttribute('aria-label')) ?? '')?.[1];

test(
  'people are chosen by keys and by the pointer, changed follows are marked and counted; it zooms, moves and is dragged, and is the same picture after a reload, its layout kept',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    const changes = [
      '3:add_edge:agent_020,agent_044',
      '4:cut_edge:agent_002,agent_001',
      '4:cut_edge:agent_009,agent_001',
    ];
    const query = changes.map(change => `&change=${change}`).join('');
    const run = `network=scale-free&agents=60&seed=5&rounds=12${query}`;
    await statescope.open(run);
    await statescope.expectRound(12);
    await openNetwork(statescope, '60 people, 348 follows');
    const view = statescope.region('Network');
    await expect(view).toContainText('1 follow added, 1 cut');
    await expect(plotOf(statescope)).toHaveAccessibleName(/; 1 follow added, 1 cut\.$/);

    const whole = await picture(statescope);
    await plotOf(statescope).focus();
    await page.keyboard.press('ArrowDown');
    await expect(statescope.region('Network').getByText('wrote it', { exact: false }).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const inspector = statescope.region('Agent inspector');
    await expect(inspector.getByRole('heading', { level: 2 })).toBeVisible();
    await inspector.getByRole('button', { name: 'network', exact: true }).click();
    const followers = inspector.getByRole('region', { name: /followers?$/ });
    const next = followers.getByRole('listitem').first();
    const name = await next.locator('span').nth(1).innerText();
    await next.getByRole('button').click();
    await expect(inspector.getByRole('heading', { level: 2 })).toContainText(name);
    await page.keyboard.press('Escape');
    await plotOf(statescope).focus();
    await page.keyboard.press('w');
    await page.keyboard.press('d');
    expect(await picture(statescope)).not.toBe(whole);
    await expect(statescope.region('Network').getByRole('button', { name: 'fit' })).toBeVisible();
    await page.keyboard.press('f');
    await expect(statescope.region('Network').getByRole('button', { name: 'fit' })).toHaveCount(0);
    const box = (await plotOf(statescope).boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const before = await picture(statescope);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 90, y - 40, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => picture(statescope)).not.toEqual(before);
    await expect(page.getByText('Looking back')).toHaveCount(0);
    await statescope.button('Network as a table').click();
    const dialog = page.getByRole('dialog', { name: 'Network' });
    await expect(dialog.getByRole('row')).toHaveCount(61);
    await expect(dialog.getByRole('row').nth(1)).toContainText('wrote it');

    const workers: string[] = [];
    page.on('worker', worker => workers.push(worker.url()));
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toContain('statescope-networks');
    await statescope.open(run);
    const known = workers.length;
    await openNetwork(statescope, '60 people, 348 follows');
    expect(await picture(statescope)).toBe(whole);
    expect(workers).toHaveLength(known);
  },
);

test('of a large network the neighbourhood of one agent is drawn', LONG, async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('network=scale-free&agents=12000&rounds=1');
  await statescope.button('network').click();
  const network = statescope.region('Network');
  await expect(network.getByText(/12,000 people are too many to draw at once/)).toBeVisible();
  await statescope.region('Agent timelines').getByRole('img').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(network.getByText(/; .* around/)).toBeVisible({ timeout: 30_000 });
  await picture(statescope);
  await page.keyboard.press('Escape');
  await expect(network.getByText(/are too many/)).toBeVisible();
});

test('agents of any chart stand on their network as well', LONG, async ({ statescope }) => {
  const { page } = statescope;
  await statescope.open('model=chart&preset=sir&agents=100&rounds=20');
  await openNetwork(statescope, '100 agents, 800 follows');
  await expect(plotOf(statescope)).toHaveAccessibleName(/: \d+ susceptible, \d+ infected, \d+ recovered\.$/);
  const before = await picture(statescope);
  await page.keyboard.press('ArrowRight');
  await expect(statescope.status).toContainText('Tick 21');
  expect(await picture(statescope)).not.toBe(before);
  await statescope.region('Network').getByRole('button', { name: 'flow' }).click();
  await expect(statescope.region('Flow')).toBeVisible();
});

test('a network with clubs is coloured by them, network and timelines alike, and so it is where its address is opened', async ({
  statescope,
  browser,
}) => {
  const { page } = statescope;
  await statescope.open('rounds=2');
  await statescope.drop('clubs.gml', CLUBS);
  await expect(statescope.region('Headline')).toContainText('of 12');
  await statescope.button('Step').click();
  await openNetwork(statescope, '12 people, 26 follows');
  const byState = await picture(statescope);
  await page.getByRole('combobox', { name: /^Meaning of colours/ }).selectOption('colour: club');
  await expect(page.getByRole('list', { name: 'Colours of each club' })).toHaveCount(2);
  await expect(plotOf(statescope)).toHaveAccessibleName(/coloured by club: Mr\. Hi \(6\), Officer \(6\)\.$/);
  await expect.poll(() => picture(statescope)).not.toBe(byState);
  await expectScreenAccessible(page, ['[aria-label="Network"]', '[aria-label="Agent timelines"]']);
  await expect(page).toHaveURL(/colour=group/);
  await page.evaluate(() => {
    navigator.clipboard.writeText = async text => void Object.assign(globalThis, { shared: text });
  });
  await statescope.button('Share').click();
  await statescope.button('Copy with files').click();
  await expect(page.getByText('Your files are in it')).toBeVisible();
  const address = await page.evaluate(() => (globalThis as unknown as { shared: string }).shared);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(address);
  await expect(elsewhere.getByRole('list', { name: 'Colours of each club' })).toContainText('Officer 6');
  await elsewhere.context().close();
});

/** Two rings of six with one bridge. */
const CLUBS = `graph [ directed 0 ${Array.from(
  { length: 12 },
  (_, node) => `node [ id ${node} label "n${node}" club "${node < 6 ? 'Mr. Hi' : 'Officer'}" ]`,
).join(' ')} ${Array.from({ length: 12 }, (_, node) => {
  const next = node % 6 === 5 ? node - 5 : node + 1;
  return `edge [ source ${node} target ${next} ]`;
}).join(' ')} edge [ source 0 target 6 ] ]`;
