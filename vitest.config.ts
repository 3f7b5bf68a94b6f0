import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromium } from './test/chromium.ts';
import { builtWorkers } from './test/workers/builtWorkers.ts';

/** Cases of a property are drawn from a fixed seed; `LONG` times as many take so much longer. */
const properties = {
  setupFiles: ['test/seed.ts'],
  testTimeout: 20_000 * Number(process.env.LONG ?? 1),
};
/** Replaces modules, which may not be loaded before. */
const MOCKED = ['test/ui/reload.test.tsx'];
/** With a Redis of their own. */
const QUEUES = 'test/cli/commands/worlds/queue/**/*.test.ts';
/**
 * A larger nursery: most of what tests make is gone before it would be moved, which takes 3 % off; collected on the
 * thread that makes it, since others take the cores meanwhile, which takes 4 % off. Optimised only after eight times the
 * usual work (67,584 bytes of bytecode): the optimising compiler took a fifth of the time, mostly for functions that a test
 * file needs for a moment; this takes 15 % off.
 */
const execArgv = [
  ...['--max-semi-space-size=128', '--min-semi-space-size=128', '--single-threaded-gc'],
  '--interrupt-budget=540672',
];
const jsdom = {
  environment: 'jsdom' as const,
  setupFiles: ['test/seed.ts', 'test/ui/setup.ts'],
  testTimeout: 20_000,
};

/**
 * Files share what they load (`isolate: false`): to load it anew for each took most of the time. What a test sets
 * on a module or a global it puts back.
 *
 * Pure code in Node, components in jsdom, real workers in a real browser, oracles against a real llama.cpp.
 * End-to-end tests are Playwright's.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    execArgv,
    // What one stage transformed the next reads.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['test/*.test.ts', 'test/{bench,engine,package,storage,cli,scripts}/**/*.test.ts'],
          exclude: [QUEUES],
          ...properties,
        },
      },
      {
        extends: true,
        // Real sockets, servers that fail in every way, workers that are killed, a thousand stops: slower than what is pure.
        test: {
          name: 'oracles',
          environment: 'node',
          isolate: false,
          include: ['test/{oracles,faulty}/**/*.test.ts', QUEUES],
          ...properties,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          ...jsdom,
          isolate: false,
          include: ['test/ui/**/*.test.{ts,tsx}'],
          exclude: MOCKED,
        },
      },
      { extends: true, test: { name: 'component-mocked', ...jsdom, include: MOCKED } },
      {
        extends: true,
        // Found only in mid-run, a dependency would reload the page under the tests.
        optimizeDeps: {
          include: [
            '@lezer/python',
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
            'comlink',
            'htmlparser2',
            'idb',
            'yaml',
            'zod/mini',
          ],
        },
        plugins: [builtWorkers],
        // There is no environment in a browser.
        define: { 'process.env.LONG': JSON.stringify(process.env.LONG ?? '1') },
        test: {
          name: 'worker',
          include: ['test/workers/**/*.test.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        // Browsers that are no Chromium, with the built page.
        test: {
          name: 'browsers',
          environment: 'node',
          include: ['test/browsers/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'runtime',
          environment: 'node',
          include: ['test/runtimes/**/*.test.ts'],
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
