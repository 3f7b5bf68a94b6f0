import { expect, test } from './page.ts';

test('the way back leads to the earlier question, and forward again, while the run stays', async ({
  statescope,
}) => {
  const { page } = statescope;
  const getView = () => new URL(page.url()).searchParams.get('view');
  const isChosen = (name: string) => expect(statescope.button(name)).toHaveAttribute('aria-pressed', 'true');
  await statescope.open('model=recorded&preset=retail');
  await expect(statescope.region('Loops')).toBeVisible();
  await page.keyboard.press('2');
  await statescope.button('States').click();
  await expect.poll(getView).toBe('states');
  await page.goBack();
  await isChosen('Rules');
  await expect.poll(getView).toBe('rules');
  await page.goBack();
  await isChosen('Cost');
  await page.goForward();
  await isChosen('Rules');
  // Another set has come since: the entry shows its question for that one, and its address.
  await statescope.combobox('Traces').selectOption('telecom');
  await expect(page.getByText('30 succeeded, 10 failed')).toBeVisible();
  await page.goBack();
  await isChosen('Cost');
  await expect.poll(() => new URL(page.url()).searchParams.get('preset')).not.toBe('retail');
  await expect(statescope.combobox('Traces')).toHaveValue('telecom');
});

test('a view that is wrong is reported as well where a saved run is restored, and a step after the end of a recording is', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=telecom&rounds=99999');
  await expect(page.getByText('Step 99,999 was asked for; this recording ends at step 102.')).toBeVisible();
  await expect(page.getByText('saved in this browser up to Step 102')).toBeVisible();
  await page.evaluate(() => {
    const url = new URL(location.href);
    url.searchParams.set('view', 'nothing');
    history.replaceState(null, '', url);
  });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(
    'view=nothing in the address: must be one of cost, rules, states, clock',
  );
  await expect(page.getByText('saved in this browser up to Step 102')).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.has('view')).toBe(false);
});
