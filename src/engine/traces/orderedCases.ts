import type { CaseDraft, TracePlace, TraceSink, ValueReader } from './reading.ts';
import { type Costs, costsBeyond, sumOfCosts, UNKNOWN_COSTS } from './usage.ts';

/** Cases that are handed over by the paths of their files, so that it does not matter in which order the files came. */
export class OrderedCases {
  private readonly cases: { readonly draft: CaseDraft; readonly place: TracePlace }[] = [];

  add(draft: CaseDraft, place: TracePlace): void {
    this.cases.push({ draft, place });
  }

  end(sink: TraceSink): void {
    this.cases.sort((a, b) => comparePlaces(a.place, b.place));
    for (const { draft, place } of this.cases) sink.add(draft, place);
    this.cases.length = 0;
  }
}

/** A reader of values each of which is a case of its own, or several, that are handed over at the end. */
export function caseByCase(
  sink: TraceSink,
  take: (value: unknown, place: TracePlace, cases: OrderedCases) => void,
): ValueReader {
  const cases = new OrderedCases();
  return {
    take: (value, place) => take(value, place, cases),
    endFile: () => {},
    end: () => cases.end(sink),
  };
}

/** By path, then by line; the same everywhere. */
export function comparePlaces(one: TracePlace, other: TracePlace): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0);
}

/** Puts on the first step what the whole cost beyond its steps: some sources tell the costs of the whole alone. */
export function payWhole(steps: CaseDraft['steps'], whole: Costs): void {
  const [first] = steps;
  if (first === undefined) return;
  const rest = costsBeyond(whole, steps.reduce<Costs>(sumOfCosts, UNKNOWN_COSTS));
  if (rest !== null) Object.assign(first, sumOfCosts(first, rest));
}

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
    const sorted = [...this.groups].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.groups.clear();
    yield* sorted;
  }
}

/** The name of a file without its folders and endings, by which a case is named that has no id. */
export const nameOfFile = (file: string): string =>
  file.replace(/^.*\/|\.(?:traj\.)?jsonl?$|\.(?:traj|json)$/g, '');
