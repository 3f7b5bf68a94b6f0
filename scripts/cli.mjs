// npm run -s cli -- …: bundles src/cli/statescope.ts when the sources changed (Node 20 runs no TypeScript) and runs it.
// Nothing but the program's own output goes to stdout.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildGuardPrograms } from './buildGuardPrograms.mjs';
import { ensureInstalled, fail, ROOT } from './install.mjs';
import { stampOf } from './stamp.mjs';

const INPUTS = [
  'LICENSE',
  'package-lock.json',
  'scripts/licences.ts',
  'src/cli',
  'src/engine',
  'src/oracles',
  'src/storage',
  'vite.cli.config.ts',
];
const BUNDLES = join(ROOT, 'dist-cli');
const AN_HOUR = 3_600_000;

ensureInstalled();
// A folder for each state of the sources: commands that run at the same time cannot disturb each other.
const bundle = join(BUNDLES, stampOf(INPUTS).slice(0, 16));
if (!existsSync(bundle)) {
  try {
    await bundleTo(bundle);
  } catch (error) {
    fail(`The command line could not be built: ${error.message}`);
  }
}
// npm runs scripts at the top of the project; files are named from where the user stands.
const { npm_lifecycle_event: script, INIT_CWD: cwd } = process.env;
if (script === 'cli' && cwd !== undefined && existsSync(cwd)) process.chdir(cwd);
await import(pathToFileURL(join(bundle, 'main.js')).href);

async function bundleTo(target) {
  mkdirSync(BUNDLES, { recursive: true });
  const part = `${target}.${process.pid}`;
  const { build } = await import('vite');
  await build({
    root: ROOT,
    configFile: join(ROOT, 'vite.cli.config.ts'),
    logLevel: 'silent',
    build: { outDir: part },
  });
  await buildGuardPrograms(part);
  try {
    renameSync(part, target);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  for (const name of readdirSync(BUNDLES).filter(name => /^[0-9a-f]{16}(\.\d+)?$/.test(name))) {
    const old = join(BUNDLES, name);
    const age = Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > AN_HOUR) rmSync(old, { recursive: true, force: true });
  }
}
