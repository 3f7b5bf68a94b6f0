/** The visible part of a drawing: a point of the drawing, times the scale, plus the corner; CSS pixels. */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface CameraSize {
  readonly width: number;
  readonly height: number;
}

/** All of the drawing. */
export const WHOLE: Camera = { scale: 1, x: 0, y: 0 };

const NEAREST = 24;
/** Share of the sheet that may be left empty by moving the drawing. */
const SLACK = 0.3;

/** Nearer or farther by a factor, about a point of the sheet. */
export function zoomCamera(
  camera: Camera,
  factor: number,
  [px, py]: readonly [number, number],
  sheet: CameraSize,
): Camera {
  const scale = Math.min(NEAREST, Math.max(1, camera.scale * factor));
  const part = scale / camera.scale;
  return clampCamera({ scale, x: px - (px - camera.x) * part, y: py - (py - camera.y) * part }, sheet);
}

/** Moved by some pixels. */
export const panCamera = (camera: Camera, dx: number, dy: number, sheet: CameraSize): Camera =>
  clampCamera({ ...camera, x: camera.x + dx, y: camera.y + dy }, sheet);

/** Moved as little as brings a point of the drawing onto the sheet, clear of its edges. */
export function revealPoint(camera: Camera, [x, y]: readonly [number, number], sheet: CameraSize): Camera {
  const [px, py] = [x * camera.scale + camera.x, y * camera.scale + camera.y];
  const within = (at: number, room: number) => Math.min(room - EDGE, Math.max(EDGE, at)) - at;
  const [dx, dy] = [within(px, sheet.width), within(py, sheet.height)];
  return dx === 0 && dy === 0 ? camera : panCamera(camera, dx, dy, sheet);
}

/** Pixels from the sheet's edges within which nothing is brought. */
const EDGE = 8;

function clampCamera({ scale, x, y }: Camera, { width, height }: CameraSize): Camera {
  const within = (at: number, room: number) =>
    Math.min(SLACK * room, Math.max(room * (1 - scale) - SLACK * room, at));
  return { scale, x: within(x, width), y: within(y, height) };
}
