import { describe, expect, it } from 'vitest';
import { colorsOf, contrast, linear, type Rgb } from './colors.ts';

const times = (matrix: readonly Rgb[], [r, g, b]: Rgb): Rgb =>
  matrix.map(row => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b))) as unknown as Rgb;

/** Full deficiencies after Machado, Oliveira and Fernandes (2009), on linear RGB. */
const SIGHTS: Readonly<Record<string, readonly Rgb[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const distance = (a: Rgb, b: Rgb) => 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

describe.each(['dark', 'light'])('%s palette', theme => {
  const colors = colorsOf(theme);
  const all = [...colors].filter(([name]) => name.startsWith('state-'));
  const states = all.filter(([name]) => !name.endsWith('-2'));
  const bg = colors.get('bg')!;

  it('has a colour for each of the eight states, and seven more for charts with more', () => {
    expect(states).toHaveLength(8);
    expect(all).toHaveLength(15);
  });

  it.each(Object.keys(SIGHTS))('keeps any two states apart with %s sight', sight => {
    const nearest = (some: typeof states) => {
      const seen = some.map(([, hex]) => oklab(times(SIGHTS[sight]!, linear(hex))));
      return Math.min(...seen.flatMap((a, i) => seen.slice(i + 1).map(b => distance(a, b))));
    };
    expect(nearest(states)).toBeGreaterThanOrEqual(8);
    expect(nearest(all)).toBeGreaterThanOrEqual(5.5);
  });

  it('shows every mark at 3:1 on its background', () => {
    for (const [name, hex] of all) expect(contrast(hex, bg), name).toBeGreaterThanOrEqual(3);
  });

  it('sets text at 4.5:1 on its background and under the pointer', () => {
    for (const name of ['ink', 'ink-2', 'ink-3'])
      for (const ground of [bg, colors.get('hover')!])
        expect(contrast(colors.get(name)!, ground), name).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.get('on-accent')!, colors.get('accent')!)).toBeGreaterThanOrEqual(4.5);
  });
});
