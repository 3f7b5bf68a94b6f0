/** Networks whose pictures are measured. */
export const NETWORK_CASES = [
  { name: 'network of 475 people, 13,289 follows', query: 'rounds=31' },
  { name: 'network of 7,624 people, 55,612 follows', query: 'network=lastfm&rounds=31' },
];

/** Pictures of a drag, and pixels of each. */
const DRAG = { steps: 120, pixels: 3 };

/**
 * Opens the network, waits for its layout, zooms in twice as near, then drags it to and fro under a trace.
 * @param traced measures what is done in between: (page, work) → costs
 * @returns milliseconds of the layout, and what the pictures of the drag cost
 */
export async function networkCosts(page, traced) {
  const begun = performance.now();
  await page.getByRole('button', { name: 'network', exact: true }).click();
  const view = page.getByRole('region', { name: 'Network', exact: true });
  await view
    .getByText(/follows$/)
    .first()
    .waitFor({ timeout: 120_000 });
  const laid_ms = Math.round(performance.now() - begun);
  await view.getByRole('img', { name: /^Network/ }).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('w');
  // Until the bitmap of that scale is there.
  await page.waitForTimeout(2500);
  const { x, y, width, height } = await view.boundingBox();
  const [middle, top] = [x + width * 0.6, y + height / 2];
  const costs = await traced(page, async () => {
    await page.mouse.move(middle, top);
    await page.mouse.down();
    for (let step = 1; step <= DRAG.steps; step++) {
      const along = DRAG.steps / 2 - Math.abs(step - DRAG.steps / 2);
      await page.mouse.move(middle + along * DRAG.pixels, top + along);
      await page.waitForTimeout(16);
    }
    await page.mouse.up();
  });
  return { laid_ms, ...costs };
}
