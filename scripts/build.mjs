import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './install.mjs';
import { readStamp, stampOf } from './stamp.mjs';

const INPUTS = [
  'index.html',
  'LICENSE',
  'package-lock.json',
  'public',
  'scripts/licences.ts',
  'src',
  'tsconfig.json',
  'vite.config.ts',
];
const STAMP = join(ROOT, 'dist', '.stamp');

/** Builds the page into dist/ unless it was built from the very same sources. Needs node_modules. */
export async function ensureBuilt() {
  if (!isBuilt()) await build();
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
if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
