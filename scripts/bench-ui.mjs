// npm run bench:ui: what playing costs the page's main thread, CPU milliseconds a picture, from Chromium's trace of
// the production build. Software rendering, so what the browser paints is in other threads and not counted.
// npm run bench:ui -- past: looking back, by the ruler and at random.
// npm run bench:ui -- network: dragging who follows whom, and playing beside it.
// npm run bench:ui -- worlds: many worlds, to the first band and to the last, while the run plays on.
// npm run bench:ui -- recorded: traces dropped on the page, to their first picture, and playing them, also by the clock.
// npm run bench:ui -- soak [MINUTES]: pictures and memory over a long run, an hour unless given.
// With --only=TEXT those cases alone whose names contain it.
// npm run bench:ui -- models: the same while toy models inside the browser decide, alone. Needs clang and lld.
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, ROOT } from './install.mjs';
import { NETWORK_CASES, networkCosts } from './networkCosts.mjs';
import { PAST_CASES, pastCosts } from './pastCosts.mjs';
import { clockCosts, droppedIn, RECORDED_CASES } from './recordedCosts.mjs';
import { SOAK_CASES, soakCosts } from './soakCosts.mjs';
import { WORLDS_CASES, worldsCosts } from './worldsCosts.mjs';

const PORT = 4189;
const SECONDS = 8;
const ONLY = /^--only=(.*)/.exec(process.argv.at(-1))?.[1] ?? '';
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
  {
    name: '1,000,000 agents, as fast as it goes',
    query: 'network=scale-free&agents=1000000&rounds=10',
    speed: 'max',
  },
  {
    name: '100,000 watches, a chart with regions',
    query: 'model=chart&preset=watch&agents=100000&rounds=10',
    speed: 'max',
  },
];
/** Decided by a model, one token a decision, from round 0. */
const MODEL_CASES = [
  { name: '500 agents, decided by WebLLM', kind: 'webllm' },
  { name: '500 agents, decided by wllama', kind: 'wllama' },
];
const MODEL_QUERY = 'network=scale-free&agents=500';

ensureInstalled();
await ensureBuilt();
const { preview, runnerImport } = await import('vite');
const isWithoutModels =
  ONLY !== '' || ['past', 'network', 'recorded', 'worlds', 'soak'].includes(process.argv[2]);
const host = isWithoutModels ? null : await serveModels();
const server = await preview({
  root: ROOT,
  logLevel: 'silent',
  preview: { host: '127.0.0.1', port: PORT, strictPort: true, open: false },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // WebGPU on the processor, for WebLLM.
    '--enable-unsafe-webgpu',
    '--use-webgpu-adapter=swiftshader',
  ],
});
const rows = [];
const measurements = {
  past: PAST_CASES.map(one => [one, measurePast]),
  network: NETWORK_CASES.map(one => [one, measureNetwork]),
  recorded: RECORDED_CASES.map(one => [one, measureRecorded]),
  worlds: WORLDS_CASES.map(one => [one, measureWorlds]),
  soak: SOAK_CASES.map(one => [one, measureSoak]),
  models: MODEL_CASES.map(one => [one, measureModel]),
}[process.argv[2]] ?? [...CASES.map(one => [one, measure]), ...MODEL_CASES.map(one => [one, measureModel])];
for (const [one, measured] of measurements.filter(([{ name }]) => name.includes(ONLY))) {
  process.stderr.write(`${one.name}\n`);
  rows.push({ name: one.name, ...(await measured(one)) });
}
console.log(JSON.stringify({ chromium: browser.version(), seconds: SECONDS, rows }, null, 1));
await browser.close();
server.httpServer.close();
await host?.close();
process.exit(0);

/** The toy models, on loopback. */
async function serveModels() {
  const file = join(ROOT, 'test/runtimes/webllm/modelHost.ts');
  const { module } = await runnerImport(file, { root: ROOT, configFile: false, logLevel: 'silent' });
  return module.serveModels();
}

async function measure({ query, speed }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${PORT}/?${query}`);
  const rounds = Number(new URLSearchParams(query).get('rounds'));
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`(Round|Tick) ${rounds}`) })
    .waitFor({ timeout: 120_000 });
  if (speed === 'max') await page.getByRole('slider', { name: 'Speed' }).press('End');
  const { costs } = await played(page);
  await page.close();
  return costs;
}

async function measurePast({ query }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${PORT}/?${query}`);
  const costs = await pastCosts(page);
  await page.close();
  return costs;
}

/** A run that goes on and on. */
async function measureSoak({ query }) {
  const page = await openedAt(1, query);
  const costs = await soakCosts(page, Number(process.argv[3] ?? 60), traced);
  await page.close();
  return costs;
}

/** Traces, from their drop to the first picture, and playing them. */
async function measureRecorded(one) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${PORT}/?model=recorded`);
  const dropped = await droppedIn(page, one);
  const { costs } = await played(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const clock = await clockCosts(page, traced);
  // To its end, so that it begins again.
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText(/^All recorded steps are played/).waitFor({ timeout: 120_000 });
  const { costs: playing } = await played(page);
  await page.close();
  return { ...dropped, ...costs, clock: { ...clock, playing } };
}

/** A page of a run at that round. */
async function openedAt(round, query) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${PORT}/?${query}`);
  const status = page.getByRole('status').filter({ hasText: `Round ${round}` });
  await status.waitFor({ timeout: 120_000 });
  return page;
}

/** Many worlds of a run, which plays on. */
async function measureWorlds({ query, hesitates }) {
  const page = await openedAt(100, query);
  await page.waitForTimeout(1500);
  const costs = hesitates === null ? (await played(page)).costs : await worldsCosts(page, hesitates, traced);
  await page.close();
  return costs;
}

/** The layout, a drag, and a run that plays on while its network is on the screen. */
async function measureNetwork({ query }) {
  const page = await openedAt(31, query);
  const { laid_ms, ...dragging } = await networkCosts(page, traced);
  await page.keyboard.press('f');
  const { costs: playing } = await played(page);
  await page.close();
  return { laid_ms, dragging, playing };
}

/** Also one-token decisions a second, by the calls that the tab Oracle counts. */
async function measureModel({ kind }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const allow = url => localStorage.setItem('statescope-hosts', JSON.stringify([url]));
  await page.addInitScript(allow, host.url);
  await page.goto(`http://127.0.0.1:${PORT}/?${MODEL_QUERY}`);
  await page.getByRole('status').filter({ hasText: 'Round 0' }).waitFor();
  await startWith(page, kind);
  await page.getByRole('slider', { name: 'Speed' }).press('End');
  const calls = page.getByRole('region', { name: 'Oracle' }).locator('dl > div', { hasText: /calls$/ });
  const count = async () => Number((await calls.first().innerText()).replace(/\D/g, ''));
  const { costs, counted, seconds } = await played(page, count);
  await page.close();
  return { decisions_per_second: Math.round(counted / seconds), ...costs };
}

/** The way of a person: own model, download, start again. */
async function startWith(page, kind) {
  await page.getByRole('combobox', { name: 'Oracle' }).selectOption(kind);
  const panel = page.getByRole('region', { name: 'Who decides' });
  await panel.getByText(/^Your own/).click();
  await panel.getByLabel('model, URL').fill(`${host.url}/${kind === 'webllm' ? 'toy' : 'tiny.gguf'}`);
  if (kind === 'webllm') await panel.getByLabel('library, URL').fill(`${host.url}/toy-webgpu.wasm`);
  await panel.getByRole('button', { name: 'Add to the list' }).click();
  await panel.getByRole('button', { name: /^Download/ }).click();
  await panel.getByText(/is ready$/).waitFor({ timeout: 60_000 });
  await panel.getByRole('button', { name: 'Start again with this model' }).click();
  await panel.getByText('It decides in this run').waitFor();
}

/** Plays for some seconds under a trace. @param count what is counted beside. */
async function played(page, count = async () => 0) {
  const roundOf = async () =>
    Number(/(?:Round|Tick|Step) (−?\d+)/.exec(await page.getByRole('status').first().innerText())?.[1]);
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await play.waitFor({ timeout: 300_000 });
  const stood = await roundOf();
  await play.click();
  // A recording that is at its end begins again.
  while ((await roundOf()) === stood) await page.waitForTimeout(100);
  await page.waitForTimeout(1000);
  const first = await roundOf();
  let [counted, seconds] = [0, 0];
  const costs = await traced(page, async () => {
    const [begun, before] = [performance.now(), await count()];
    await page.waitForTimeout(SECONDS * 1000);
    [counted, seconds] = [(await count()) - before, (performance.now() - begun) / 1000];
  });
  const rounds_played = (await roundOf()) - first;
  return { costs: { rounds_played, ...costs }, counted, seconds };
}

/** What the pictures cost that are drawn while something is done. */
async function traced(page, work) {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString());
  return frameCosts(trace.traceEvents);
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
