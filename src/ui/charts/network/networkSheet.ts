/** Most pixels of a bitmap that shows all of a drawing; nearer, it shows what is around the sheet alone. */
const MAX_BITMAP_PIXELS = { late: 6e6, atOnce: 2e6 };
/** Room of a bitmap beyond the sheet, as a share of it. */
const BEYOND = { late: 0.6, atOnce: 0.4 };
/** Milliseconds for which the camera must stand still before a bitmap of another scale is drawn. */
const STILL = 120;

/** A part of a drawing at a scale, CSS pixels of the drawing times the scale. */
export interface SheetPart {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A drawing that takes many steps. */
interface Painting {
  /** While these are the same, so is the drawing. */
  readonly key: readonly unknown[];
  readonly steps: number;
  /** Milliseconds that a picture may spend on it; Infinity: all at once. */
  readonly budget: number;
  /** Draws some of the steps, the part's corner at the origin. */
  paint(ctx: CanvasRenderingContext2D, part: SheetPart, from: number, to: number): void;
}

interface Bitmap {
  readonly canvas: HTMLCanvasElement;
  readonly key: readonly unknown[];
  readonly part: SheetPart;
  done: number;
}

interface SheetSize {
  readonly width: number;
  readonly height: number;
}

/** Steps between two looks at the clock. */
const STEPS_PER_TIME_CHECK = 500;

/**
 * A drawing kept as a bitmap: while it is moved it is copied, while it is zoomed it is scaled, and once the camera rests it
 * is drawn again, a little in each picture.
 */
export class Sheet {
  #shown: Bitmap | null = null;
  #next: Bitmap | null = null;
  #camera: Camera | null = null;
  #rested = 0;

  /**
   * Copies the drawing to the sheet.
   * @param now milliseconds
   * @returns true if parts or all of it must still be drawn
   */
  draw(
    ctx: CanvasRenderingContext2D,
    painting: Painting,
    camera: Camera,
    sheet: SheetSize,
    now: number,
  ): boolean {
    if (camera.scale !== this.#camera?.scale) this.#rested = now;
    this.#camera = camera;
    const isOther = !areListsIdentical(this.#shown?.key, painting.key);
    if (isOther || !doesPartCoverSheet(this.#shown?.part, camera, sheet))
      this.#begin(painting, camera, sheet, now, isOther);
    this.#advance(painting);
    if (this.#shown) copySheetPart(ctx, this.#shown, camera);
    return (
      !areListsIdentical(this.#shown?.key, painting.key) ||
      !doesPartCoverSheet(this.#shown?.part, camera, sheet)
    );
  }

  #begin(painting: Painting, camera: Camera, sheet: SheetSize, now: number, isOther: boolean): void {
    const isUnderWay =
      areListsIdentical(this.#next?.key, painting.key) && doesPartCoverSheet(this.#next?.part, camera, sheet);
    const isZooming = this.#shown?.part.scale !== camera.scale && now - this.#rested < STILL;
    if (isUnderWay || (!isOther && isZooming)) return;
    // A drawing made in one go may replace the previous one.
    const isAtOnce = painting.budget === Number.POSITIVE_INFINITY;
    const part = chooseSheetPart(camera, sheet, isAtOnce ? 'atOnce' : 'late');
    const canvas = (isAtOnce && this.#shown?.canvas) || document.createElement('canvas');
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.ceil(part.width * ratio);
    canvas.height = Math.ceil(part.height * ratio);
    this.#next = { canvas, key: painting.key, part, done: 0 };
  }

  #advance({ steps, budget, paint }: Painting): void {
    const next = this.#next;
    const ctx = next?.canvas.getContext('2d');
    if (!next || !ctx) return;
    const ratio = window.devicePixelRatio || 1;
    const until = performance.now() + budget;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    do {
      const to =
        budget === Number.POSITIVE_INFINITY ? steps : Math.min(steps, next.done + STEPS_PER_TIME_CHECK);
      paint(ctx, next.part, next.done, to);
      next.done = to;
    } while (next.done < steps && performance.now() < until);
    if (next.done < steps) return;
    this.#shown = next;
    this.#next = null;
  }
}

const areListsIdentical = (a: readonly unknown[] | undefined, b: readonly unknown[]): boolean =>
  a !== undefined && a.length === b.length && a.every((one, at) => one === b[at]);

/** All of the drawing if that is not too much, else the sheet and its surroundings. */
function chooseSheetPart(
  { scale, x, y }: Camera,
  { width, height }: SheetSize,
  how: 'late' | 'atOnce',
): SheetPart {
  const ratio = window.devicePixelRatio || 1;
  if (width * height * scale ** 2 * ratio ** 2 <= MAX_BITMAP_PIXELS[how])
    return { scale, left: 0, top: 0, width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const [dx, dy] = [Math.ceil(width * BEYOND[how]), Math.ceil(height * BEYOND[how])];
  return { scale, left: -x - dx, top: -y - dy, width: width + 2 * dx, height: height + 2 * dy };
}

/** True if a part has a camera's scale and covers the sheet. */
function doesPartCoverSheet(
  part: SheetPart | undefined,
  { scale, x, y }: Camera,
  { width, height }: SheetSize,
): boolean {
  if (!part || part.scale !== scale) return false;
  const has = (at: number, room: number, start: number, length: number) =>
    Math.max(0, -at) >= start - 0.5 && Math.min(room * scale, room - at) <= start + length + 0.5;
  return has(x, width, part.left, part.width) && has(y, height, part.top, part.height);
}

function copySheetPart(ctx: CanvasRenderingContext2D, { canvas, part }: Bitmap, camera: Camera): void {
  const ratio = window.devicePixelRatio || 1;
  const by = camera.scale / part.scale;
  // From pixel to pixel nothing has to be interpolated, which would take several times as long.
  const at = (place: number) => (by === 1 ? Math.round(place * ratio) / ratio : place);
  const [left, top] = [at(part.left * by + camera.x), at(part.top * by + camera.y)];
  ctx.imageSmoothingEnabled = by !== 1;
  ctx.drawImage(canvas, left, top, (canvas.width / ratio) * by, (canvas.height / ratio) * by);
}

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
