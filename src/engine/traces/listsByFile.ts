import { compareCodeUnits } from '../files/textFile.ts';
import type { TracePlace } from './traceReading.ts';

/** Elements of one list that a file holds, or of several files that belong together. */
interface ListGroup {
  readonly place: TracePlace;
  readonly items: unknown[];
}

/** Collects the elements of files that are a list each, since such a file is read element by element. */
export class ListsByFile {
  private readonly groups = new Map<string, ListGroup>();

  add(value: unknown, place: TracePlace, group = place.file): void {
    const found = this.groups.get(group) ?? { place, items: [] };
    this.groups.set(group, found);
    found.items.push(value);
  }

  has(group: string): boolean {
    return this.groups.has(group);
  }

  /** The lists by their groups' names; they are forgotten then. */
  *ending(): Generator<readonly [group: string, list: ListGroup]> {
    const sorted = [...this.groups].sort(([a], [b]) => compareCodeUnits(a, b));
    this.groups.clear();
    yield* sorted;
  }
}
