import { clipTextToWidth } from '../../charts/canvas.ts';
import type { Inks } from '../../charts/inks.ts';

const MAX_TEXTS = 4000;
const texts = new Map<string, string>();

/** A text that fits into so many pixels, in the font of the rows. */
export const fitCachedText = (
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  text: string,
  room: number,
): string => getCachedFit(ctx, inks, `${room}|${text}`, () => clipTextToWidth(ctx, text, room));

/** A fitted text, measured once for each key. */
export function getCachedFit(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  key: string,
  fit: () => string,
): string {
  const found = texts.get(key);
  if (found !== undefined) return found;
  ctx.font = `600 11px ${inks.font}`;
  const text = fit();
  if (texts.size > MAX_TEXTS) texts.clear();
  texts.set(key, text);
  return text;
}

/** Texts that are fitted from now on may differ from those before. */
export const forgetFits = (): void => texts.clear();
