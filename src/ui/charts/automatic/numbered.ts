import type { Rect } from '../packing.ts';
import { createRoute, type Route } from '../route.ts';
import { getTitleAreas } from './boxes.ts';
import { createLatticeProjection, findCheapestLinePath } from './draft.ts';
import { Lattice } from './lattice.ts';
import type { Line } from './lines.ts';
import { findNumberPlace, measureLineNumber, type NumberPlace } from './numberPlaces.ts';
import { type Path, Router } from './router.ts';

/** Steps that a line without a way costs, and one without a number. */
const NO_PATH = 400;
const NO_NUMBER = 30;

/** Lines between given boxes, each with its number: what is laid later goes around both. */
export class NumberedLines {
  readonly #lattice: Lattice;
  readonly #router: Router;
  readonly #paths: (Path | null)[];
  readonly #routes: (Route | null)[];
  readonly #numbers: (NumberPlace | null)[];
  readonly #taken: readonly Rect[];

  /** @param sheet pixels */
  constructor(
    readonly boxes: readonly Rect[],
    private readonly lines: readonly Line[],
    private readonly sheet: { readonly width: number; readonly height: number },
  ) {
    const { width, height } = sheet;
    this.#taken = [...boxes, ...getTitleAreas(width)];
    this.#lattice = new Lattice(width, height, boxes, getTitleAreas(width), true);
    this.#router = new Router(this.#lattice);
    this.#paths = lines.map(() => null);
    this.#routes = lines.map(() => null);
    this.#numbers = lines.map(() => null);
  }

  /** What the first lines cost, in steps, for comparing drafts of one chart. */
  costOf(count: number): number {
    let cost = 0;
    for (let line = 0; line < count; line++)
      cost += (this.#paths[line]?.cost ?? NO_PATH) + (this.#numbers[line] === null ? NO_NUMBER : 0);
    return cost;
  }

  /**
   * Lays lines anew around all that lie, the more frequent first, of about the same total the shorter.
   * @param pause awaited between two lines
   */
  async lay(from: number, to: number, pause: () => Promise<void>): Promise<void> {
    for (const line of this.#frequentFirst(from, to)) {
      this.#layOne(line);
      await pause();
    }
  }

  /** The way of each line; null where none was found or it was not laid. */
  get routes(): readonly (Route | null)[] {
    return this.#routes;
  }

  #frequentFirst(from: number, to: number): readonly number[] {
    const lines = this.lines.slice(from, to).map(({ source, target, total = 0 }, i) => {
      const [a, b] = [this.boxes[source], this.boxes[target]];
      const rank = Math.floor(Math.log2(Math.max(1, total)) / 2);
      return { line: from + i, rank, length: Math.abs(a.x - b.x) + Math.abs(a.y - b.y) };
    });
    lines.sort((a, b) => b.rank - a.rank || a.length - b.length || a.line - b.line);
    return lines.map(({ line }) => line);
  }

  #layOne(line: number): void {
    const before = this.#paths[line];
    if (before) this.#lattice.mark(before.points, -1);
    this.#drop(line);
    const path = findCheapestLinePath(this.lines[line], this.#lattice, this.#router);
    this.#paths[line] = path;
    this.#routes[line] = path && createRoute(path.points.map(createLatticeProjection(this.#lattice)));
    if (path) this.#lattice.mark(path.points, 1);
    this.#number(line);
  }

  #number(line: number): void {
    this.#drop(line);
    const route = this.#routes[line];
    if (route === null) return;
    const taken = [...this.#taken, ...this.#numbers.flatMap(one => one?.rect ?? [])];
    const others = this.#routes.flatMap((other, i) => (other === null || i === line ? [] : [other]));
    const number = findNumberPlace(
      route,
      measureLineNumber(this.lines[line].total),
      this.sheet,
      taken,
      others,
    );
    this.#numbers[line] = number;
    if (number) this.#lattice.markNumber(number.kept, 1);
  }

  #drop(line: number): void {
    const number = this.#numbers[line];
    if (number) this.#lattice.markNumber(number.kept, -1);
    this.#numbers[line] = null;
  }
}
