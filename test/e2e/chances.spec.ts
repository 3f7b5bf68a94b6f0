import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

test(
  'missions get second chances in Set-up, byte for byte as headless, and views show who was sent back',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await statescope.open('model=governed');
    await statescope.button('Set-up').click();
    const field = statescope.region('Set-up').getByRole('spinbutton', { name: /^Second chances/ });
    await field.fill('2');
    await field.press('Tab');
    await expect(page).toHaveURL(/second_chances=2/);
    await expect(statescope.status).toContainText(/Step 0(?!\d)/);
    const chart = statescope.region('Statechart');
    await expect(chart.getByRole('button', { name: /^stuck_search/ })).toBeVisible();
    await expect(chart).toContainText('gets another try');
    await statescope.button('Set-up').click();
    for (let step = 1; step <= 12; step++) {
      await statescope.button('Step').click();
      await expect(statescope.status).toContainText(new RegExp(`Step ${step}(?!\\d)`));
    }
    const { bytes } = await statescope.export();
    const same = await headless('--model', 'governed', '--set', 'second_chances=2', '--rounds', '12');
    expect(bytes.equals(same.bytes)).toBe(true);
    expect(await statescope.hash()).toBe(same.summary.hash);

    // It is stuck for the first time in Step 9 and back in Step 10.
    const timelines = statescope.region('Agent timelines');
    await timelines.getByRole('combobox', { name: /^Search/ }).fill('Secret password');
    await timelines.getByRole('img').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const inspector = statescope.region('Agent inspector');
    await expect(inspector).toContainText('Sent back for another try 1 of 2 times.');
    await expect(inspector).toContainText('second chance 1 of 2');
    await expect(inspector).toContainText('searched for “password security” 3 times, advised at 2');
    const trace = statescope.region('Call trace');
    await expect(trace.getByRole('img')).toHaveAccessibleName(/sent back for another try 1 time/);
    await trace.getByRole('img').focus();
    // Back to the step after the resume, of which the inspector has the prompt.
    await page.keyboard.press('ArrowLeft');
    await expect(inspector).toContainText('Status: WARNED');
    await expect(inspector).toContainText('You were found stuck by the rule repeated_search');
    await expect(inspector).toContainText('1 more is left');
  },
);
