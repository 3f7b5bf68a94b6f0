/** Worlds whose times and pictures are measured: 200 of Congress, 100 rounds each, with and without a look at the button before; and the run alone. */
export const WORLDS_CASES = [
  { name: '200 worlds, pressed half a second after the pointer came', query: 'rounds=100', hesitates: 500 },
  { name: '200 worlds, pressed at once', query: 'rounds=100', hesitates: 0 },
  { name: 'the run alone', query: 'rounds=100', hesitates: null },
];

/**
 * Asks for the worlds, plays the run on beside them, and waits for the last.
 * @param traced measures what is done in between: (page, work) → costs
 * @returns milliseconds from the press to the first worlds, to their range (from three on), to the band of nine in ten (from twenty on) and to all of them,
 * and what the pictures cost meanwhile
 */
export async function worldsCosts(page, hesitates, traced) {
  await page.evaluate(watch);
  const ask = page.getByRole('button', { name: 'Would it happen again?' });
  const costs = await traced(page, async () => {
    await ask.hover();
    await page.waitForTimeout(hesitates);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => globalThis.worldsSeen.all !== undefined, null, { timeout: 120_000 });
  });
  const seen = await page.evaluate(() => globalThis.worldsSeen);
  return { ...seen, ...costs };
}

/** In the page: notes when worlds are on the screen, in milliseconds since the press. */
function watch() {
  const seen = {};
  globalThis.worldsSeen = seen;
  let pressed = null;
  addEventListener('pointerdown', event => (pressed ??= event.timeStamp), { capture: true });
  const note = name => {
    if (pressed !== null) seen[name] ??= Math.round(performance.now() - pressed);
  };
  const look = () => {
    const bar = document.querySelector('progress[aria-label="Worlds played"]');
    if (bar !== null && bar.value > 0) note('first');
    if (bar !== null && bar.value === bar.max) note('all');
    const states = document.querySelector('section[aria-label="State distribution"]')?.textContent ?? '';
    if (/all of \d+ worlds/.test(states)) note('range');
    if (states.includes('9 in 10 worlds')) note('band');
    requestAnimationFrame(look);
  };
  look();
}
