import type { MemoryEntry } from '../memory/memory.ts';
import type { AskedLine, EntryPassage } from '../reports/librarianDetail.ts';
import type { LibrarianStep } from './librarianStep.ts';

/** A step's effects on the memory and the task. */
interface Traces {
  /** Entries that came or, if they have an end, went, in order. */
  readonly entries: readonly MemoryEntry[];
  readonly moves: readonly EntryPassage[];
  readonly settled: readonly AskedLine[];
}

/**
 * A step's content and effects for the hash, as JSON. Left out are its place (row, agent, tick), what the
 * answer holds (an action's value), who gave it, and the token estimates.
 */
export const buildLibrarianHashEntry = (step: LibrarianStep, { entries, moves, settled }: Traces): string =>
  JSON.stringify([
    step.kind,
    step.number,
    step.state,
    step.next,
    step.said,
    step.mended,
    step.claims,
    step.thought,
    step.action && [step.action.type, step.action.tags],
    step.result,
    step.error,
    step.item && [step.item.kind, step.item.number, step.item.left],
    step.working,
    step.storage,
    entries.map(entry => buildMemoryHashEntry(entry, step.said)),
    moves.map(({ from, to, cause, row }) => [from, to, cause, row]),
    settled.map(({ id, given, mark, loaded, tick, fact }) => [
      id,
      given,
      mark,
      loaded,
      tick,
      fact && [fact.passage, fact.sentence, fact.place, fact.span],
    ]),
  ]);

/** A value stands once: in the answer that gave it, from a character on, or in the entry with which it came. */
function buildMemoryHashEntry(
  { id, place, tag, value, tokens, cause, end, written, row, copyOf }: MemoryEntry,
  said: string | null,
) {
  if (end !== null) return [id, end];
  const at = said?.indexOf(value) ?? -1;
  return [id, place, tag, tokens, cause, written, row, copyOf ?? (at < 0 ? value : [at, value.length])];
}
