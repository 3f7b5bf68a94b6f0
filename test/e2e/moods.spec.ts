import { headless } from './headless.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

test(
  'people get moods in Set-up, byte for byte as headless, and views show them',
  LONG,
  async ({ statescope }) => {
    const { page } = statescope;
    await statescope.open('rounds=3');
    const flat = await statescope.hash();
    await statescope.button('Set-up').click();
    await statescope.region('Set-up').getByRole('combobox', { name: 'Chart' }).selectOption('with moods');
    await expect(page).toHaveURL(/moods=true/);
    await expect(statescope.combobox('Region shown')).toHaveValue('0');
    for (let round = 1; round <= 3; round++) await statescope.button('Step').click();
    await expect(statescope.status).toContainText('Round 3');
    const { bytes } = await statescope.export();
    const same = await headless('--moods', 'on', '--rounds', '3');
    expect(bytes.equals(same.bytes)).toBe(true);
    expect(await statescope.hash()).toBe(same.summary.hash);
    expect(same.summary.hash).not.toBe(flat);
    await statescope.combobox('Region shown').selectOption('mood');
    await expect(
      statescope.region('Statechart').getByRole('button', { name: /^(calm|engaged|fed up)/ }),
    ).toHaveCount(3);
    await expect(statescope.region('Headline')).toContainText('stirred');
    await statescope.region('Agent timelines').getByRole('img').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(statescope.region('Agent inspector')).toContainText(/as well/);
    expect(await statescope.hash()).toBe(same.summary.hash);
  },
);
