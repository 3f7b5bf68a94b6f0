import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENGINE_VERSION } from '../../../src/engine/core/version.ts';
import type { Fidelity } from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import figures from '../../../src/ui/models/social/fidelity/fidelity.json';
import { COMMAND, FOOTING, fittedValues, SEED } from './compare.ts';
import { candidate } from './fit.ts';
import { filled } from './tables.ts';

const report = figures as unknown as Fidelity;
const STALE = `the figures are stale: ${COMMAND} --write makes them again`;

describe('the figures of docs/validation.md and of the page', () => {
  it('are of this version, this command and its seed, and of the preset as it is', () => {
    const { command, engine, seed, preset, window, least } = report;
    expect({ command, engine, seed, preset, window, least }, STALE).toEqual({
      ...{ command: COMMAND, engine: ENGINE_VERSION, seed: SEED, preset: fittedValues('twitter15_paced') },
      ...FOOTING,
    });
  });

  it('stand in every table of the documentation page', () => {
    const page = readFileSync('docs/validation.md', 'utf8');
    expect(page, STALE).toBe(filled(page, report));
    expect(page.match(/<!-- table: /g)).toHaveLength(12);
  });

  it('are of a preset that the search has tried', () => {
    expect(fittedValues('twitter15_paced')).toEqual(candidate(51));
  });

  it('refuse a table that the report does not have', () => {
    expect(() => filled('<!-- table: weibo -->\n<!-- end -->', report)).toThrow(
      '"weibo", which there is not',
    );
  });
});
