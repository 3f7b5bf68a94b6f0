/** All canvases are painted together, once an animation frame and only when something asked for it. */
const waiting = new Set<() => void>();
let frame = 0;

export function requestPaint(paint: () => void): void {
  waiting.add(paint);
  if (frame === 0) frame = requestAnimationFrame(run);
}

export const cancelPaint = (paint: () => void): boolean => waiting.delete(paint);

function run(): void {
  frame = 0;
  const now = [...waiting];
  waiting.clear();
  for (const paint of now) paint();
}
