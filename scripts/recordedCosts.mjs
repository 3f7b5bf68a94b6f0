import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Event logs that are made for the measurement. */
export const RECORDED_CASES = [
  { name: '10,000 recorded cases of 50 events, 4 steps/s', cases: 10_000, events: 50 },
];

const TOOLS = ['find_user', 'get_order', 'search', 'book', 'cancel', 'modify', 'calculate', 'transfer'];

/** Gives an event log to a page. @returns its size and what passed to the first picture, in seconds */
export async function droppedIn(page, { cases, events }) {
  const folder = mkdtempSync(join(tmpdir(), 'statescope-bench-'));
  try {
    const name = 'cases.csv';
    const bytes = written(join(folder, name), cases, events);
    // What the page keeps and asks for the run before is over.
    await page.waitForTimeout(3000);
    const begun = performance.now();
    await page.getByLabel('Trace files').setInputFiles(join(folder, name));
    const isShown = shown => [...document.querySelectorAll('option')].some(one => one.textContent === shown);
    await page.waitForFunction(isShown, name, { timeout: 300_000, polling: 'raf' });
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    return { mb: Math.round(bytes / 1e6), first_picture_s: (performance.now() - begun) / 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Pictures of zooming in and out, and of panning. */
const ZOOM = { steps: 40, turn: 60, pan: 40 };

/**
 * Shows the cases by the clock, from all of them to a few seconds and back, and along.
 * @param traced measures what is done in between: (page, work) → costs
 * @returns milliseconds to the first lanes, and what the pictures cost
 */
export async function clockCosts(page, traced) {
  const begun = performance.now();
  await page.getByRole('button', { name: 'Clock', exact: true }).click();
  const lanes = page.getByRole('img', { name: /^Lanes by the clock/ });
  await lanes.waitFor({ timeout: 120_000 });
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  const lanes_ms = Math.round(performance.now() - begun);
  await lanes.press('0');
  const { x, y, width, height } = await lanes.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  const zooming = await traced(page, async () => {
    await page.keyboard.down('Control');
    for (let step = 0; step < 2 * ZOOM.steps; step++) {
      await page.mouse.wheel(0, step < ZOOM.steps ? -ZOOM.turn : ZOOM.turn);
      await page.waitForTimeout(16);
    }
    await page.keyboard.up('Control');
    for (let step = 0; step < ZOOM.pan; step++) {
      await page.mouse.wheel(step % 2 === 0 ? 40 : 0, step % 2 === 0 ? 0 : 90);
      await page.waitForTimeout(16);
    }
  });
  return { lanes_ms, zooming };
}

/** Writes an event log, the same each time. @returns its length */
function written(path, cases, events) {
  const lines = ['case,activity,time,end,args,result,tokens_in,tokens_out'];
  const start = Date.UTC(2025, 7, 1);
  for (let c = 0; c < cases; c++)
    for (let i = 0; i < events; i++) {
      const at = start + (c + i) * 1000;
      const tool = TOOLS[(c * 7 + i * i) % TOOLS.length];
      lines.push(
        `c${c},${tool},${at},${at + 500},id=${(c * 31 + i * 17) % 4001},ok ${(c * i) % 997},${900 + i},34`,
      );
    }
  const text = `${lines.join('\n')}\n`;
  writeFileSync(path, text);
  return text.length;
}
