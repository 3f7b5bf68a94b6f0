// npm run build:package [FOLDER]: all of Statescope as one package in dist-package (or the folder), for npm pack and npm publish:
// the command `statescope`, the page that it serves, and the entries that other programs import, with types.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { buildGuardPrograms } from './buildGuardPrograms.mjs';
import { ensureInstalled, fail, ROOT } from './install.mjs';
import { EMBED_ENTRY, PACKAGE_ENTRIES } from './packageEntries.mjs';
import { writeApi } from './write-api.mjs';

ensureInstalled();
const out = resolve(ROOT, process.argv[2] ?? 'dist-package');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// The command line reads bundled files from the page's folder, two levels above itself.
await ensureBuilt();
cpSync(join(ROOT, 'dist'), join(out, 'public'), { recursive: true });
rmSync(join(out, 'public', '.stamp'), { force: true });

const { build } = await import('vite');
await build({
  root: ROOT,
  configFile: join(ROOT, 'vite.cli.config.ts'),
  logLevel: 'error',
  build: { outDir: join(out, 'dist/cli'), sourcemap: true },
});
await buildGuardPrograms(join(out, 'dist/cli'));
await build({
  root: ROOT,
  configFile: join(ROOT, 'vite.lib.config.ts'),
  logLevel: 'error',
  build: { outDir: join(out, 'lib') },
});
const { buildEmbed } = await import('./buildEmbed.mjs');
await buildEmbed(join(out, 'lib'));
writeTypes(join(out, 'lib/types'));
await writeApi(join(out, 'api'));

mkdirSync(join(out, 'scripts'));
for (const name of ['fail.mjs', 'serve.mjs', 'startPage.mjs'])
  copyFileSync(join(ROOT, 'scripts', name), join(out, 'scripts', name));
copyFileSync(join(ROOT, 'scripts/package/page.mjs'), join(out, 'scripts/page.mjs'));
mkdirSync(join(out, 'bin'));
copyFileSync(join(ROOT, 'scripts/package/statescope.js'), join(out, 'bin/statescope.js'));
chmodSync(join(out, 'bin/statescope.js'), 0o755);
cpSync(join(ROOT, 'examples'), join(out, 'examples'), { recursive: true });
for (const name of ['LICENSE', 'NOTICES.md', 'CHANGELOG.md']) copyFileSync(join(ROOT, name), join(out, name));
copyFileSync(join(ROOT, 'docs/embedding.md'), join(out, 'README.md'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
console.log(out);

/** Declarations of the entries and of all that they name. */
function writeTypes(folder) {
  const settings = join(ROOT, 'tsconfig.lib.json');
  const { status, stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['-p', settings, '--outDir', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) fail(`The types could not be written: ${stdout}`);
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/(from ['"]\.[^'"]*|import\(['"]\.[^'"]*)\.tsx?(['"])/g, '$1.js$2'));
  }
}

function manifest() {
  const { version, license, engines, description, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const exports = Object.fromEntries(
    [...Object.entries(PACKAGE_ENTRIES), [EMBED_ENTRY.name, EMBED_ENTRY.source]].map(([name, source]) => [
      name === 'index' ? '.' : `./${name}`,
      {
        types: `./lib/types/${source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts')}`,
        default: `./lib/${name}.js`,
      },
    ]),
  );
  return {
    ...{ name: 'statescope', version, description, license, type: 'module', engines },
    keywords: ['agent-based model', 'statechart', 'scxml', 'xstate', 'llm', 'agents', 'simulation', 'otel'],
    bin: { statescope: './bin/statescope.js' },
    exports: {
      ...exports,
      [`./${EMBED_ENTRY.classic}`]: `./lib/${EMBED_ENTRY.classic}`,
      './engine.worker.js': './lib/engine.worker.js',
      './public/*': './public/*',
      './package.json': './package.json',
    },
    types: './lib/types/engine/index.d.ts',
    sideEffects: ['./lib/engine.worker.js', './lib/embed*.js', './dist/cli/*.js', './bin/statescope.js'],
    // The others are bundled; these read files of their own.
    dependencies: Object.fromEntries(
      ['bullmq', 'ioredis', 'piscina', 'sql.js'].map(name => [name, dependencies[name]]),
    ),
  };
}
