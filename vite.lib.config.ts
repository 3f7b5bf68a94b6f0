import { defineConfig, type Plugin } from 'vite';
import { licences } from './scripts/licences.ts';
import { PACKAGE_ENTRIES } from './scripts/packageEntries.mjs';

/**
 * Places in the package as seen from a file of it: the worker's script in the form in which bundlers find it, which Vite would
 * look for now, and the folder of bundled files.
 */
const placesByUrl: Plugin = {
  name: 'places-by-url',
  renderChunk: (code, { fileName }) => {
    const up = '../'.repeat(fileName.split('/').length - 1);
    return {
      code: code
        .replaceAll(
          'ENGINE_SCRIPT_URL',
          `new URL('${up === '' ? './' : up}engine.worker.js', import.meta.url)`,
        )
        .replaceAll('PUBLIC_PATH', JSON.stringify(`${up}../public/`)),
      map: null,
    };
  },
};

/**
 * The package's entries for other programs, built by scripts/build-package.mjs: readable, with source maps. Other packages are in it,
 * so that it needs none; what two entries share is one file. It is the same in browsers and in Node.
 */
export default defineConfig({
  publicDir: false,
  plugins: [placesByUrl, licences(import.meta.dirname, 'the package').page],
  // One SHA-256 for every place: Node's own would tie the package to it.
  ssr: { target: 'webworker', noExternal: true, resolve: { conditions: ['browser', 'module', 'import'] } },
  build: {
    ssr: true,
    target: 'es2022',
    minify: false,
    sourcemap: true,
    emptyOutDir: true,
    rollupOptions: {
      input: { ...PACKAGE_ENTRIES, 'engine.worker': 'src/workers/engine/engine.worker.ts' },
      external: [/^node:/],
      // An entry exports what its source does, not what others need of it.
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash:7].js' },
    },
  },
});
