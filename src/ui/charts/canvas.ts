import type { Inks } from './inks.ts';

/** A canvas ready to be drawn on in CSS pixels. `cleared`: its size changed, so it is empty. */
export interface Surface {
  readonly ctx: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly cleared: boolean;
}

/** Fits a canvas to its CSS size at the screen's resolution; null if there is no drawing context. */
export function prepareCanvasSurface(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): Surface | null {
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  const cleared = canvas.width !== w || canvas.height !== h;
  if (cleared) {
    canvas.width = w;
    canvas.height = h;
    // Otherwise a canvas is as large as its pixels: twice too large on a high-density screen.
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const ctx = canvas.getContext('2d');
  if (!ctx) return null;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { ctx, width, height, cleared };
}

interface TextStyle {
  readonly color: string;
  readonly size?: number;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
  /** Colour of a 3-pixel outline that keeps the text readable over marks. */
  readonly halo?: string;
}

/** One line of text; y is the baseline. */
export function drawTextLine(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  text: string,
  x: number,
  y: number,
  style: TextStyle,
): void {
  ctx.font = `${style.weight ?? 420} ${style.size ?? 11}px ${inks.font}`;
  ctx.textAlign = style.align ?? 'left';
  ctx.textBaseline = 'alphabetic';
  if (style.halo) {
    ctx.lineJoin = 'round';
    ctx.lineWidth = 3;
    ctx.strokeStyle = style.halo;
    ctx.strokeText(text, x, y);
  }
  ctx.fillStyle = style.color;
  ctx.fillText(text, x, y);
}

/** A text cut to fit, in the font that is set. @param room pixels @param tailOf how many of so many units that are left are its end */
export function clipTextToWidth(
  ctx: Pick<CanvasRenderingContext2D, 'measureText'>,
  text: string,
  room: number,
  tailOf: (length: number) => number = () => 0,
): string {
  if (ctx.measureText(text).width <= room) return text;
  const cut = (length: number): string => {
    const tail = tailOf(length);
    const [begins, ends] = [text.slice(0, length - tail), text.slice(text.length - tail)];
    return `${begins.replace(/[\s…]+$/, '')}…${ends.replace(/^[\s…]+/, '')}`;
  };
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ctx.measureText(cut(middle)).width <= room) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}

/** Draws a dot, outlined in the current line width if an outline is given. */
export function drawDisc(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  fill: string,
  stroke: string | null,
): void {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(1, r), 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  if (stroke === null) return;
  ctx.strokeStyle = stroke;
  ctx.stroke();
}

/** Covers what lies right of x. */
export function coverRightPart(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  x: number,
  width: number,
  height: number,
): void {
  ctx.fillStyle = inks.bg;
  ctx.fillRect(x, 0, width - x, height);
}

/** Opacity of what happened before round 1. */
export const WARM_UP_ALPHA = 0.38;
