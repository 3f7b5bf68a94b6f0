import type { DotField } from './dotField.ts';

/** Draws the dots on their way or the others, by state, one path per colour. `dim` fades all but the marked ones. */
export function drawDots(
  ctx: CanvasRenderingContext2D,
  field: DotField,
  colors: readonly string[],
  marked: ReadonlySet<number>,
  dim: boolean,
  moving: boolean,
): void {
  ctx.globalAlpha = dim ? 0.32 : 1;
  colors.forEach((color, ink) => {
    ctx.fillStyle = color;
    ctx.beginPath();
    for (let agent = 0; agent < field.x.length; agent++) {
      if (field.ink[agent] !== ink || field.moves[agent] !== +moving) continue;
      if (marked.has(agent % field.agents)) continue;
      const radius = field.radius[agent];
      ctx.moveTo(field.x[agent] + radius, field.y[agent]);
      ctx.arc(field.x[agent], field.y[agent], radius, 0, 2 * Math.PI);
    }
    ctx.fill();
  });
  ctx.globalAlpha = 1;
}

/** Outlined dots: `strong` ones also get a ring around them. */
export function drawMarkedDots(
  ctx: CanvasRenderingContext2D,
  field: DotField,
  colors: readonly string[],
  ink: string,
  marked: ReadonlySet<number>,
  strong: number,
  moving: boolean,
): void {
  ctx.strokeStyle = ink;
  for (const agent of field.dotsOf(marked)) {
    if (field.moves[agent] !== +moving) continue;
    const isStrong = agent % field.agents === strong;
    const radius = field.radius[agent] + (isStrong ? 1.2 : 0.5);
    ctx.fillStyle = colors[field.ink[agent]];
    ctx.lineWidth = isStrong ? 1.8 : 1.3;
    ctx.beginPath();
    ctx.arc(field.x[agent], field.y[agent], radius, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
    if (!isStrong) continue;
    ctx.lineWidth = 1.2;
    ctx.beginPath();
    ctx.arc(field.x[agent], field.y[agent], 9, 0, 2 * Math.PI);
    ctx.stroke();
  }
}
