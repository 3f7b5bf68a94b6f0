import { defineConfig } from 'vite';

/** Programs of test/bench, bundled for Node by scripts/bench.mjs. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    rollupOptions: {
      input: ['test/bench/child.ts', 'test/bench/shapes.ts', 'test/bench/dynamics.ts'],
      output: { entryFileNames: '[name].js' },
    },
  },
});
