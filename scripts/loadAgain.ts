import type { Plugin } from 'vite';

/**
 * Loads a late file. Browsers before the end of 2026 remember a file that failed to come and never ask for it again
 * (whatwg/html#10327), so it has another address the next time. Short, since every page loads it.
 */
const LOAD_FILE =
  '{let f={};self.loadFile=async(u,n=f[u])=>{try{return await import(n?u+"?"+n:u)}catch(e){f[u]=-~n;throw e}}}';

/**
 * Loads the sheets of a late part before its file. Vite's own never asks again for one that failed to come, and shows
 * the part without it the next time. A sheet that is there already stays the first: a second copy would win over others.
 */
const LOAD_SHEETS = `
const sheets = {};
const isThere = url => [...document.styleSheets].some(({ href }) => href === url);
const loadSheet = url => sheets[url] ??= isThere(url) || new Promise((come, fail) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.onload = come;
  link.onerror = () => {
    delete sheets[url];
    link.remove();
    fail(Error(url));
  };
  document.head.append(link);
});
export const __vitePreload = (load, files = [], from) =>
  Promise.all(files.map(file => loadSheet(new URL(file, from).href))).then(load);
`;

/** The module in which Vite has its own. */
const VITE_LOADER = '\0vite/preload-helper.js';

/** A late file's import, as the bundler writes it, minified or not; all files lie in one folder. */
const IMPORT = /\bimport\(([`"]\.\/[\w.-]+\.js[`"])\)/g;

/** What a bundler tells of a file. */
interface Chunk {
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly dynamicImports?: readonly string[];
  code?: string;
}

/** Has late files loaded so that one that failed to come can be tried again. Changes the code of `chunks`. @throws Error for an import of another form */
export function loadAgain(chunks: readonly Chunk[]): void {
  const own = new Set(chunks.map(({ fileName }) => fileName));
  // A package that is left to whoever bundles this is none of the files.
  const ownIn = ({ dynamicImports = [] }: Chunk) => dynamicImports.filter(file => own.has(file));
  const late = chunks.filter(chunk => ownIn(chunk).length > 0);
  for (const chunk of late) {
    if (!chunk.code!.match(IMPORT))
      throw new Error(`${chunk.fileName} imports ${ownIn(chunk)[0]} in a form unknown here`);
    chunk.code = chunk.code!.replace(IMPORT, 'loadFile($1)');
  }
  if (late.length === 0) return;
  for (const chunk of chunks) if (chunk.isEntry) chunk.code = LOAD_FILE + chunk.code!;
}

/** As a plugin of the page, and of each worker. */
export const loadAgainPlugin = (): Plugin => ({
  name: 'load-again',
  apply: 'build',
  enforce: 'pre',
  load: id => (id === VITE_LOADER ? LOAD_SHEETS : null),
  generateBundle: {
    // Vite looks for imports itself, before.
    order: 'post',
    handler(_, bundle) {
      loadAgain(Object.values(bundle) as Chunk[]);
    },
  },
});
