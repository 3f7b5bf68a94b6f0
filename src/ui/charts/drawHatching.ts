/** Pixels from a line to the next, along either axis. */
const PITCH = 5;

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
  for (let sum = Math.ceil((x + y) / PITCH) * PITCH; sum < x + w + y + h; sum += PITCH) {
    const [from, to] = [Math.max(x, sum - y - h), Math.min(x + w, sum - y)];
    ctx.moveTo(from, sum - from);
    ctx.lineTo(to, sum - to);
  }
  ctx.stroke();
}
