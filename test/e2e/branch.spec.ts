import { headless } from './headless.ts';
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

  await statescope.button('Bring it back').click();
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
