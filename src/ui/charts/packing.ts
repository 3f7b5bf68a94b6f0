/** A rectangle in CSS pixels from the upper left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Places for dots, the middle ones first: x, y pairs. */
export interface Slots {
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Radius of a dot, pixels. */
  readonly radius: number;
  readonly pitch: number;
}

const DOT_PITCH = 9.2;
const MIN_DOT_PITCH = 4.5;
/** Pixels by which the kept pitch may fall short of the widest one that fits. */
const LOOSE = 1.8;
const DOT_MARGIN = 6.4;

/** A hexagonal grid in a box, sorted from the middle outwards. */
export function packSlots(box: Rect, pitch: number, stretch: number): Slots {
  const points = buildHexagonalGrid(box, pitch);
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const aspect = Math.min(box.width / Math.max(1, box.height), stretch);
  const distance = (point: readonly [number, number]) => Math.hypot((point[0] - cx) / aspect, point[1] - cy);
  points.sort((a, b) => distance(a) - distance(b) || a[0] - b[0] || a[1] - b[1]);
  return {
    x: Float32Array.from(points, point => point[0]),
    y: Float32Array.from(points, point => point[1]),
    radius: pitch > DOT_PITCH ? pitch * 0.37 : Math.min(3.4, pitch * 0.37),
    pitch,
  };
}

/**
 * The widest pitch at which `count` dots fit; at the smallest pitch, surplus dots share the last places. The previous
 * pitch is kept as long as the dots fit and would not gain much room, to keep them from moving.
 * @param most the pitch of a few.
 * @param least the smallest
 */
export function choosePackingPitch(
  box: Rect,
  count: number,
  before?: number,
  most = DOT_PITCH,
  least = MIN_DOT_PITCH,
): number {
  const widest = findWidestPitch(box, count, most, least);
  if (before === undefined) return widest;
  return before <= widest && before > widest - LOOSE ? before : widest;
}

function findWidestPitch(box: Rect, count: number, most: number, least: number): number {
  let pitch = most;
  while (pitch > least && computeSlotCapacity(box, pitch) < count) pitch -= 0.3;
  return pitch;
}

function computeSlotCapacity(box: Rect, pitch: number): number {
  const { rows, columns } = computeSlotGridSize(box, pitch);
  return Math.ceil(rows / 2) * columns + Math.floor(rows / 2) * Math.max(1, columns - 1);
}

const computeSlotGridSize = (box: Rect, pitch: number) => ({
  rows: Math.max(1, Math.floor((box.height - DOT_MARGIN) / (pitch * 0.866)) + 1),
  columns: Math.max(1, Math.floor((box.width - DOT_MARGIN) / pitch) + 1),
});

function buildHexagonalGrid(box: Rect, pitch: number): [number, number][] {
  const points: [number, number][] = [];
  const height = pitch * 0.866;
  const { rows, columns } = computeSlotGridSize(box, pitch);
  const top = box.y + (box.height - (rows - 1) * height) / 2;
  const left = box.x + (box.width - (columns - 1) * pitch) / 2;
  for (let row = 0; row < rows; row++) {
    const shift = row % 2 ? pitch / 2 : 0;
    const fits = row % 2 ? columns - 1 : columns;
    for (let column = 0; column < Math.max(1, fits); column++)
      points.push([left + shift + column * pitch, top + row * height]);
  }
  return points;
}
