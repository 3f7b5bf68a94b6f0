import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PALETTE } from '../../../src/ui/charts/inks.ts';
import {
  assignGroupHues,
  describeAgentGroup,
  describeGroupHues,
  getGroupColumnHead,
  legendName,
} from '../../../src/ui/network/assignGroupHues.ts';
import type { PageState } from '../../../src/ui/state/pageState.ts';

const TOKENS = join(import.meta.dirname, '../../../src/ui/styles/tokens.css');

/** Groups of these sizes, called a, b, … @param more names after these, of one node each, the last for nodes without a value */
const groups = (sizes: readonly number[], ...more: readonly string[]) => ({
  label: 'club',
  ...(more.length > 0 && { none: sizes.length + more.length - 1 }),
  names: [...sizes.map((_, group) => String.fromCharCode(97 + group)), ...more],
  of: Uint8Array.from([
    ...sizes.flatMap((size, group) => new Array<number>(size).fill(group)),
    ...more.map((_, at) => sizes.length + at),
  ]),
});

describe('the colours of groups', () => {
  it('are a hue for each, in the order of their names, with the number of members', () => {
    const hues = assignGroupHues(groups([2, 3]));
    expect(hues.rows).toEqual([
      { name: 'a', count: 2, hue: 0 },
      { name: 'b', count: 3, hue: 1 },
    ]);
    expect([...hues.hueOf]).toEqual([0, 0, 1, 1, 1]);
    expect(describeGroupHues(hues)).toBe('coloured by club: a (2), b (3)');
  });

  it('have names that cannot be mistaken for counts', () => {
    expect(legendName('community', '3')).toBe('community 3');
    expect(legendName('club', 'Officer')).toBe('Officer');
  });

  it('are grey for nodes without a value in the file', () => {
    const hues = assignGroupHues(groups([2, 1], 'no club'));
    expect(hues.rows.at(-1)).toEqual({ name: 'no club', count: 1, hue: -1 });
    expect(hues.hueOf.at(-1)).toBe(-1);
  });

  it('differ between a value with the name of nodes without one, and those nodes', () => {
    const hues = assignGroupHues(groups([2], 'no club', 'no value of club'));
    expect(hues.rows).toEqual([
      { name: 'a', count: 2, hue: 0 },
      { name: 'no club', count: 1, hue: 1 },
      { name: 'no value of club', count: 1, hue: -1 },
    ]);
    expect(
      assignGroupHues({ label: 'club', names: ['a', 'no club'], of: Uint8Array.of(0, 1) }).rows[1]?.hue,
    ).toBe(1);
    const networkGroups = groups([2], 'no club', 'no value of club');
    const run = { info: { networkGroups } } as unknown as PageState['run'];
    expect([0, 2, 3, 9].map(agent => describeAgentGroup({ run }, agent))).toEqual([
      'club a',
      'club no club',
      'no value of club',
      '',
    ]);
  });

  it('are for the largest where there are more groups than hues, and the rest share one', () => {
    const hues = assignGroupHues(groups([1, 9, 8, 7, 6, 5, 4, 3, 2], 'no club'));
    expect(hues.rows.map(({ name, hue }) => `${name} ${hue}`)).toEqual([
      ...['b 0', 'c 1', 'd 2', 'e 3', 'f 4', 'g 5', 'h 6', '3 others -1'],
    ]);
    expect(hues.rows.at(-1)?.count).toBe(1 + 2 + 1);
    expect(new Set(hues.hueOf).size).toBe(PALETTE.length + 1);
    expect(hues.rows.reduce((sum, { count }) => sum + count, 0)).toBe(hues.of.length);
  });

  it('stand out from the ground in both themes, and each differs from all others and the grey', () => {
    const [dark, light] = readFileSync(TOKENS, 'utf8').split('[data-theme="light"]');
    for (const theme of [dark, light]) {
      const colour = (token: string) => new RegExp(`${token}: (#[0-9a-f]{6});`).exec(theme)?.[1] ?? '';
      const all = [...PALETTE, '--ink-3'].map(colour);
      expect(new Set(all).size).toBe(all.length);
      for (const one of all) expect(contrast(one, colour('--bg'))).toBeGreaterThanOrEqual(3);
    }
  });

  it('have a column in tables by the name in the file, renamed where the table has it already', () => {
    expect(getGroupColumnHead({ label: 'club' }, ['id', 'name'])).toBe('club');
    expect(getGroupColumnHead({ label: 'name' }, ['id', 'name'])).toBe('name of the network');
  });
});

/** Contrast of two colours, #rrggbb, after WCAG 2. */
function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
