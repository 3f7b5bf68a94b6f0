import type { DotField } from '../dotField.ts';

/** Dotted lines between the dots of an agent. */
export function drawAgentDotLinks(
  ctx: CanvasRenderingContext2D,
  field: DotField,
  ink: string,
  agent: number,
): void {
  const dots = field.dotsOf([agent]);
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  ctx.setLineDash([1.5, 3]);
  ctx.beginPath();
  for (const [i, to] of dots.slice(1).entries()) {
    const from = dots[i];
    const [dx, dy] = [field.x[to] - field.x[from], field.y[to] - field.y[from]];
    const bow = Math.min(60, Math.hypot(dx, dy) / 5);
    ctx.moveTo(field.x[from], field.y[from]);
    ctx.quadraticCurveTo(
      field.x[from] + dx / 2,
      field.y[from] + dy / 2 - (Math.abs(dx) > Math.abs(dy) ? bow : 0),
      field.x[to],
      field.y[to],
    );
  }
  ctx.stroke();
  ctx.setLineDash([]);
}
