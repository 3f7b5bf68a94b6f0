import type { Tick } from '../../core/indices.ts';
import type { Log } from '../../log/log.ts';
import type { Evidence } from '../../oracle/oracle.ts';
import type { Librarian, SavedLibrarian } from './librarianAgent.ts';
import { STRATEGIES, type Strategy } from './librarianTerms.ts';
import type { MemoryEntry } from './memory/memory.ts';
import type { AskedLine, EntryPassage } from './reports/librarianDetail.ts';
import type { LibrarianStep } from './step/librarianStep.ts';

/** Sums, kept up to date so that a frame costs nothing. */
interface LibrarianSums {
  agents: number;
  settled: number;
  questions: number;
  right: number;
  tokens: number;
  readonly kinds: Map<string, { settled: number; right: number }>;
}

/** The ledger as plain data. */
export interface SavedLibrarianLedger {
  readonly steps: readonly LibrarianStep[];
  readonly evidence: readonly (readonly [row: number, evidence: Evidence])[];
  readonly agents: readonly SavedLibrarian[];
}

/** All agents with their memories, and the table of all steps in the order in which they happened. */
export class LibrarianLedger {
  readonly steps: LibrarianStep[] = [];
  /** Evidence of a model's answer, by row. */
  readonly evidence = new Map<number, Evidence>();
  readonly sums: Readonly<Record<Strategy, LibrarianSums>>;
  readonly totals = {
    asked: 0,
    stopped: 0,
    unreadable: 0,
    refused: 0,
    unanswered: 0,
    paged: 0,
    loaded: 0,
    forced: 0,
    lost: 0,
  };
  /** Each agent's contribution to the sums when they were last taken. */
  readonly #counted: { settled: number; right: number; lost: number; moves: number }[];

  constructor(readonly agents: readonly Librarian[]) {
    this.sums = Object.fromEntries(
      STRATEGIES.map(strategy => [
        strategy,
        { agents: 0, settled: 0, questions: 0, right: 0, tokens: 0, kinds: new Map() },
      ]),
    ) as Record<Strategy, LibrarianSums>;
    for (const { strategy, task } of agents) {
      this.sums[strategy].agents++;
      this.sums[strategy].questions += task.questions.length;
      for (const { kind } of task.questions)
        if (kind !== null) this.sums[strategy].kinds.set(kind, { settled: 0, right: 0 });
    }
    this.#counted = agents.map(() => ({ settled: 0, right: 0, lost: 0, moves: 0 }));
    for (const index of agents.keys()) this.#tally(index);
  }

  /** @param log of the run, or null if a row is restored */
  add(step: LibrarianStep, evidence: Evidence | undefined, log: Log | null): void {
    const agent = this.agents[step.agent];
    this.steps.push(step);
    agent.steps.push(step);
    if (evidence !== undefined) this.evidence.set(step.row, evidence);
    const tokens = step.tokensIn + step.tokensOut;
    agent.tokens += tokens;
    this.sums[agent.strategy].tokens += tokens;
    if (step.source !== null) this.totals.asked++;
    if (step.kind === 'unreadable' || step.kind === 'refused' || step.kind === 'unanswered')
      this.totals[step.kind]++;
    if (log === null) return;
    const { settled, moves } = this.#counted[step.agent];
    const traces = {
      entries: agent.memory.settle(),
      moves: agent.memory.moves.slice(moves),
      settled: agent.asked.slice(settled, agent.settled),
    };
    log.entry(step.agent, buildLibrarianHashEntry(step, traces));
    this.#tally(step.agent);
  }

  stop(index: number, tick: Tick, why: string): void {
    this.agents[index].stopped = { tick, why };
    this.totals.stopped++;
  }

  /** Result of a row in words, for the history. */
  reasonOf(row: number): string {
    const { kind, error, result, thought, action } = this.steps[row];
    return error ?? result ?? thought ?? action?.type ?? kind;
  }

  toSaved(): SavedLibrarianLedger {
    return {
      steps: [...this.steps],
      evidence: [...this.evidence],
      agents: this.agents.map(agent => agent.toSaved()),
    };
  }

  restore({ steps, evidence, agents }: SavedLibrarianLedger): void {
    const reported = new Map(evidence);
    for (const step of steps) this.add(step, reported.get(step.row), null);
    for (const [index, saved] of agents.entries()) {
      this.agents[index].restore(saved);
      if (saved.stopped !== null) this.totals.stopped++;
      this.#tally(index);
    }
  }

  #tally(index: number): void {
    const { settled, right, memory, strategy, asked } = this.agents[index];
    const counted = this.#counted[index];
    const sums = this.sums[strategy];
    sums.settled += settled - counted.settled;
    sums.right += right - counted.right;
    for (const { kind, mark } of asked.slice(counted.settled, settled)) {
      if (kind === null) continue;
      const before = sums.kinds.get(kind) ?? { settled: 0, right: 0 };
      sums.kinds.set(kind, { settled: before.settled + 1, right: before.right + (mark === 'right' ? 1 : 0) });
    }
    this.totals.lost += memory.lost.length - counted.lost;
    for (const { cause } of memory.moves.slice(counted.moves)) {
      if (cause === 'paging') this.totals.paged++;
      else if (cause === 'load') this.totals.loaded++;
      else if (cause === 'hard_limit') this.totals.forced++;
    }
    this.#counted[index] = { settled, right, lost: memory.lost.length, moves: memory.moves.length };
  }
}

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
  answer: string | null,
) {
  if (end !== null) return [id, end];
  const at = answer?.indexOf(value) ?? -1;
  return [id, place, tag, tokens, cause, written, row, copyOf ?? (at < 0 ? value : [at, value.length])];
}
