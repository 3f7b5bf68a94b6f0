import { expect, Statescope, test } from './page.ts';

const RUN = 'rounds=40';

test('a cascade counts reshares, or replies as well: headline, measures and address follow, and the hash stays', async ({
  statescope,
  page,
}) => {
  await statescope.open(RUN);
  await statescope.expectRound(40);
  const cascade = statescope.region('Cascade');
  const headline = statescope.region('Headline');
  const label = async () => (await cascade.getByRole('img').getAttribute('aria-label')) ?? '';
  const measured = async () => {
    const [, people, topic, deeds] =
      /(\d+) people in \d+ posts about (\w+): (\d+ reshares, \d+ replies)/.exec(await label()) ?? [];
    return { people: Number(people), post: `${topic}: ${deeds}` };
  };
  await statescope.region('Agent inspector').getByRole('listitem').getByRole('button').nth(2).click();
  await expect(headline).toContainText('in this cascade');
  const before = { ...(await measured()), hash: await statescope.hash() };
  await statescope.button('how it is counted…').click();
  const dialog = page.getByRole('dialog', { name: 'How the cascade is counted' });
  await expect(dialog.getByLabel('the post and its reshares')).toBeChecked();
  await dialog.getByLabel('replies as well: the whole thread').click();
  // The same post, with more people in it; panel and headline agree.
  await expect.poll(async () => (await measured()).people).toBeGreaterThan(before.people);
  const { people, post } = await measured();
  expect(post).toBe(before.post);
  await expect(headline).toContainText(`${people} people in `);
  await page.keyboard.press('Escape');
  expect(await statescope.hash()).toBe(before.hash);
  await expect(page).toHaveURL(/cascade_counts=reshares_and_replies/);
  const name = await cascade.getByRole('img').getAttribute('aria-label');
  // The selected post comes back with the saved run.
  await expect(page.getByText('saved in this browser up to Round 40', { exact: true })).toBeVisible();
  await page.reload();
  await statescope.expectRound(40);
  await expect(cascade.getByRole('img')).toHaveAccessibleName(name!);
});

test('a cascade is drawn with the parents by another rule, measured under all of them, and shown so by its address', async ({
  statescope,
  page,
  context,
}) => {
  await statescope.open(RUN);
  await statescope.expectRound(40);
  const drawn = statescope.region('Cascade').getByRole('img');
  const depth = async () => Number(/(\d+) deep/.exec((await drawn.getAttribute('aria-label')) ?? '')?.[1]);
  const own = await depth();
  await statescope.button('how it is counted…').click();
  const dialog = page.getByRole('dialog', { name: 'How the cascade is counted' });
  await expect(dialog).toContainText(/Of \d+ posts below the first, \d+ had several copies/);
  const rows = dialog.getByRole('row');
  await expect(rows).toHaveCount(8);
  const deep = async (row: number) => Number(await rows.nth(row).getByRole('cell').first().innerText());
  expect(await deep(1)).toBe(own);
  const last = await deep(4);
  expect(last).toBeGreaterThan(own);
  await dialog.getByRole('button', { name: 'the copy that could be seen last' }).click();
  await expect(statescope.button('parents: last seen…')).toBeVisible();
  await expect.poll(depth).toBe(last);
  // Another page that opens the address shows the same; one with a post that the run lacks says so.
  await expect(page).toHaveURL(/&show=post_\d+:last_seen/);
  const link = page.url();
  const name = (await drawn.getAttribute('aria-label')) ?? '';
  const other = new Statescope(await context.newPage());
  await other.page.goto(link);
  await other.expectRound(40);
  await expect(other.region('Cascade').getByRole('img')).toHaveAccessibleName(name);
  await expect(other.button('parents: last seen…')).toBeVisible();
  await expect(other.page).toHaveURL(link);
  await other.page.goto(link.replace(/post_\d+:last_seen/, 'post_99999'));
  await expect(other.page.getByRole('alert')).toContainText(
    'show=post_99999 in the address: the run has no such post up to Round 40; the page chooses a cascade.',
  );
  await other.page.close();
  await page.reload();
  await statescope.expectRound(40);
  await expect(drawn).toHaveAccessibleName(name);
  await expect(statescope.button('parents: last seen…')).toBeVisible();
  await statescope.button('parents: last seen…').click();
  await dialog.getByRole('button', { name: /^drawn/ }).click();
  await expect.poll(depth).toBe(own);
});

test('a what-if from an earlier round stays with the cascade that is looked at', async ({
  statescope,
  page,
}) => {
  await statescope.open('rounds=50');
  await statescope.expectRound(50);
  const drawn = statescope.region('Cascade').getByRole('img');
  const inspector = statescope.region('Agent inspector');
  await inspector.getByRole('listitem').getByRole('button').nth(4).click();
  await expect(drawn).toHaveAccessibleName(/not the largest/);
  const topic = /posts about (\w+): (\d+) reshares/;
  const before = topic.exec((await drawn.getAttribute('aria-label')) ?? '');
  await page.keyboard.press('ArrowLeft');
  await statescope.button('Set-up').first().click();
  const field = page.getByLabel('Resharing', { exact: true });
  await field.fill('2');
  await field.press('Enter');
  await expect(page.getByRole('region', { name: 'Headline' })).toContainText('after Round 49');
  await expect(drawn).toHaveAccessibleName(/not the largest/);
  const after = topic.exec((await drawn.getAttribute('aria-label')) ?? '');
  expect(after?.[1]).toBe(before?.[1]);
  expect(Math.abs(Number(after?.[2]) - Number(before?.[2]))).toBeLessThan(4);
});
