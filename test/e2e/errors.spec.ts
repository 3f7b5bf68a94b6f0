import { expectAccessible } from './accessible.ts';
import { expect, test } from './page.ts';

test('an unreadable file gives one message that says what it is or where it fails, and the run goes on; an edge list becomes the network', async ({
  statescope,
}) => {
  await statescope.open('network=scale-free&agents=50&rounds=4');
  await statescope.expectRound(4);
  const hash = await statescope.hash();
  await statescope.drop('flight.json', '{"type": "FeatureCollection", "features": []}');
  const notice = statescope.page.getByText('flight.json looks like a map (GeoJSON).');
  await expect(notice).toHaveCount(1);
  // It covers nothing that is drawn.
  const edge = async () => {
    const [main, box] = [await statescope.page.locator('main').boundingBox(), await notice.boundingBox()];
    return box!.y - main!.y - main!.height;
  };
  await expect.poll(edge).toBeGreaterThanOrEqual(0);
  expect(await statescope.hash()).toBe(hash);

  await statescope.drop('broken.csv', '1,2\n2,3\n3,x\n');
  const message = statescope.page.getByText(/broken\.csv.*line 3/);
  await expect(message).toHaveCount(1);
  await expect(message).toContainText('x');
  expect(await statescope.hash()).toBe(hash);
  await statescope.button('Step').click();
  await statescope.expectRound(5);

  const edges = Array.from(
    { length: 20 },
    (_, i) => `ada${i} ada${(i + 1) % 20}\nada${(i + 7) % 20} ada${i}`,
  );
  await statescope.drop('friends.txt', `# who follows whom\n${edges.join('\n')}\nada0 ada1\nada3 ada3\n`);
  await expect(statescope.region('Headline')).toContainText('of 20', { timeout: 20_000 });
  await statescope.page.getByRole('button', { name: /^and \d more/ }).click();
  await expect(statescope.page.getByText('1 repeated edge counted once')).toBeVisible();
  await expect(statescope.page.getByText('1 edge from an account to itself left out')).toBeVisible();
  await expect(statescope.button('Bring it back')).toBeVisible();
  await expect(
    statescope.page.getByText('does ada0 follow ada1, ada1 follow ada0, or each the other?'),
  ).toBeVisible();
  const read = await statescope.hash();
  await statescope.page.getByRole('button', { name: 'First follows second', exact: true }).click();
  await expect(statescope.page.getByText('ada0 follows ada1, as was chosen.')).toBeVisible();
  expect(await statescope.hash()).not.toBe(read);
  await statescope.page.getByRole('button', { name: 'Set-up' }).click();
  // Checked once the network has been read again.
  const second = statescope.region('Set-up').getByRole('radio', { name: 'Second follows first' });
  await second.click();
  await expect(second).toBeChecked();
  await expect(statescope.region('Set-up').getByText('ada1 follows ada0, as was chosen.')).toBeVisible();
  expect(await statescope.hash()).toBe(read);
  await statescope.button('Step').click();
  await statescope.expectRound(1);
});

test('messages cover no status and no control, and the last one stands for all, three at most; an invalid parameter of the address is named, its default is used, and the others stay', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('network=scale-free&agents=40&seed=minus-one&activity=900&colour=red');
  for (const words of ['minus-one', '900', 'colour'])
    await expect(statescope.page.getByText(words, { exact: false }).first()).toBeVisible();
  await expect(statescope.region('Headline')).toContainText('of 40');
  await statescope.button('Step').click();
  await statescope.expectRound(1);
  await page.getByRole('alert').first().waitFor();
  while ((await page.getByRole('button', { name: 'Dismiss' }).count()) > 0)
    await page.getByRole('button', { name: 'Dismiss' }).first().click();

  for (const name of ['one', 'two', 'three', 'four'])
    await statescope.drop(`${name}.json`, '{"type": "FeatureCollection", "features": []}');
  const alerts = page.getByRole('alert');
  await expect(alerts).toHaveText([/four\.json/]);
  const earlier = statescope.button('and 2 more');
  const status = page.getByText('Space plays').locator('..');
  const room = async () => {
    const [above, below] = [await status.boundingBox(), await earlier.boundingBox()];
    return below!.y - above!.y - above!.height;
  };
  await expect.poll(room).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 420, height: 800 });
  await expect(alerts).toHaveText([/four\.json/]);
  const end = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const line = await page.getByText('0 failures').last().boundingBox();
    return (await earlier.boundingBox())!.y - line!.y - line!.height;
  };
  await expect.poll(end).toBeGreaterThanOrEqual(0);
  await expectAccessible(page, '[role="alert"]');
  await earlier.click();
  await expect(alerts).toHaveCount(3);
  await expect(alerts.first()).toContainText('two.json');
  for (let left = 3; left > 0; left--) await alerts.first().getByRole('button', { name: 'Dismiss' }).click();
  await expect(alerts).toHaveCount(0);
});

test('an address whose model fails to load stays, and a reload opens it; a chosen model that fails to load gives one message, the run stays, and a later try works', async ({
  statescope,
}) => {
  const { page } = statescope;
  statescope.errors.push(/net::ERR_FAILED/);
  await page.route(/\/assets\/governed-.*\.js$/, route => route.abort());
  await statescope.open('model=governed&seed=3');
  await expect(page.getByText(/the model “Missions” could not be loaded/)).toHaveCount(1);
  await expect(statescope.region('Headline')).toContainText('of 475');
  expect(page.url()).toContain('model=governed&seed=3');
  await page.unroute(/\/assets\/governed-.*\.js$/);
  await page.reload();
  await expect(statescope.region('Headline')).toContainText('missions', { timeout: 20_000 });

  await statescope.button('Step').click();
  await expect(statescope.status).toContainText('Step 1');
  const hash = await statescope.hash();
  await page.route(/\/assets\/librarian-.*\.js$/, route => route.abort());
  await statescope.combobox('Model').selectOption('librarian');
  await expect(page.getByText(/the model “Librarians” could not be loaded/)).toHaveCount(1);
  expect(await statescope.hash()).toBe(hash);
  await expect(statescope.combobox('Model')).toHaveValue('governed');
  await page.unroute(/\/assets\/librarian-.*\.js$/);
  await statescope.combobox('Model').selectOption('librarian');
  await expect(statescope.region('Memory')).toBeVisible({ timeout: 20_000 });
});

test('an impossible set-up in the address gives one message, and the default opens; help that fails to load says so visibly, and appears on retry', async ({
  statescope,
}) => {
  const { page } = statescope;
  statescope.errors.push(/net::ERR_INTERNET_DISCONNECTED/);
  await statescope.open('network=congress&agents=9999');
  await expect(page.getByText(/congress has 475 nodes, so agents cannot be 9999/)).toHaveCount(1);
  await expect(statescope.region('Headline')).toContainText('of 475');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await statescope.button('Help').click();
  const line = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(line).toBeInViewport({ ratio: 1 });
  await page.context().setOffline(false);
  await line.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(line).toHaveCount(0);
  // Its sheet did not come either, the first time.
  await expect(page.getByRole('dialog').locator('kbd').first()).toHaveCSS('font-size', '12px');
});
