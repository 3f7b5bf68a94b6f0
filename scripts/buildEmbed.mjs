// The entry `statescope/embed` by itself.
import { build } from 'vite';
import { ROOT } from './install.mjs';
import { EMBED_ENTRY } from './packageEntries.mjs';

/** The element, in one small file: a page loads it by its address, without a bundler; as a module, and as a classic script. */
export async function buildEmbed(folder) {
  const { name, source, classic } = EMBED_ENTRY;
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['default'] },
    build: {
      ...{ outDir: folder, emptyOutDir: false, target: 'es2022', minify: true, sourcemap: true },
      lib: {
        entry: source,
        name: 'statescope',
        formats: ['es', 'iife'],
        fileName: format => (format === 'es' ? `${name}.js` : classic),
      },
    },
  });
}
