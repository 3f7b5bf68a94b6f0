// npm run build:package [FOLDER]: all of Statescope as one package in dist-package (or the folder), for npm pack and npm publish:
// the command `statescope`, the page that it serves, and the entries that other programs import, with types.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { buildGuardPrograms } from './buildGuardPrograms.mjs';
import { ensureInstalled, fail, ROOT } from './install.mjs';
import { writePackageDocs } from './package/writePackageDocs.mjs';
import { EMBED_ENTRY, PACKAGE_ENTRIES } from './packageEntries.mjs';
import { listTypesOfEntries, writeApi } from './write-api.mjs';

ensureInstalled();
const QUEUE_PACKAGES = ['bullmq', 'ioredis'];
const MODULES = join(ROOT, 'node_modules');
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
  build: { outDir: join(out, 'dist/cli') },
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
writeTypes(join(out, 'lib/types'), await listTypesOfEntries());
await writeApi(join(out, 'api'));

mkdirSync(join(out, 'scripts'));
for (const name of ['fail.mjs', 'serve.mjs', 'startPage.mjs'])
  copyFileSync(join(ROOT, 'scripts', name), join(out, 'scripts', name));
copyFileSync(join(ROOT, 'scripts/package/page.mjs'), join(out, 'scripts/page.mjs'));
mkdirSync(join(out, 'bin'));
copyFileSync(join(ROOT, 'scripts/package/statescope.js'), join(out, 'bin/statescope.js'));
chmodSync(join(out, 'bin/statescope.js'), 0o755);
cpSync(join(ROOT, 'examples'), join(out, 'examples'), { recursive: true });
copyFileSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
const packageManifest = manifest();
writePackageDocs(ROOT, out, packageManifest.version);
writeFileSync(join(out, 'package.json'), `${JSON.stringify(packageManifest, null, 2)}\n`);
console.log(out);

/** All entries, each with its source. */
function listEntries() {
  return [...Object.entries(PACKAGE_ENTRIES), [EMBED_ENTRY.name, EMBED_ENTRY.source]];
}

function toTypePath(source) {
  return source.replace(/^src\//, '').replace(/\.ts$/, '.d.ts');
}

/**
 * Declarations of the entries and of all that they name, those of bundled packages among them, so that a program needs none.
 * @param named types that an entry names and that stand in other files: it exports them, too
 */
function writeTypes(folder, named) {
  const all = join(out, 'types');
  const settings = join(ROOT, 'tsconfig.lib.json');
  const { status, stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['-p', settings, '--outDir', all],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) fail(`The types could not be written: ${stdout}`);
  const waiting = listEntries().map(([, source]) => join(all, toTypePath(source)));
  const seen = new Set(waiting);
  for (const file of waiting) {
    const foreign = file.startsWith(MODULES);
    const target = foreign
      ? join(folder, 'packages', relative(MODULES, file))
      : join(folder, relative(all, file));
    const text = readFileSync(file, 'utf8').replace(
      /(^(?:import|export|\}) (?:.*from )?|import\()(['"])([^'"]+)\2/gm,
      (whole, head, quote, name) => {
        const next = findTypes(file, name);
        if (next === null) return whole;
        if (!seen.has(next)) waiting.push(next);
        seen.add(next);
        if (name.startsWith('.')) return `${head}${quote}${name.replace(/\.tsx?$/, '.js')}${quote}`;
        const place = join(folder, 'packages', relative(MODULES, next)).replace(/\.d\.ts$/, '.js');
        return `${head}${quote}${relative(dirname(target), place)}${quote}`;
      },
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  rmSync(all, { recursive: true });
  for (const [entry, source] of listEntries()) exportTypes(folder, source, named.get(entry));
}

/** Has the declarations of an entry export types that they name. */
function exportTypes(folder, source, types) {
  const entry = join(folder, toTypePath(source));
  const twice = types.find(({ name }, at) => types.findIndex(one => one.name === name) !== at);
  if (twice !== undefined) fail(`${source} names two types ${twice.name}: one needs another name.`);
  const lines = types.map(({ name, file }) => {
    const declared = join(folder, toTypePath(file));
    const text = readFileSync(declared, 'utf8');
    const exported = text.replace(
      new RegExp(`^(?!export )(?=(?:declare )?(?:abstract )?(?:interface|type|class|enum) ${name}\\b)`, 'm'),
      'export ',
    );
    if (exported !== text) writeFileSync(declared, exported);
    const way = relative(dirname(entry), declared).replace(/\.d\.ts$/, '.js');
    return `export type { ${name} } from '${way.startsWith('.') ? way : `./${way}`}';\n`;
  });
  writeFileSync(entry, readFileSync(entry, 'utf8') + lines.join(''));
}

/** File of declarations that an import of one leads to; null for what Node has. */
function findTypes(file, name) {
  if (name.startsWith('node:')) return null;
  const path = name.startsWith('.') ? join(dirname(file), name) : join(MODULES, name);
  const candidates = [path.replace(/(\.js|\.tsx?)?$/, '.d.ts'), join(path, 'index.d.ts')];
  const found = candidates.find(existsSync);
  if (found === undefined) fail(`${file} names ${name}, whose types are not found.`);
  return found;
}

function manifest() {
  const { version, license, engines, description, dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  const pickVersions = (...names) => Object.fromEntries(names.map(name => [name, dependencies[name]]));
  const exports = Object.fromEntries(
    listEntries().map(([name, source]) => [
      name === 'index' ? '.' : `./${name}`,
      {
        types: `./lib/types/${toTypePath(source)}`,
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
    dependencies: pickVersions('piscina', 'sql.js'),
    // For worlds in a queue alone.
    peerDependencies: Object.fromEntries(QUEUE_PACKAGES.map(name => [name, '>=5'])),
    peerDependenciesMeta: Object.fromEntries(QUEUE_PACKAGES.map(name => [name, { optional: true }])),
  };
}
