import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { chromium as debian } from '../../chromium.ts';
import { freePort } from '../../freePort.ts';
import { CASES } from './cases.ts';
import { newTally, type Tally } from './tally.ts';

/** Kills of a run before another model's takes its place. */
const A_RUN = 5;
/** Most milliseconds that one plays on before the browser is killed. */
const MAX__LENGTH = 900;
const ROUND = /\b(?:Round|Step|Cycle|Tick) (\d+)/;

/** A browser over a profile that stays, and its process. */
async function browserOn(profile: string) {
  const context = await chromium.launchPersistentContext(profile, debian);
  const session = await context.browser()?.newBrowserCDPSession();
  const info = await session?.send('SystemInfo.getProcessInfo');
  const pid = info?.processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
  return { context, page: context.pages()[0] ?? (await context.newPage()), pid };
}

/** The built page, served to this machine. */
async function served(): Promise<{ readonly url: string; end(): void }> {
  const port = await freePort();
  const server = spawn(process.execPath, ['scripts/serve.mjs', String(port)], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await wait(100);
  }
  return { url, end: () => server.kill() };
}

const roundOf = async (page: Page): Promise<number> =>
  Number(ROUND.exec(await page.locator('output[role="status"]').first().innerText())?.[1] ?? 0);
const keptIn = async (page: Page): Promise<number> => {
  const told = await page
    .getByText(/^saved in this browser up to/)
    .first()
    .innerText({ timeout: 30_000 });
  return Number(ROUND.exec(told)?.[1] ?? 0);
};
const hashOf = async (page: Page): Promise<string> =>
  /[0-9a-f]{64}/.exec((await page.getByLabel('Run hash').getAttribute('title')) ?? '')?.[0] ?? '';
/** Waits until the run stands. */
const still = (page: Page) =>
  page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 60_000 });

/** Waits until a run that comes back shows a round; what does not come in time is the last that came. */
async function backAt(page: Page, wanted: number): Promise<number> {
  await still(page);
  for (let tries = 0; tries < 200 && (await roundOf(page)) < wanted; tries++) await wait(100);
  return roundOf(page);
}

/** Plays a run in a browser that is killed so many times. */
async function killedRun(url: string, run: number, kills: number, tally: Tally, random: () => number) {
  const profile = await mkdtemp(join(tmpdir(), 'statescope-kills-'));
  const { model, query: usual } = CASES[run % CASES.length];
  const query = `${usual}&seed=${7 + run}`;
  let address = `?${query}`;
  let acknowledged = 0;
  for (let kill = 0; kill <= kills; kill++) {
    const { context, page, pid } = await browserOn(profile);
    await page.goto(url + address);
    const back = await backAt(page, acknowledged);
    const isOver = (await page.locator('button[title^="nothing more can happen"]').count()) > 0;
    if (kill === kills || isOver) {
      tally.add({ back, kept: acknowledged }, acknowledged, false);
      const hash = await hashOf(page);
      const played = `?${query}&rounds=${back}`;
      await context.close();
      tally.end(model, hash === (await playedHash(url + played, back)));
      break;
    }
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    address = new URL(page.url()).search;
    await keptIn(page);
    await wait(random() * MAX__LENGTH);
    const kept = await keptIn(page);
    process.kill(pid, 'SIGKILL');
    await context.close().catch(() => undefined);
    tally.add({ back, kept: Math.max(kept, acknowledged) }, acknowledged, true);
    acknowledged = Math.max(acknowledged, kept);
  }
  await rm(profile, { recursive: true, force: true });
}

/** Hash of the run that nobody killed, in a browser that knows nothing of the other. */
async function playedHash(address: string, round: number): Promise<string> {
  const browser = await chromium.launch(debian);
  const page = await browser.newPage();
  await page.goto(address);
  await backAt(page, round);
  const hash = await hashOf(page);
  await browser.close();
  return hash;
}

/** Kills browsers at random moments while they play runs of all models, and reopens them. @param random numbers from 0 to 1 */
export async function killBrowsers(kills: number, random: () => number): Promise<Tally> {
  const tally = newTally('browser');
  if (kills === 0) return tally;
  const { url, end } = await served();
  try {
    for (let run = 0; tally.kills < kills; run++) {
      await killedRun(url, run, Math.min(A_RUN, kills - tally.kills), tally, random);
      process.stderr.write(`\r${tally.words()}  `);
    }
  } finally {
    end();
  }
  process.stderr.write('\n');
  return tally;
}
