import { expectAccessible } from './accessible.ts';
import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

const RUN = ['--network', 'scale-free', '--agents', '60', '--seed', '5'];

test('playing pauses at the round that the command line stops at, and the last one is found again', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('network=scale-free&agents=60&seed=5&rounds=2');
  await statescope.expectRound(2);
  const { summary } = await headless(...RUN, '--rounds', '60', '--until', 'posts >= 20');
  const { round } = summary.until as { readonly round: number };
  await statescope.button('Pause when…').click();
  const dialog = page.getByRole('dialog', { name: 'Pause when…' });
  await expect(dialog.getByRole('combobox', { name: 'Event' })).toBeVisible();
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('combobox', { name: 'Event' }).selectOption('outcome');
  await dialog.getByRole('combobox', { name: 'Of what' }).selectOption('posts');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('many');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByRole('alert')).toContainText('"posts >= many" is not a condition');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('20');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'posts >= 20' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Play to the next' }).click();
  await statescope.expectRound(round);
  await expect.poll(() => statescope.hash()).toBe(summary.hash);
  await expect(page.getByText(`Paused at Round ${round}: posts >= 20.`)).toBeVisible();
  await statescope.button('Dismiss').click();

  // It is off from here on, so the run plays past it; looking for it leads back.
  await statescope.button('Step').click();
  await statescope.button('Step').click();
  await statescope.expectRound(round + 2);
  await statescope.button('Pause when…').click();
  await expect(dialog).toContainText('paused 1 time');
  await dialog.getByRole('button', { name: 'Back to the last one' }).click();
  await expect(statescope.region('Headline')).toContainText(`Round ${round}`);
  expect(await statescope.hash()).toBe(summary.hash);

  // To a round at full speed, and no further.
  await page.getByLabel('Speed').press('End');
  await statescope.button('Pause when…').click();
  await dialog.getByRole('combobox', { name: 'Event' }).selectOption('round');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('300');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('button', { name: 'Play to the next' }).click();
  await statescope.expectRound(300);
  await expect(page.getByText('Paused at Round 300: round 300.')).toBeVisible();
});

test(
  'conditions stand in the address: a reload and anyone who opens it have them, and the requested rounds are played',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await statescope.open('network=scale-free&agents=60&seed=5&rounds=8&pause=posts+%3E%3D+3&pause=nothing');
    await statescope.expectRound(8);
    await expect(page.getByRole('alert')).toContainText('"nothing" is not a condition');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause when…' });
    const isThere = async () => {
      await statescope.button('Pause when…').click();
      await expect(dialog.getByRole('checkbox', { name: 'posts >= 3' })).toBeChecked();
      await page.keyboard.press('Escape');
    };
    await isThere();
    await expect.poll(() => page.url()).toContain('pause=posts');
    await page.reload();
    await statescope.expectRound(8);
    await isThere();
  },
);

test(
  'a condition on agents pauses the run, and is found again in the run as it was',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    const condition = 'any agent: hand == "works" and balance < 90';
    const expectTick = (tick: number) =>
      expect(statescope.status).toContainText(new RegExp(`Tick ${tick}(?!\\d)`));
    await statescope.open('model=workflow&agents=6&seed=3&rounds=1');
    await expectTick(1);
    const run = ['--model', 'workflow', '--agents', '6', '--seed', '3', '--rounds', '40'];
    const { summary } = await headless(...run, '--until', condition);
    const { round } = summary.until as { readonly round: number };
    await statescope.button('Pause when…').click();
    const dialog = page.getByRole('dialog', { name: 'Pause when…' });
    await dialog.getByRole('combobox', { name: 'Event' }).selectOption('written');
    const written = dialog.getByRole('combobox', { name: 'Condition' });
    await written.fill('any agent: balanse < 9');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'character 12: an agent has no "balanse"; did you mean balance?',
    );
    await written.fill(condition);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('checkbox', { name: condition })).toBeChecked();
    await dialog.getByRole('button', { name: 'Play to the next' }).click();
    await expectTick(round);
    await expect.poll(() => statescope.hash()).toBe(summary.hash);
    // The note that says so lies over the button, and has one itself.
    await statescope.button('Change when…').click();
    await expect(dialog).toContainText('paused 1 time');
    await page.keyboard.press('Escape');
    for (let step = 1; step <= 3; step++) {
      await statescope.button('Step').click();
      await expectTick(round + step);
    }
    await statescope.button('Pause when…').click();
    await dialog.getByRole('button', { name: 'Back to the last one' }).click();
    await expect(statescope.region('Headline')).toContainText(`Tick ${round}`);
    expect(page.url()).toContain('pause=any+agent');
  },
);
