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
