import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SCRIPT: string = join(import.meta.dirname, '../../scripts/cut-font.mjs');
const { CUT, cutFont } = (await import(SCRIPT)) as {
  readonly CUT: string;
  cutFont(): Promise<Uint8Array>;
};

it('the letters of European names are those of the font that is installed', async () => {
  expect(Buffer.compare((await cutFont()) as Buffer, readFileSync(CUT))).toBe(0);
});
