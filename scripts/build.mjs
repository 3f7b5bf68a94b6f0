import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { readStamp, stampOf } from './stamp.mjs';

const INPUTS = ['index.html', 'package-lock.json', 'public', 'src', 'tsconfig.json', 'vite.config.ts'];

/** Builds the page into dist/ unless it was built from the very same sources. Needs node_modules. */
export async function ensureBuilt() {
  const stamp = stampOf(INPUTS);
  // Vite empties dist, so a build that broke off leaves no stamp.
  const file = join(ROOT, 'dist', '.stamp');
  if (readStamp(file) === stamp) return;
  console.error('Building …');
  const { build } = await import('vite');
  await build({ root: ROOT, logLevel: 'warn' });
  writeFileSync(file, stamp);
}
