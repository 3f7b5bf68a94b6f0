import type { Tick } from '../core/indices.ts';
import type { Answer, Oracle, OracleRecord, Question } from './oracle.ts';

/** Answers of one tick, in the order of its questions, and the record of who gave them. */
interface JournalEntry {
  readonly answers: readonly Answer[];
  readonly record: OracleRecord | undefined;
}

/**
 * External inputs of a run, tick by tick: with its set-up enough to play it again. The policy's answers follow from the
 * run and are not in it.
 */
export class Journal {
  readonly #late = new Map<Tick, readonly number[]>();
  readonly #entries = new Map<Tick, JournalEntry>();
  /** Ticks from which another oracle decides. */
  readonly #handedOver = new Set<Tick>();

  /** @param questions that the answers belong to */
  add(tick: Tick, entry: JournalEntry, questions: readonly Question[] = []): void {
    this.#entries.set(tick, entry);
    const late = questions.filter((_, i) => entry.answers[i].kind === 'late');
    if (late.length > 0)
      this.#late.set(
        tick,
        late.map(({ agent }) => agent),
      );
  }

  /** Agents whose answers did not come in time in a tick. */
  lateIn(tick: Tick): readonly number[] {
    return this.#late.get(tick) ?? [];
  }

  /** Answers of a tick; null if the policy decided. */
  entryAt(tick: Tick): JournalEntry | null {
    return this.#entries.get(tick) ?? null;
  }

  /** Repeats the answers of a tick; null if the policy decided. */
  oracleOf(tick: Tick): Oracle | null {
    const entry = this.entryAt(tick);
    if (entry === null) return null;
    const { answers, record } = entry;
    return { name: 'journal', ...(record && { record }), ask: () => Promise.resolve(answers) };
  }

  handOver(tick: Tick): void {
    this.#handedOver.add(tick);
  }

  isHandedOver(tick: Tick): boolean {
    return this.#handedOver.has(tick);
  }
}
