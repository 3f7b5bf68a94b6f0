import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { longUnless } from './long.ts';
import { expect, test } from './page.ts';

/** Rules of axe that ask for a name for those who do not see the page. */
const NAME_RULES = [
  'button-name',
  'link-name',
  'select-name',
  'label',
  'input-button-name',
  'aria-input-field-name',
];

const MODELS = ['social', 'governed', 'librarian', 'workflow', 'chart', 'recorded'] as const;
/** Buttons that open a part of the page, where a model has it. */
const PARTS = ['Set-up', 'Who decides', 'Runs', 'Statistics', 'Log'] as const;

for (const model of MODELS)
  test(
    `every button, menu and field of model ${model} has a name, and one without words of its own shows it to the mouse`,
    longUnless(model === 'workflow'),
    async ({ page, statescope }) => {
      await statescope.open(`model=${model}&rounds=12`);
      await expectNamed(page, 'at first');
      for (const part of PARTS) {
        const button = statescope.button(part).first();
        if (!(await button.isVisible())) continue;
        await button.click();
        await expectNamed(page, part);
      }
      await statescope.button('Compare…').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNamed(page, 'Compare');
    },
  );

async function expectNamed(page: Page, where: string): Promise<void> {
  // What was opened is loaded when it is asked for.
  await page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(NAME_RULES).analyze();
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  const controls = await page.evaluate(collectControls);
  expect(controls.count, where).toBeGreaterThan(15);
  expect(controls.untitled, where).toEqual([]);
}

/** The controls that are seen, and those of them that show neither a word nor, under the mouse, a title. */
function collectControls(): { readonly count: number; readonly untitled: readonly string[] } {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('button, a[href], select, input, textarea'),
  ].filter(
    control => control.checkVisibility({ visibilityProperty: true }) && control.getClientRects().length > 0,
  );
  const hasWords = (control: HTMLElement): boolean => {
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
      return [...(control.labels ?? [])].some(label => /[\p{L}\p{N}]/u.test(label.innerText));
    return control instanceof HTMLTextAreaElement || /[\p{L}\p{N}]/u.test(control.innerText);
  };
  const untitled = controls.filter(
    control => !hasWords(control) && !control.closest('[title]:not([title=""])'),
  );
  return { count: controls.length, untitled: untitled.map(({ outerHTML }) => outerHTML.slice(0, 200)) };
}
