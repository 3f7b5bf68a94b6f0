import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Fidelity } from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import figures from '../../../src/ui/models/social/fidelity/fidelity.json';
import { compare } from './compare.ts';
import { TABLE } from './real.ts';

const known = figures as unknown as Fidelity;
const folder = mkdtempSync(join(tmpdir(), 'statescope-cascades-'));
writeFileSync(
  join(folder, TABLE),
  'dataset,size,depth,max_breadth,structural_virality,minutes_to_half_size\ntwitter15,120,3,80,2.1,44\n',
);
afterAll(() => rmSync(folder, { recursive: true }));

describe('a comparison of some baselines alone', () => {
  const refuse = (only: string, part: Partial<Fidelity> = {}) =>
    expect(compare(folder, () => undefined, { only, known: { ...known, ...part } })).rejects;

  it('refuses, in one line with both hashes, a folder with another table than that of the rows that stay', () =>
    refuse('Hawkes').toThrow(
      new RegExp(
        `^the other rows are of another ${TABLE} \\(SHA-256 ${known.table}, the folder's \\w{64}\\)`,
      ),
    ));

  it('refuses rows of another version, and words that name no baseline', async () => {
    await refuse('Hawkes', { engine: '0.1.0' }).toThrow('the other rows are of version 0.1.0');
    await refuse('weather').toThrow('--only weather names no baseline');
  });
});
