import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { longUnless } from './long.ts';
import { expect, type Statescope, test } from './page.ts';

/** The view that each model draws in the cascade's place. */
const PLACES = {
  social: 'Cascade',
  governed: 'Call trace',
  librarian: 'Memory',
  workflow: 'Exchange',
  chart: 'Flow',
} as const;
const MODELS = ['social', 'governed', 'librarian', 'workflow', 'chart'] as const;

for (const model of MODELS)
  test(
    `axe finds nothing on the page of model ${model}, and a narrow or zoomed window hides nothing`,
    longUnless(model !== 'workflow'),
    async ({ page, statescope }) => {
      await statescope.open(`model=${model}&rounds=12`);
      await expect(statescope.status).toContainText(' 12 ');
      for (const [width, height] of [
        [390, 844],
        [720, 450],
      ]) {
        await page.setViewportSize({ width, height });
        await expectReached(statescope, model);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await statescope.region('Agent timelines').getByRole('img').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await statescope.button('Set-up').click();
      await expect(statescope.region('Set-up')).toBeVisible();
      await expectAccessible(page);
    },
  );

async function expectRoomInBar(page: Page): Promise<void> {
  const bar = page.getByRole('banner');
  for (const width of [1180, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const rooms = await bar.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(rooms).toEqual([width, width]);
  }
}

async function expectReached(statescope: Statescope, model: keyof typeof PLACES): Promise<void> {
  for (const name of ['Reset', 'Step', 'Play', 'New seed', 'Export JSON']) {
    await statescope.button(name).click({ trial: true });
  }
  for (const name of [
    'Statechart',
    'State distribution',
    PLACES[model],
    'Agent timelines',
    'Agent inspector',
  ]) {
    await statescope.region(name).scrollIntoViewIfNeeded();
    await expect(statescope.region(name)).toBeInViewport();
  }
  expect(await tooWide(statescope.page)).toBe(false);
}

const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

test('the bar has room for long names, every control can be reached by Tab and shows its focus, and the keyboard alone starts, steps, inspects and exports', async ({
  page,
  statescope,
}) => {
  // What is changed makes for the longest names in the bar.
  await statescope.open('model=governed&obedience=0');
  await expectRoomInBar(page);
  const seen = new Set<string>();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      // A box of the chart shows it by the stroke of its outline.
      const stroke = element.querySelector(':scope > rect');
      return {
        name:
          element.getAttribute('aria-label') ??
          ((element as HTMLInputElement).labels?.[0]?.innerText || element.innerText || '')
            .trim()
            .split('\n')[0],
        visible:
          outlineStyle !== 'none' ||
          boxShadow !== 'none' ||
          element === document.body ||
          (stroke !== null && getComputedStyle(stroke).strokeWidth === '2px'),
      };
    });
    expect(focus.visible, `focus of "${focus.name}" is not visible`).toBe(true);
    seen.add(focus.name);
  }
  for (const name of ['Reset', 'Step', 'Play', 'Speed', 'Seed', 'New seed', 'Export JSON'])
    expect([...seen]).toContain(name);

  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('ArrowRight');
  await expect(statescope.status).toContainText(/Step 1(?!\d)/);
  await page.keyboard.press('Space');
  await expect(statescope.button('Pause')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(statescope.button('Play')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await statescope.button('Export JSON').focus();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toContain('governed');
});
