import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromium } from './test/chromium.ts';

/**
 * Pure code in Node, components in jsdom, real workers in a real browser, oracles against a real llama.cpp.
 * End-to-end tests are Playwright's.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/*.test.ts', 'test/{engine,cli,storage,scripts}/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        // Real sockets, a server that fails in every way, a thousand stops: slower than what is pure.
        test: {
          name: 'oracles',
          environment: 'node',
          include: ['test/{oracles,faulty}/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          environment: 'jsdom',
          include: ['test/ui/**/*.test.{ts,tsx}'],
          setupFiles: ['test/ui/setup.ts'],
        },
      },
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
