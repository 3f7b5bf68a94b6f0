// npm run bench:ui: what playing costs the page's main thread, CPU milliseconds a picture, from Chromium's trace of
// the production build. Software rendering, so what the browser paints is in other threads and not counted.
import { chromium } from 'playwright';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, ROOT } from './install.mjs';

const PORT = 4189;
const SECONDS = 8;
const CASES = [
  { name: '500 agents, 4 rounds/s', query: 'network=scale-free&agents=500&rounds=2000', speed: null },
  {
    name: '500 agents, as fast as it goes',
    query: 'network=scale-free&agents=500&rounds=2000',
    speed: 'max',
  },
  {
    name: '10,000 agents, as fast as it goes',
    query: 'network=scale-free&agents=10000&rounds=200',
    speed: 'max',
  },
  {
    name: '100,000 agents, as fast as it goes',
    query: 'network=scale-free&agents=100000&rounds=20',
    speed: 'max',
  },
];

ensureInstalled();
await ensureBuilt();
const { preview } = await import('vite');
const server = await preview({
  root: ROOT,
  logLevel: 'silent',
  preview: { host: '127.0.0.1', port: PORT, strictPort: true, open: false },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
const rows = [];
for (const one of CASES) {
  process.stderr.write(`${one.name}\n`);
  rows.push({ name: one.name, ...(await measure(one)) });
}
console.log(JSON.stringify({ chromium: browser.version(), seconds: SECONDS, rows }, null, 1));
await browser.close();
server.httpServer.close();
process.exit(0);

async function measure({ query, speed }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${PORT}/?${query}`);
  const rounds = Number(new URLSearchParams(query).get('rounds'));
  await page
    .getByRole('status')
    .filter({ hasText: `Round ${rounds}` })
    .waitFor({ timeout: 120_000 });
  if (speed === 'max') await page.getByRole('slider', { name: 'Speed' }).press('End');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(1000);
  const roundOf = async () =>
    Number(/Round (−?\d+)/.exec(await page.getByRole('status').first().innerText())?.[1]);
  const first = await roundOf();
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await page.waitForTimeout(SECONDS * 1000);
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const played = (await roundOf()) - first;
  await page.close();
  return { rounds_played: played, ...frameCosts(trace.traceEvents) };
}

/** CPU time of the main thread's tasks for each picture: up to the end of its commit to the compositor. */
function frameCosts(events) {
  const main = mainThread(events);
  const own = events.filter(e => e.pid === main.pid && e.tid === main.tid);
  // A commit lies inside the task that renders: a picture ends where its commit does.
  const ends = own
    .filter(e => e.name === 'Commit' && e.dur !== undefined)
    .map(e => e.ts + e.dur)
    .sort((a, b) => a - b);
  const tasks = own.filter(e => e.ph === 'X' && e.name === 'RunTask' && e.tdur !== undefined);
  const costs = ends.map(() => 0);
  for (const task of tasks) {
    const middle = task.ts + task.dur / 2;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const between = (low + high) >> 1;
      if (ends[between] < middle) low = between + 1;
      else high = between;
    }
    if (low < ends.length) costs[low] += task.tdur / 1000;
  }
  costs.sort((a, b) => a - b);
  const at = q => Math.round((costs[Math.floor(q * (costs.length - 1))] ?? Number.NaN) * 100) / 100;
  return { frames: costs.length, ms_p50: at(0.5), ms_p95: at(0.95), ms_max: at(1) };
}

function mainThread(events) {
  const names = events.filter(e => e.name === 'thread_name' && e.args.name === 'CrRendererMain');
  const count = thread => events.filter(e => e.pid === thread.pid && e.tid === thread.tid).length;
  return names.sort((a, b) => count(b) - count(a))[0];
}
