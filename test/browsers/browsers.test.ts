import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inProcess, ROOT } from '../cli/command.ts';
import { sample } from '../runs.ts';
import { buildGguf } from '../runtimes/llama/llama.ts';
import type { BrowserPage } from './browser.ts';
import { openFirefox } from './firefox.ts';
import { choose, drop, exported, focus, focused, giveGguf, hashShown, pressed, textWith } from './inPage.ts';
import { openWebKit } from './webkit.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-browsers-'));
const { serve } = (await import(join(ROOT, 'scripts/serve.mjs'))) as {
  serve(options: { host: string; port: number }): Promise<Server>;
};
let server: Server;
let home = '';
beforeAll(async () => {
  server = await serve({ host: '127.0.0.1', port: 0 });
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** What the command line makes of the same run: its hash, and the SHA-256 of its document. */
async function headless(...options: string[]): Promise<readonly [hash: string, document: string]> {
  const out = join(folder, 'run.json');
  const { code, stdout, stderr } = await inProcess('run', ...options, '--out', out);
  expect([code, stderr.includes('Error')]).toEqual([0, false]);
  const hash: string = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}').hash;
  return [hash, createHash('sha256').update(readFileSync(out)).digest('hex')];
}

const APPLY = 'section[aria-label="Workflow"] button[title*="Control or Command"]';
const STATUS = 'output[role="status"]';
const ROUNDS = 15;

describe.each([
  { name: 'Firefox', start: openFirefox, keeps: true },
  // It has no handles to files for workers; Safari has.
  { name: 'WebKit', start: openWebKit, keeps: false },
])('in $name', ({ name, start, keeps }) => {
  let page: BrowserPage;
  beforeAll(async () => {
    page = await start();
  }, 60_000);
  afterAll(() => page?.close());
  afterEach(() => expect(page.takeErrors()).toEqual([]));

  /** Waits for a text, in parts that are shorter than a driver waits. @param pattern of a regular expression */
  async function expectText(selector: string, pattern: string, parts = 2): Promise<void> {
    const wanted = new RegExp(pattern);
    let text = '';
    for (let part = 0; part < parts && !wanted.test(text); part++)
      text = await page.run(textWith, [selector, pattern, 15] as const);
    expect(text).toMatch(wanted);
  }
  const expectRound = (round: number) => expectText(STATUS, `(Round|Step|Cycle|Tick) ${round}(?!\\d)`);
  const written = async () => [await page.run(hashShown, null), await page.run(exported, null)];

  /** Opens a model's run and holds it to what the command line writes. */
  async function expectSameRun(model: string): Promise<void> {
    await page.open(`${home}?model=${model}&rounds=${ROUNDS}`);
    await expectRound(ROUNDS);
    expect(await written()).toEqual(await headless('--model', model, '--rounds', String(ROUNDS)));
    if (process.env.SHOTS)
      writeFileSync(join(process.env.SHOTS, `${name}-${model}.png`), await page.screenshot());
  }

  it.each(sample(['chart'], ['governed', 'librarian']))(
    'a run of model %s has the bytes that the command line writes',
    expectSameRun,
  );

  it('a run of model social has the command line’s bytes, and so does a run stepped by keyboard alone on a dropped network', async () => {
    await expectSameRun('social');
    const edges = Array.from({ length: 30 }, (_, at) => `p${at},p${(at * 7 + 1) % 30}\n`).join('');
    const file = join(folder, 'crowd.csv');
    writeFileSync(file, `source,target\n${edges}`);
    await page.run(drop, ['crowd.csv', readFileSync(file, 'utf8')] as const);
    await expectText('body', 'crowd\\.csv');
    await expectText('[aria-label="Headline"]', 'of 30');
    for (const round of [1, 2, 3]) {
      await page.press('ArrowRight');
      await expectRound(round);
    }
    expect(await written()).toEqual(await headless('--network', file, '--rounds', '3'));
  });

  it('every control is reached by Tab, and shows that it is', async () => {
    await page.open(`${home}?network=scale-free&agents=60`);
    await expectRound(0);
    const [seen, unseen] = [new Set<string>(), new Set<string>()];
    for (let press = 0; press < 40; press++) {
      await page.press('Tab');
      const [what, isVisible] = await page.run(focused, null);
      (isVisible ? seen : unseen).add(what);
    }
    expect([...unseen]).toEqual([]);
    for (const control of ['Model', 'Reset', 'Step', 'Play', 'Speed', 'New seed', 'Export JSON'])
      expect([...seen]).toContain(control);
  });

  it('a run of model workflow has the command line’s bytes, and an edit of its YAML starts it again', async () => {
    await expectSameRun('workflow');
    await expectText('section[aria-label="Workflow"]', 'no errors; 6 states, 9 steps');
    await expectText('section[aria-label="Workflow"] .cm-content', 'workflow:');
    expect(await page.run(focus, 'section[aria-label="Workflow"] .cm-content')).toBe(true);
    await page.press('Control+End');
    for (const key of ['Enter', '#', 'm']) await page.press(key);
    // A button that cannot be pressed takes no focus.
    await expect.poll(() => page.run(focus, APPLY), { timeout: 20_000 }).toBe(true);
    await page.press('Enter');
    await expectText('section[aria-label="Workflow"]', 'completed-edited\\.yaml');
    await expectRound(0);
  });

  it('a missing ability is reported in words; a model in a file decides a round, whether or not it can be cached', async () => {
    await page.open(`${home}?network=small-world&agents=8&seed=4&activity=20&posting=20&attention=0.1`);
    await expectRound(0);
    await page.run(choose, ['select[aria-label="Oracle"]', 'webllm'] as const);
    await expectText('[aria-label="Who decides"]', 'WebGPU');
    await expectText('[aria-label="Who decides"]', 'Use wllama, on the processor');
    await page.run(choose, ['select[aria-label="Oracle"]', 'wllama'] as const);
    await expectText('[aria-label="Who decides"]', 'Your own GGUF');
    await page.run(giveGguf, ['tiny.gguf', readFileSync(buildGguf()).toString('base64')] as const);
    await expectText('[aria-label="Who decides"]', 'tiny is ready', 4);
    await expectText(
      '[aria-label="Who decides"]',
      keeps ? 'free for the cache' : 'to be chosen again after a reload',
    );
    expect(await page.run(pressed, 'Start again with this model')).toBe(true);
    await expectText('[aria-label="Who decides"]', 'It decides in this run');
    expect(await page.run(pressed, 'Step')).toBe(true);
    await expectRound(1);
    await expectText('[aria-label="Oracle"]:not(select)', '[1-9]\\d* calls, no limit');
  });
});
