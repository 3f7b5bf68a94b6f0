import { compareCodeUnits } from '../files/textFile.ts';
import type { CaseDraft, TracePlace, TraceSink, ValueReader } from './traceReading.ts';

/** Cases that are handed over by the paths of their files, so that it does not matter in which order the files came. */
export class OrderedCases {
  private readonly cases: { readonly draft: CaseDraft; readonly place: TracePlace }[] = [];

  add(draft: CaseDraft, place: TracePlace): void {
    this.cases.push({ draft, place });
  }

  end(sink: TraceSink): void {
    this.cases.sort((a, b) => compareTracePlaces(a.place, b.place));
    for (const { draft, place } of this.cases) sink.add(draft, place);
    this.cases.length = 0;
  }
}

/** A reader of values each of which is a case of its own, or several, that are handed over at the end. */
export function createOrderedCaseReader(
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
export function compareTracePlaces(one: TracePlace, other: TracePlace): number {
  return compareCodeUnits(one.file, other.file) || (one.line ?? 0) - (other.line ?? 0);
}
