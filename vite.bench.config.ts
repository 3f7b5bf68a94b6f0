import { dirname } from 'node:path';
import { defineConfig } from 'vite';

/** Programs of test/bench, bundled for Node by scripts/bench.mjs. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      // A bundle lies elsewhere; what a program finds beside its source it finds there still.
      name: 'source-folder',
      transform: (code, id) => code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
    },
  ],
  build: {
    ssr: true,
    target: 'node20',
    rollupOptions: {
      input: [
        'test/bench/child.ts',
        'test/bench/shapes.ts',
        'test/bench/fidelity.ts',
        'test/bench/dynamics.ts',
        'test/bench/oracles.ts',
        'test/bench/workflows.ts',
        'test/bench/librarian.ts',
        'test/bench/ticks.ts',
        'test/bench/moods.ts',
        'test/bench/kept.ts',
        'test/bench/worlds.ts',
        'test/bench/intervals.ts',
        'test/bench/theory.ts',
        'test/bench/queue.ts',
        'test/bench/statistics.ts',
        'test/bench/guard.ts',
        'test/bench/pauses.ts',
        'test/bench/recorded.ts',
        'test/bench/scenarios.ts',
        'test/bench/layouts.ts',
        'test/bench/kills.ts',
        'test/bench/events-kills.ts',
        'test/bench/kills/killed.ts',
      ],
      output: { entryFileNames: '[name].js' },
    },
  },
});
