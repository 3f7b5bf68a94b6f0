import type { Worker } from '@playwright/test';
import { buildGguf } from '../runtimes/llama/llama.ts';
import { chooseGguf } from './localModels.ts';
import { startOracleServer } from './oracleServer.ts';
import { expect, type Statescope, test, workerNamed } from './page.ts';

type Place = Pick<Worker, 'evaluate'>;

/** Whatever runs code and might ask for something. A worker that the page gains is one line more. */
const PLACES: readonly [name: string, (statescope: Statescope) => Promise<Place>][] = [
  ['the page', async ({ page }) => page],
  ['the engine worker', ({ page }) => workerNamed(page, 'engine')],
  [
    'the oracle worker',
    async statescope => {
      await statescope.combobox('Oracle').selectOption('wllama');
      await expect(statescope.region('Who decides')).toContainText('SmolLM2 360M');
      return workerNamed(statescope.page, 'oracle');
    },
  ],
  [
    'llama.cpp’s own worker',
    async statescope => {
      await statescope.combobox('Oracle').selectOption('wllama');
      await chooseGguf(statescope, buildGguf());
      return workerNamed(statescope.page, '');
    },
  ],
];

/** Whether a place gets an answer. Asked later: what a debugger evaluates is not bound by the policy itself. */
const reaches = (place: Place, url: string): Promise<boolean> =>
  place.evaluate(
    to =>
      new Promise<boolean>(resolve => {
        setTimeout(() => {
          fetch(to).then(
            () => resolve(true),
            () => resolve(false),
          );
        });
      }),
    url,
  );

/** Results of two ways to make code of a text, in that place. */
const madeOfTexts = (place: Place): Promise<string[]> =>
  place.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        setTimeout(() => {
          const said: string[] = [];
          // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested
          for (const make of [() => globalThis.eval('1'), () => new Function('return 1')()])
            try {
              said.push(`made ${make()}`);
            } catch (error) {
              said.push((error as Error).name);
            }
          resolve(said);
        });
      }),
  );

test('the page and its workers, and those that they start, reach allowed hosts only, and evaluate no text as code', async ({
  statescope,
}) => {
  const [listed, unlisted] = [await startOracleServer(), await startOracleServer()];
  statescope.allow(listed.url);
  statescope.errors.push(/Content Security Policy/, /Fetch API cannot load/);
  await statescope.open();
  for (const [name, placeOf] of PLACES)
    await test.step(name, async () => {
      const place = await placeOf(statescope);
      listed.requests.splice(0);
      expect(await reaches(place, `${listed.url}/v1/models`)).toBe(true);
      expect(await reaches(place, `${unlisted.url}/v1/models`)).toBe(false);
      expect([listed.requests, unlisted.requests]).toEqual([['GET /v1/models'], []]);
      expect(await madeOfTexts(place)).toEqual(['EvalError', 'EvalError']);
    });
  const engine = await workerNamed(statescope.page, 'engine');
  listed.requests.splice(0);
  const answers = await engine.evaluate(
    urls =>
      new Promise<string[]>(resolve => {
        const code = `const asked = ${JSON.stringify(urls)}.map(url => fetch(url).then(() => 'reached', () => 'refused'));
          Promise.all(asked).then(answers => postMessage(answers));`;
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        worker.onmessage = ({ data }) => resolve(data);
      }),
    [listed, unlisted].map(({ url }) => `${url}/v1/models`),
  );
  expect(answers).toEqual(['reached', 'refused']);
  expect([listed.requests, unlisted.requests]).toEqual([['GET /v1/models'], []]);
  await listed.close();
  await unlisted.close();
});

test('a fresh page names no foreign host, asks none, runs no inline script, and needs for a style element the nonce of this load', async ({
  statescope,
  page,
  baseURL,
}) => {
  statescope.errors.push(/inline script/, /inline style/);
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await statescope.open('rounds=5');
  await statescope.expectRound(5);
  const foreign = asked.filter(url => !url.startsWith('blob:') && !url.startsWith('data:'));
  expect(foreign.filter(url => new URL(url).origin !== new URL(baseURL!).origin)).toEqual([]);
  const policies = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv]')].map(({ content }) => content),
  );
  expect(policies).toHaveLength(2);
  expect(policies.some(policy => policy.includes("connect-src 'self';"))).toBe(true);

  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.body.dataset.ran = "yes"';
    document.body.append(script);
    return document.body.dataset.ran;
  });
  expect(ran).toBeUndefined();

  const widthWith = (nonce: string) =>
    page.evaluate(given => {
      const style = document.createElement('style');
      style.nonce = given;
      style.textContent = 'body { outline-width: 7px; outline-style: solid }';
      document.head.append(style);
      const { outlineWidth } = getComputedStyle(document.body);
      style.remove();
      return outlineWidth;
    }, nonce);
  const nonceOf = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv]')]
        .map(({ content }) => /'nonce-([^']+)'/.exec(content)?.[1] ?? '')
        .join(''),
    );
  const nonce = await nonceOf();
  expect(await widthWith('')).not.toBe('7px');
  expect(await widthWith('another')).not.toBe('7px');
  expect(await widthWith(nonce)).toBe('7px');
  await page.reload();
  expect(await nonceOf()).not.toBe(nonce);
});
