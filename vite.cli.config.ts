import { defineConfig } from 'vite';
import { licences } from './scripts/licences.ts';

/**
 * The command line, bundled for Node by scripts/cli.mjs into dist-cli/<stamp>/. All files lie flat in that
 * folder, as deep as src/cli, so `new URL('../../public/…', import.meta.url)` means the same before and after.
 */
export default defineConfig({
  publicDir: false,
  plugins: [licences(import.meta.dirname, 'the command line').page],
  // Packages too: to find and read their files took a third of each start. These read files of their own.
  ssr: { noExternal: true, external: ['bullmq', 'ioredis', 'piscina', 'sql.js'] },
  build: {
    ssr: true,
    target: 'node20',
    emptyOutDir: true,
    rollupOptions: {
      input: {
        main: 'src/cli/statescope.ts',
        worldsWorker: 'src/cli/commands/worlds/playJobsInSequence.ts',
        telemetryWorker: 'src/cli/commands/observe/receiving/telemetryWorker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
