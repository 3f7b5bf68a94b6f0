// node scripts/buildCli.mjs FOLDER: bundles the command line and the guard's programs into a folder that must not exist, or
// be made by another process meanwhile. Older bundles that no command can still be reading are removed.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { buildGuardPrograms } from './buildGuardPrograms.mjs';
import { describeBuildError } from './describeBuildError.mjs';
import { fail, ROOT } from './install.mjs';

const AN_HOUR = 3_600_000;
const [target] = process.argv.slice(2);
if (target === undefined) fail('Name the folder: node scripts/buildCli.mjs FOLDER');
const bundles = dirname(target);
const part = `${target}.${process.pid}`;

try {
  mkdirSync(bundles, { recursive: true });
  await build({
    root: ROOT,
    configFile: join(ROOT, 'vite.cli.config.ts'),
    logLevel: 'silent',
    build: { outDir: part },
  });
  await buildGuardPrograms(part);
  renameSync(part, target);
} catch (error) {
  if (existsSync(part)) rmSync(part, { recursive: true, force: true });
  // Another process may have made it meanwhile.
  if (!existsSync(target)) fail(`The build failed: ${describeBuildError(error)}`);
}
for (const name of readdirSync(bundles).filter(name => /^[0-9a-f]{16}(\.\d+)?$/.test(name))) {
  const old = join(bundles, name);
  const age = Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > AN_HOUR) rmSync(old, { recursive: true, force: true });
}
