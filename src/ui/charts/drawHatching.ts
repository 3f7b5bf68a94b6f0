/** Pixels from a line to the next, along either axis. */
const HATCH_PITCH = 5;

/** Draws diagonal lines over a rectangle, which continue in the next one. */
export function drawHatching(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  for (let sum = Math.ceil((x + y) / HATCH_PITCH) * HATCH_PITCH; sum < x + w + y + h; sum += HATCH_PITCH) {
    const [from, to] = [Math.max(x, sum - y - h), Math.min(x + w, sum - y)];
    ctx.moveTo(from, sum - from);
    ctx.lineTo(to, sum - to);
  }
  ctx.stroke();
}
