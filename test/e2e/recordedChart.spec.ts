import { expect, test } from './page.ts';

test('a box in which no case is shows those that have been there, and a double click in the chart selects no text', async ({
  statescope,
}) => {
  const { page } = statescope;
  await statescope.open('model=recorded&preset=telecom');
  const box = (name: RegExp) => page.getByRole('button', { name });
  const chart = statescope.region('Statechart');
  await box(/^LOOKUP, 0 cases/).click();
  await expect(chart).toContainText('outlined: 40 cases that have been there');
  const inspector = statescope.region('Agent inspector');
  await expect(inspector).toContainText('No case is in LOOKUP now');
  await expect(inspector.getByRole('listitem').first()).toContainText('first in step');
  await page.keyboard.press('Escape');
  await expect(chart).toContainText('outlined: case');

  // Where words can be hit, too.
  const { x, y } = (await box(/^succeeded, 30 cases/).boundingBox())!;
  for (const [right, down] of [
    [16, 31],
    [30, 12],
  ])
    await page.mouse.dblclick(x + right, y + down);
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
});
