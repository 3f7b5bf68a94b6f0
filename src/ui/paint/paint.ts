/**
 * Pending paints. All canvases are painted in animation frames, and only on request. Requests in turn (while
 * it plays) are spread over the next frames, so that no frame carries everything.
 */
const waiting = new Set<() => void>();
/** Work in turn with its share of a frame; first come, first served. */
const turns = new Map<() => void, number>();
let frame = 0;

/** Paints in the next frame. */
export function requestPaint(paint: () => void): void {
  turns.delete(paint);
  waiting.add(paint);
  if (frame === 0) frame = requestAnimationFrame(runFrameWork);
}

/** Works in one of the next frames; a frame takes work until the shares add up to 1. */
export function requestTurn(work: () => void, share: number): void {
  if (waiting.has(work) || turns.has(work)) return;
  turns.set(work, share);
  if (frame === 0) frame = requestAnimationFrame(runFrameWork);
}

/** Drops a paint that waits, for a view that is gone. */
export function cancelPaint(paint: () => void): void {
  waiting.delete(paint);
  turns.delete(paint);
}

function runFrameWork(): void {
  frame = 0;
  const now = [...waiting];
  waiting.clear();
  let taken = 0;
  for (const [work, share] of turns) {
    if (taken > 0 && taken + share > 1) break;
    taken += share;
    turns.delete(work);
    now.push(work);
  }
  if (turns.size > 0) frame = requestAnimationFrame(runFrameWork);
  for (const paint of now) paint();
}
