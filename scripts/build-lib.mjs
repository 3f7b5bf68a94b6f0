// npm run build:lib: the engine as a package in dist-lib (or the folder that is named), with types and README, for npm pack.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureInstalled, fail, ROOT } from './install.mjs';

ensureInstalled();
const out = resolve(ROOT, process.argv[2] ?? 'dist-lib');
const { build } = await import('vite');
/** Entries, each a file of its own: whoever needs one does not load the other. */
const ENTRIES = { index: 'src/engine/index.ts', guard: 'src/engine/guard/index.ts' };
for (const [name, entry] of Object.entries(ENTRIES))
  await build({
    root: ROOT,
    configFile: join(ROOT, 'vite.lib.config.ts'),
    logLevel: 'error',
    build: {
      outDir: out,
      emptyOutDir: name === 'index',
      lib: { entry, formats: ['es'], fileName: () => `${name}.js` },
    },
  });

const settings = join(ROOT, 'tsconfig.lib.json');
const { status, stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', settings, '--outDir', out], {
  encoding: 'utf8',
});
if (status !== 0) fail(`the types could not be written: ${stdout}`);
for (const name of readdirSync(out, { recursive: true })) {
  if (!name.endsWith('.d.ts')) continue;
  const file = join(out, name);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/(from '\.[^']*|import\('\.[^']*|from "\.[^"]*|import\("\.[^"]*)\.ts(['"])/g, '$1.js$2'),
  );
}

const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const manifest = {
  name: 'statescope-engine',
  version,
  description: 'Statecharts for populations of agents: hierarchy, parallel regions, history, rates, one log',
  license,
  type: 'module',
  sideEffects: false,
  engines,
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './guard': { types: './guard/index.d.ts', default: './guard.js' },
  },
  types: './index.d.ts',
};
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(ROOT, 'docs/embedding.md'), join(out, 'README.md'));
copyFileSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
const sizes = Object.keys(ENTRIES).map(name => {
  const size = gzipSync(readFileSync(join(out, `${name}.js`)), { level: 9 }).length;
  return `${name} ${(size / 1000).toFixed(1)} kB`;
});
console.log(`${out}, gzip: ${sizes.join(', ')}`);
