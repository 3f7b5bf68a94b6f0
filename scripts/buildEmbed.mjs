// The entry `statescope/embed` by itself.
import { build } from 'vite';
import { ROOT } from './install.mjs';
import { EMBED_ENTRY } from './packageEntries.mjs';

/** The element, in one small file: a page loads it by its address, without a bundler. */
export async function buildEmbed(folder) {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['default'] },
    build: {
      ...{ outDir: folder, emptyOutDir: false, target: 'es2022', minify: true, sourcemap: true },
      lib: { entry: EMBED_ENTRY.source, formats: ['es'], fileName: () => `${EMBED_ENTRY.name}.js` },
    },
  });
}
