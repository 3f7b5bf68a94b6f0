import { compareCodeUnits } from '../../files/textFile.ts';
import type { CaseDraft, TracePlace, TraceSink } from '../traceReading.ts';

/** A case of a coding agent, and its place. */
export interface AgentCase {
  readonly draft: CaseDraft;
  readonly place: TracePlace;
}

/**
 * Adds cases in an order that depends on what they hold, not on the order of the files: by their first time, then by id.
 * Sessions in which no model answered hold no step: they are healthy, and left out.
 */
export function addAgentCases(sink: TraceSink, cases: readonly AgentCase[]): void {
  const keyed = cases.map(one => ({ ...one, time: getFirstStepTime(one.draft) }));
  keyed.sort((a, b) => a.time - b.time || compareCodeUnits(a.draft.id, b.draft.id));
  for (const { draft, place } of keyed)
    if (draft.steps.length > 0) sink.add(draft, place);
    else sink.leaveOut(place.file, 'sessions without an answer');
}

function getFirstStepTime({ steps }: CaseDraft): number {
  for (const { at } of steps) if (at !== null) return at;
  return Number.POSITIVE_INFINITY;
}

/** Models in the order in which they were first used, as a label; null for none. */
export class ModelNames {
  private readonly names = new Set<string>();

  /** Claude Code's name for its own messages, `<synthetic>`, does not count as a model. */
  add(name: string | null): void {
    if (name !== null && name !== '<synthetic>') this.names.add(name);
  }

  get label(): string | null {
    return this.names.size === 0 ? null : [...this.names].join(', ');
  }
}

/** Bookkeeping lines, which are left out, by file, with the kinds that were met. */
export class BookLines {
  private readonly files = new Map<string, { count: number; readonly kinds: Set<string> }>();

  add(file: string, kind: string): void {
    const found = this.files.get(file) ?? { count: 0, kinds: new Set<string>() };
    this.files.set(file, found);
    found.count++;
    found.kinds.add(kind);
  }

  tell(sink: TraceSink): void {
    for (const [file, { count, kinds }] of this.files) {
      const named = [...kinds].sort(compareCodeUnits);
      const words = named.length > MAX_NAMED_KINDS ? [...named.slice(0, MAX_NAMED_KINDS), '…'] : named;
      sink.leaveOut(file, `bookkeeping lines (${words.join(', ')})`, count);
    }
  }
}

/** Kinds of lines that are named. */
const MAX_NAMED_KINDS = 4;
