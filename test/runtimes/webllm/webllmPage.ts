import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type Page, chromium as playwright } from 'playwright';
import { chromium } from '../../chromium.ts';

const PAGE = join(import.meta.dirname, 'page');
const WEB_LLM = join(import.meta.dirname, '../../../node_modules/@mlc-ai/web-llm/lib/index.js');
const FILES: Record<string, readonly [file: string, type: string]> = {
  '/': [join(PAGE, 'index.html'), 'text/html'],
  '/page.js': [join(PAGE, 'page.js'), 'text/javascript'],
  '/worker.js': [join(PAGE, 'worker.js'), 'text/javascript'],
  '/web-llm.js': [WEB_LLM, 'text/javascript'],
};
/** Software WebGPU; without the first there is a `navigator.gpu` but no adapter. */
export const WEBGPU = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

export interface Progress {
  readonly progress: number;
  readonly timeElapsed: number;
  readonly text: string;
}
export interface Failure {
  /** `[object Error]` of an error. */
  readonly kind: string;
  readonly name?: string;
  readonly message: string;
}
export type Outcome<Value> = { readonly value: Value } | { readonly failure: Failure };

/** A page with the real web-llm in a worker. */
export interface WebllmPage {
  readonly browser: Browser;
  readonly page: Page;
  /** One of page/worker.js's operations. */
  call<Value>(operation: string, argument?: unknown): Promise<Outcome<Value>>;
  /** The same, where it must not fail. */
  value<Value>(operation: string, argument?: unknown): Promise<Value>;
  progress(): Promise<readonly Progress[]>;
  startWorker(): Promise<void>;
  endWorker(): Promise<void>;
  close(): Promise<void>;
}

declare const call: (operation: string, argument: unknown) => Promise<Outcome<unknown>>;
declare const progress: Progress[];
declare const startWorker: () => void;
declare const endWorker: () => void;

export async function openWebllmPage(flags: readonly string[] = WEBGPU): Promise<WebllmPage> {
  const { url, close } = await servePage();
  const browser = await playwright.launch({ ...chromium, args: [...chromium.args, ...flags] });
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate(() => startWorker());
  const opened: WebllmPage = {
    browser,
    page,
    call: <Value>(operation: string, argument?: unknown) =>
      page.evaluate(([name, given]) => call(name as string, given), [operation, argument]) as Promise<
        Outcome<Value>
      >,
    value: async <Value>(operation: string, argument?: unknown) => {
      const outcome = await opened.call<Value>(operation, argument);
      if ('failure' in outcome) throw new Error(`${outcome.failure.name}: ${outcome.failure.message}`);
      return outcome.value;
    },
    progress: () => page.evaluate(() => progress),
    startWorker: () => page.evaluate(() => startWorker()),
    endWorker: () => page.evaluate(() => endWorker()),
    close: async () => {
      await browser.close();
      await close();
    },
  };
  return opened;
}

async function servePage(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const known = FILES[request.url ?? ''];
    if (known === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', known[1]);
    response.end(readFileSync(known[0]));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}
