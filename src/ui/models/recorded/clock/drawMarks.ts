import type { ClockKind } from '../../../../engine/models/recorded/clock/clockSpans.ts';
import type { Inks } from '../../../charts/inks.ts';

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels between the lines of a hatching. */
const HATCH = 4;

/** A rectangle with slanting lines, and a border. */
export function hatchRect(ctx: CanvasRenderingContext2D, { x, y, width, height }: Rect, ink: string): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(x, y, width, height);
  ctx.clip();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (let at = x - height; at < x + width; at += HATCH) {
    ctx.moveTo(at, y + height);
    ctx.lineTo(at + height, y);
  }
  ctx.globalAlpha = 0.75;
  ctx.stroke();
  ctx.restore();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  if (width > 2) ctx.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

interface GuardMark {
  readonly x: number;
  readonly y: number;
  readonly kind: ClockKind;
  /** True if the guard only noted what it would have done. */
  readonly isNoted: boolean;
}

/** Half of a diamond. */
const MARK_SIZE = 4.5;

/** A guard's decision: ◇ advised, with a dot asked, half full refused, full stopped; a ring obeyed, crossed ignored. */
export function drawGuardMark(
  ctx: CanvasRenderingContext2D,
  inks: Inks,
  { x, y, kind, isNoted }: GuardMark,
): void {
  ctx.globalAlpha = isNoted ? 0.55 : 1;
  ctx.strokeStyle = inks.ink;
  ctx.fillStyle = kind === 'stop' ? inks.ink : inks.bg;
  ctx.lineWidth = 1.25;
  ctx.beginPath();
  if (kind === 'obeyed') ctx.arc(x, y, MARK_SIZE - 0.5, 0, 2 * Math.PI);
  else {
    ctx.moveTo(x, y - MARK_SIZE);
    ctx.lineTo(x + MARK_SIZE, y);
    ctx.lineTo(x, y + MARK_SIZE);
    ctx.lineTo(x - MARK_SIZE, y);
    ctx.closePath();
  }
  ctx.fill();
  ctx.stroke();
  ctx.beginPath();
  if (kind === 'obeyed') {
    ctx.moveTo(x - 2, y);
    ctx.lineTo(x - 0.5, y + 1.5);
    ctx.lineTo(x + 2, y - 1.5);
  } else if (kind === 'ignored') {
    ctx.moveTo(x - 1.75, y - 1.75);
    ctx.lineTo(x + 1.75, y + 1.75);
    ctx.moveTo(x + 1.75, y - 1.75);
    ctx.lineTo(x - 1.75, y + 1.75);
  }
  ctx.stroke();
  ctx.fillStyle = inks.ink;
  ctx.beginPath();
  if (kind === 'ask') ctx.arc(x, y, 1.4, 0, 2 * Math.PI);
  else if (kind === 'refuse') {
    ctx.moveTo(x, y - MARK_SIZE);
    ctx.lineTo(x, y + MARK_SIZE);
    ctx.lineTo(x - MARK_SIZE, y);
    ctx.closePath();
  }
  ctx.fill();
  ctx.globalAlpha = 1;
}
