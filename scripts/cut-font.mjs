// Cuts the letters of European names out of Inter's extended Latin: node scripts/cut-font.mjs writes them to
// src/ui/fonts/. The whole file has 85 kB, these letters 14, and an agent that is named Jovanović needs one of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { ROOT } from './install.mjs';

const WHOLE = join(ROOT, 'node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2');
/** The file that src/ui/styles/base.css names for Latin Extended-A. */
export const CUT = join(ROOT, 'src/ui/fonts/inter-latin-ext-a.woff2');

/** First and last letter of Latin Extended-A. */
const [FIRST, LAST] = [0x0100, 0x017f];

/** The font of these letters alone, with all its weights. */
export function cutFont() {
  const letters = Array.from({ length: LAST - FIRST + 1 }, (_, at) => String.fromCodePoint(FIRST + at));
  return subsetFont(readFileSync(WHOLE), letters.join(''), { targetFormat: 'woff2' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CUT, await cutFont());
