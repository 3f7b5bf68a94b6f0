import { readFile } from 'node:fs/promises';
import { test as base, type FileChooser, type Page, type Worker } from '@playwright/test';
import {
  type SocialDocument,
  socialDocumentSchema,
} from '../../src/engine/models/social/reports/socialRecord.ts';
import { expect } from './expect.ts';

/** The page as a person sees it: by the names of its controls. */
export class Statescope {
  /** Origins beside the page's own that it may ask, and what it asked there, as "GET http://…". */
  readonly servers = new Set<string>();
  readonly asked: string[] = [];
  /** Everything that must not have happened. */
  readonly problems: string[] = [];
  /** Errors that may stand in the console. */
  readonly errors: RegExp[] = [];

  /** Address of the page. */
  home = './';

  constructor(readonly page: Page) {}

  /** Hosts that a user has allowed before. */
  readonly #allowed: string[] = [];

  /** A server that the test lets the page ask; whether the page may, is the page's affair. */
  expect(url: string, ...errors: RegExp[]): void {
    this.servers.add(new URL(url).origin);
    this.errors.push(...errors);
  }

  /** A server that the user has allowed before. @param errors what the browser may say about it in the console. */
  allow(url: string, ...errors: RegExp[]): void {
    this.expect(url, ...errors);
    this.#allowed.push(new URL(url).origin);
  }

  /** Opens the page and waits until the run is there. */
  async open(query = ''): Promise<void> {
    await this.page.addInitScript(hosts => {
      const kept: string[] = JSON.parse(localStorage.getItem('statescope-hosts') ?? '[]');
      const all = [...new Set([...kept, ...hosts])];
      if (all.length > 0) localStorage.setItem('statescope-hosts', JSON.stringify(all));
    }, this.#allowed);
    await this.page.goto(`${this.home}${query === '' ? '' : `?${query}`}`);
    // A run that is over by then has no next step.
    const over = 'button:is([title^="nothing more can happen"], [title^="Play again"])';
    // By its text, since each look for a role and a name computes those of the whole page.
    const step = 'button[aria-disabled="false"]:enabled:text-is("Step")';
    await expect(this.page.locator(`${step}, ${over}`)).toBeVisible({ timeout: 60_000 });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Opens files by the button that takes all kinds. */
  async openFiles(...files: Parameters<FileChooser['setFiles']>): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.button('Open').click();
    await (await chooser).setFiles(...files);
  }

  region(name: string) {
    return this.page.getByRole('region', { name, exact: true });
  }

  combobox(name: string) {
    return this.page.getByRole('combobox', { name, exact: true });
  }

  get status() {
    return this.page.getByRole('status').filter({ hasText: /Round|Step|Cycle|Tick/ });
  }

  async expectRound(round: number): Promise<void> {
    await expect(this.status).toContainText(new RegExp(`Round ${round}(?!\\d)`), { timeout: 60_000 });
  }

  async round(): Promise<number> {
    return Number(/Round (\d+)/.exec(await this.status.innerText())?.[1]);
  }

  /** The whole run hash of the round that is shown, once it is known. */
  async hash(): Promise<string> {
    const shown = this.page.getByLabel('Run hash');
    await expect(shown).toHaveAttribute('title', /[0-9a-f]{64}/);
    return /[0-9a-f]{64}/.exec((await shown.getAttribute('title')) ?? '')?.[0] ?? '';
  }

  /** Presses Export JSON. @returns the file's name and bytes. */
  async export(): Promise<{ name: string; bytes: Buffer }> {
    const download = this.page.waitForEvent('download');
    await this.button('Export JSON').click();
    const file = await download;
    await expect(this.button('Export JSON')).toBeVisible();
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }

  /** The exported document of a social run. */
  async socialDocument(): Promise<SocialDocument> {
    return socialDocumentSchema.parse(JSON.parse((await this.export()).bytes.toString()));
  }

  /** Selects one of the first agents in the timelines. */
  async selectInTimelines(): Promise<void> {
    await this.region('Agent timelines')
      .getByRole('img')
      .click({ position: { x: 60, y: 30 } });
  }

  /** Drops a text file on the page, as a person would. */
  async drop(name: string, text: string): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], fileName, { type: 'text/plain' }));
        return data;
      },
      [name, text] as const,
    );
    for (const type of ['dragenter', 'dragover', 'drop'])
      await this.page.dispatchEvent('main', type, { dataTransfer: transfer });
  }

  /** How many pixels of a region's canvases have about this colour, `#rrggbb`. */
  async pixels(region: string, colour: string): Promise<number> {
    return this.region(region)
      .locator('canvas')
      .evaluateAll((canvases, hex) => {
        const want = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
        let count = 0;
        for (const canvas of canvases as HTMLCanvasElement[]) {
          if (canvas.width === 0 || canvas.height === 0) continue;
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          for (let i = 0; i < data.length; i += 4)
            if (data[i + 3] > 200 && want.every((w, c) => Math.abs(data[i + c] - w) <= 6)) count++;
        }
        return count;
      }, colour);
  }

  /** A state's colour in the present theme. */
  async colourOf(state: string): Promise<string> {
    return this.page.evaluate(
      name => getComputedStyle(document.documentElement).getPropertyValue(`--state-${name}`).trim(),
      state.replaceAll('_', '-'),
    );
  }
}

const ALONE = 'statescopeAlone';

/** Keeps from a page that anybody is there, whatever the browser makes of a pointer that it has seen in another page. */
export const leaveAlone = (page: Page): Promise<unknown> =>
  page.addInitScript(name => {
    Object.assign(globalThis, { [name]: true });
    for (const sign of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(sign, event => name in globalThis && event.stopImmediatePropagation(), {
        capture: true,
      });
  }, ALONE);

/** Lets a page know that somebody is there, which was left alone until then. */
export async function comeTo(page: Page): Promise<void> {
  await page.evaluate(name => Reflect.deleteProperty(globalThis, name), ALONE);
  await page.keyboard.press('Shift');
}

/** Waits until a press is one of its own again: a second one at once would be part of a double press. */
export const waitOutDoublePress = (page: Page): Promise<void> => page.waitForTimeout(500);

/** One of the page's workers, however deep. @throws Error when there is none of that name */
export async function workerNamed(page: Page, name: string): Promise<Worker> {
  for (const worker of page.workers())
    if ((await worker.evaluate(() => (globalThis as unknown as { name: string }).name)) === name)
      return worker;
  throw new Error(`there is no worker "${name}"`);
}

/** Notes every error in the console and every request that leaves the page's origin, unless they are allowed. */
function watched(page: Page, baseURL: string): Statescope {
  const statescope = new Statescope(page);
  const { problems } = statescope;
  const error = (text: string) => {
    if (!statescope.errors.some(allowed => allowed.test(text))) problems.push(text);
  };
  // Whether answers may go with the page is asked where it matters; here they may.
  page.on('dialog', dialog => dialog.accept());
  page.on('pageerror', ({ message }) => error(`error: ${message}`));
  page.on('console', message => {
    if (message.type() === 'error') error(`console: ${message.text()}`);
  });
  page.on('request', request => {
    const { origin, protocol, href } = new URL(request.url());
    if (!protocol.startsWith('http') || origin === new URL(baseURL).origin) return;
    if (statescope.servers.has(origin)) statescope.asked.push(`${request.method()} ${href}`);
    else problems.push(`request: ${href}`);
  });
  return statescope;
}

interface Tested {
  /** A fresh page; the test fails on whatever must not have happened. */
  readonly statescope: Statescope;
  /** The page of a run, opened once for all tests of a worker that only look at it. */
  readonly look: (query: string) => Promise<Statescope>;
}

export const test = base.extend<Tested, { readonly looked: Map<string, Statescope> }>({
  statescope: async ({ page, baseURL }, use) => {
    const statescope = watched(page, baseURL!);
    await use(statescope);
    expect(statescope.problems).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  looked: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  look: async ({ browser, looked, baseURL, viewport }, use) => {
    await use(async query => {
      const before = looked.get(query);
      if (before !== undefined) return before;
      const page = await browser.newPage({ baseURL: baseURL!, viewport });
      const statescope = watched(page, baseURL!);
      looked.set(query, statescope);
      await statescope.open(query);
      return statescope;
    });
    for (const { page, problems } of looked.values()) {
      expect(problems).toEqual([]);
      // What is open and selected is closed: a dialog, a post, its agent, the round that is looked at.
      for (let i = 0; i < 4; i++) await page.keyboard.press('Escape');
    }
  },
});
export { expect };
