import { createReadStream } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const FOLDER = 'test-results/workers';
const WORKER = /^(.*\.worker\.ts)\?worker&url$/;

/** Builds a worker's file. @returns where the test's server has it */
async function built(file: string): Promise<string> {
  const name = basename(file, '.ts');
  const outDir = join(FOLDER, name);
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: `/${outDir}/`,
    worker: { format: 'es' },
    build: {
      outDir,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: file, output: { entryFileNames: `${name}-[hash].js` } },
    },
  });
  const { fileName } = (output as Rolldown.RolldownOutput).output.find(
    part => part.type === 'chunk' && part.isEntry,
  )!;
  return `/${outDir}/${fileName}`;
}

/** Workers as they are built for the page: module by module, each start of one would ask for hundreds of files. */
export const builtWorkers: Plugin = {
  name: 'built-workers',
  enforce: 'pre',
  async load(id) {
    const file = WORKER.exec(id)?.[1];
    return file === undefined ? null : `export default ${JSON.stringify(await built(file))};`;
  },
  configureServer({ middlewares }) {
    // Files are served as they stand: the tests' runner would change what it serves as a module.
    middlewares.use(`/${FOLDER}`, ({ url = '' }, response, next) => {
      const path = resolve(FOLDER, `.${new URL(url, 'http://localhost').pathname}`);
      if (!path.startsWith(resolve(FOLDER)) || !path.endsWith('.js')) return next();
      response.setHeader('content-type', 'text/javascript');
      // Hundreds of workers are started: the browser reads a script once, and keeps what it has compiled.
      response.setHeader('cache-control', 'max-age=3600, immutable');
      createReadStream(path).on('error', next).pipe(response);
    });
  },
};
