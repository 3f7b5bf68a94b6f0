import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeBuildError } from './describeBuildError.mjs';
import { fail, ROOT } from './install.mjs';
import { readStamp, stampOf } from './stamp.mjs';

const INPUTS = [
  'index.html',
  'LICENSE',
  'package-lock.json',
  'public',
  'scripts/licences.ts',
  'scripts/loadAgain.ts',
  'scripts/minifyFirstLoad.ts',
  'scripts/soonParts.ts',
  'src',
  'tsconfig.json',
  'vite.config.ts',
];
const STAMP = join(ROOT, 'dist', '.stamp');

/**
 * Builds the page into dist/ unless it was built from the very same sources. Needs node_modules. The build is a process of its
 * own, so that a server keeps none of the gigabyte that it takes.
 */
export async function ensureBuilt() {
  if (isBuilt()) return;
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 2, 2] });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`the program that builds it ended with ${signal ?? `code ${code}`}`);
}

/** Whether dist/ is what the present sources give. */
export const isBuilt = () => readStamp(STAMP) === stampOf(INPUTS);

async function build() {
  const stamp = stampOf(INPUTS);
  console.error('Building …');
  const vite = await import('vite');
  // Vite empties dist, so a build that broke off leaves no stamp.
  await vite.build({ root: ROOT, logLevel: 'warn' });
  writeFileSync(STAMP, stamp);
}

// As a command it builds in any case.
if (process.argv[1] === fileURLToPath(import.meta.url))
  await build().catch(error => fail(`The build failed: ${describeBuildError(error)}`));
