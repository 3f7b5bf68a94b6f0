import { readFileSync } from 'node:fs';

const css = readFileSync('src/ui/styles/tokens.css', 'utf8');

export type Rgb = readonly [number, number, number];

/** The custom properties of a theme that hold colours. */
export function colorsOf(theme: string): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"]`));
  const body = block.slice(0, block.indexOf('}'));
  return new Map([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(match => [match[1]!, match[2]!]));
}

const partsOf = (hex: string): Rgb =>
  [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb;
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Linear RGB of a colour. */
export const linear = (hex: string): Rgb => partsOf(hex).map(toLinear) as unknown as Rgb;

const luminance = (parts: Rgb): number => {
  const [r, g, b] = parts.map(toLinear) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast of a colour with its background, as WCAG has it. @param opacity with which it is drawn on that */
export function contrast(color: string, ground: string, opacity = 1): number {
  const [over, under] = [partsOf(color), partsOf(ground)];
  const mixed = over.map((part, i) => part * opacity + under[i]! * (1 - opacity)) as unknown as Rgb;
  const [x, y] = [luminance(mixed) + 0.05, luminance(under) + 0.05];
  return Math.max(x, y) / Math.min(x, y);
}
