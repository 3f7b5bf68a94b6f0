import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { licences } from './scripts/licences.ts';
import { loadAgainPlugin } from './scripts/loadAgain.ts';
import { minifyFirstLoad } from './scripts/minifyFirstLoad.ts';
import { isPartOf, type Modules, OTHER_MODEL, soonParts } from './scripts/soonParts.ts';
import { buildDocumentPolicy } from './src/ui/policy/buildSecurityPolicy.ts';

/** The part of the page's policy that holds before its first script runs; only in what is built. */
const policyInDocument: Plugin = {
  name: 'policy-in-document',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: buildDocumentPolicy() },
      injectTo: 'head-prepend',
    },
  ],
};

const SHEETS = new Map<string, string>();

/** A class by its sheet's name, where Vite would put a hash that does not pack. @throws Error for two sheets of one name */
function scopedName(name: string, file: string): string {
  const sheet = basename(file, '.module.css');
  const other = SHEETS.get(sheet) ?? file;
  if (other !== file) throw new Error(`${file} and ${other} need different names`);
  SHEETS.set(sheet, file);
  return `${sheet}-${name}`;
}

/** The usual model's half of the engine, which the page's first run needs; what it shares with others stands with the worker. */
const USUAL = /\/models\/social\/social(?:Model|Spec)\.ts$/;

/** Chunks of the worker that the usual model's first run needs. */
const FIRST_OF_WORKER = new Set(['engine.worker', 'socialModel', 'socialSpec']);

/** Only the classes that a script uses are in it; a sheet's default export would have all. */
const classesByName: Plugin = {
  name: 'classes-by-name',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || !code.includes('.module.css')) return null;
    return {
      code: code.replace(/^import (\w+) from ('[^']+\.module\.css')/gm, 'import * as $1 from $2'),
      map: null,
    };
  },
};

/**
 * Whether the page's or a worker's entry needs a module at once. What it needs is one file: many small ones pack worse.
 * @param also another module that is always needed at once
 */
const isFirst = (id: string, modules: Modules, also = /^$/): boolean =>
  isPartOf(id, modules, (root, isEntry) => isEntry || also.test(root));

const soon = soonParts();

/** Names the file that a module is in, or null; with what the bundler calls it. */
type Group = {
  readonly debugName: string;
  readonly name: (id: string, modules: Modules) => string | null;
};

/** sql.js asks for Node's modules only where it runs in Node: elsewhere they are empty, and not worth a warning. */
const sqlWithoutNode = (): Plugin => ({
  name: 'sql-without-node',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id.startsWith('node:') && importer?.includes('/sql.js/') === true ? EMPTY_MODULE : null,
  load: id => (id === EMPTY_MODULE ? 'module.exports = {};' : null),
});
const EMPTY_MODULE = '\0empty';

/** What the bundler remarks on a build that is as it should be. */
const quiet = {
  // What is loaded late in one place and at once in another breaks a circle of imports there.
  checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
};

/** Whether the page's half of another model needs a module at once. */
const isOfModel = (id: string, modules: Modules): boolean =>
  isPartOf(id, modules, one => OTHER_MODEL.test(one) && /Plugin\.ts$/.test(one));

/** Names of files, with shorter hashes than usual: a hash does not pack, and the first load names a hundred files. */
const FILE_NAMES = {
  hashCharacters: 'base36' as const,
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** What is in the file of one group is not in those of the groups after it. */
const inOrder = (...groups: readonly Group[]) => ({
  groups: groups.map((group, at) => ({ ...group, priority: groups.length - at })),
});

/** The licences of all that is bundled, beside the page. */
const licencesOf = licences(import.meta.dirname);

/** The page. Relative base: the build runs from any host and any sub-path. */
export default defineConfig({
  base: './',
  plugins: [
    classesByName,
    sqlWithoutNode(),
    soon.plugin,
    react(),
    policyInDocument,
    licencesOf.page,
    loadAgainPlugin(),
    minifyFirstLoad(chunk => chunk === 'index'),
  ],
  css: { modules: { generateScopedName: scopedName } },
  worker: {
    // Without `es` Vite inlines a worker's lazy imports into one file.
    format: 'es',
    plugins: () => [
      sqlWithoutNode(),
      licencesOf.worker(),
      loadAgainPlugin(),
      minifyFirstLoad(chunk => FIRST_OF_WORKER.has(chunk)),
    ],
    rolldownOptions: {
      ...quiet,
      output: {
        comments: false,
        ...FILE_NAMES,
        codeSplitting: inOrder({
          debugName: 'worker',
          name: (id, modules) =>
            isFirst(id, modules, USUAL) && !id.includes('/models/social/') ? 'worker' : null,
        }),
      },
    },
  },
  build: {
    target: 'es2022',
    // Every browser of that age knows it.
    // Lists of the scripts that each late part needs would be a fiftieth of the first load; sheets are listed all the same.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter(file => file.endsWith('.css')),
    },
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      ...quiet,
      output: {
        // Licences stand in a file beside the page.
        comments: false,
        ...FILE_NAMES,
        codeSplitting: inOrder(
          { debugName: 'page', name: (id, modules) => (isFirst(id, modules) ? 'page' : null) },
          // Before what is wanted soon, which no first picture of another model is to wait for.
          {
            debugName: 'models',
            name: (id, modules) => (!OTHER_MODEL.test(id) && isOfModel(id, modules) ? 'models' : null),
          },
          { debugName: 'soon', name: (id, modules) => (soon.isSoon(id, modules) ? 'soon' : null) },
          {
            debugName: 'a model',
            name: (id, modules) => (isOfModel(id, modules) ? (OTHER_MODEL.exec(id)?.[1] ?? null) : null),
          },
        ),
      },
    },
  },
});
