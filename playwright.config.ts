import { defineConfig } from '@playwright/test';
import { chromium } from './test/chromium.ts';
import { LONG } from './test/e2e/long.ts';
import { freePort } from './test/freePort.ts';

// The workers read this file as well, and find the port that was chosen first.
process.env.E2E_PORT ??= String(await freePort());
const PORT = Number(process.env.E2E_PORT);
const REPORT = process.env.E2E_REPORT ?? 'test-results/e2e.json';

const MODELS = /(?:webllm|wllama|modelLoss)\.spec\.ts$/;

/** End-to-end tests of the production build in dist/, which `npm test` builds before. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: process.env.E2E_OUTPUT ?? 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: REPORT }]],
  workers: 2,
  ...(process.env.LONG ? {} : { grepInvert: new RegExp(LONG.tag) }),
  projects: [
    // One at a time: a model in the browser, or the adapter that it computes on, takes all cores. First, since they are in a row.
    { name: 'models', testMatch: MODELS, workers: 1 },
    {
      name: 'pages',
      testIgnore: MODELS,
      // Pages without WebGPU need no process that draws for them alone.
      use: { launchOptions: { ...chromium, args: [...chromium.args, '--in-process-gpu'] } },
    },
  ],
  retries: 0,
  // Long past what hangs: how fast things go is for the benchmarks to say.
  timeout: 120_000,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    // Pictures that do not move leave the cores to the tests; where movement is looked at, it is asked for.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: chromium,
  },
  webServer: {
    command: `node scripts/serve.mjs ${PORT}`,
    url: `http://127.0.0.1:${PORT}`,
    reuseExistingServer: false,
  },
});
