const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i;

/** Red, green and blue of "#rrggbb", 0 to 255; null for another notation. */
const readColorParts = (color: string): readonly number[] | null =>
  HEX.exec(color)
    ?.slice(1)
    .map(part => Number.parseInt(part, 16)) ?? null;

/** Relative luminance of "#rrggbb", 0 to 1, as WCAG 2 has it; 0 for another notation. */
function computeLuminance(color: string): number {
  const parts = readColorParts(color);
  if (parts === null) return 0;
  const [red, green, blue] = parts.map(part => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour that is seen of a translucent one over another, both "#rrggbb"; of another notation the first. @param alpha 0 to 1 */
export function mixColors(over: string, under: string, alpha: number): string {
  const [a, b] = [readColorParts(over), readColorParts(under)];
  if (a === null || b === null) return over;
  const parts = a.map((part, i) => Math.round(part * alpha + b[i] * (1 - alpha)));
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}

const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

const picked = new Map<string, string>();

/** The ink that is read best on a fill. @param inks at least one, "#rrggbb" */
export function pickReadableInk(fill: string, inks: readonly [string, ...string[]]): string {
  const key = [fill, ...inks].join(' ');
  const known = picked.get(key);
  if (known !== undefined) return known;
  const ground = computeLuminance(fill);
  const best = inks.reduce((a, b) =>
    contrast(computeLuminance(b), ground) > contrast(computeLuminance(a), ground) ? b : a,
  );
  picked.set(key, best);
  return best;
}
