import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rules that depend on the theme; the others hold in both once they hold in the dark one. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What is loaded of axe where the page has it already. */
const LOADED = ';';

/** Holds a screen, or a part of it, to axe in both themes. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  await expectAccessibleInDark(page, part);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await objections(page, part, { only: ABOUT_COLOURS }, LOADED)).toEqual([]);
}

/** The same in the dark theme alone, where the light one adds nothing. */
export async function expectAccessibleInDark(page: Page, part = 'html'): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await objections(page, part)).toEqual([]);
}

/**
 * Holds a whole screen to axe, and in both themes the colours of the parts that are new on it: the page of each model shows the
 * colours of the rest. Contrast takes most of the time of axe.
 */
export async function expectScreenAccessible(page: Page, newParts: readonly string[]): Promise<void> {
  for (const part of newParts) {
    await expect(page.locator(part).first()).toBeVisible();
    await expect(page.locator(part).first()).not.toBeEmpty();
  }
  const newPart = newParts.join(', ');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await objections(page, 'html', { except: ABOUT_COLOURS })).toEqual([]);
  expect(await objections(page, newPart, { only: ABOUT_COLOURS }, LOADED)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await objections(page, newPart, { only: ABOUT_COLOURS }, LOADED)).toEqual([]);
}

interface Rules {
  readonly only?: string[];
  readonly except?: string[];
}

/** @param rules all unless some are named @param axeSource axe itself, unless it is there */
async function objections(
  page: Page,
  part: string,
  { only, except = [] }: Rules = {},
  axeSource?: string,
): Promise<string[]> {
  // A view that is still fading in has no colour yet.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map(animation => animation.finished));
  });
  // No frames to look into, and nothing but what is wrong: a third of the time.
  const axe = new AxeBuilder({ page, ...(axeSource === undefined ? {} : { axeSource }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .include(part);
  const { violations } = await (only === undefined
    ? axe.disableRules(except)
    : axe.withRules(only)
  ).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => `${node.target} ${node.html}`).join(' ')}`,
  );
}
