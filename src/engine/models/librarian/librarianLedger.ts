import type { Tick } from '../../core/indices.ts';
import type { AgentTable, SavedTable } from '../../core/tables/agentTable.ts';
import type { Log } from '../../log/log.ts';
import { memoizeByText } from '../../oracle/formats/memoizeByText.ts';
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
  readonly steps: SavedTable;
  readonly evidence: readonly (readonly [row: number, evidence: Evidence])[];
  readonly agents: readonly SavedLibrarian[];
}

/** All agents with their memories, and the table of all steps in the order in which they happened. */
export class LibrarianLedger {
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

  constructor(
    readonly agents: readonly Librarian[],
    readonly steps: AgentTable<LibrarianStep>,
  ) {
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

  add(step: LibrarianStep, evidence: Evidence | undefined, log: Log): void {
    const agent = this.agents[step.agent];
    this.steps.add(step);
    if (evidence !== undefined) this.evidence.set(step.row, evidence);
    this.#count(step);
    const { settled, moves } = this.#counted[step.agent];
    const traces = {
      entries: agent.memory.settle(),
      moves: agent.memory.moves.slice(moves),
      settled: agent.asked.slice(settled, agent.settled),
    };
    log.entry(step.agent, buildLibrarianHashEntry(step, traces));
    this.#tally(step.agent);
  }

  #count(step: LibrarianStep): void {
    const agent = this.agents[step.agent];
    const tokens = step.tokensIn + step.tokensOut;
    agent.tokens += tokens;
    this.sums[agent.strategy].tokens += tokens;
    if (step.source !== null) this.totals.asked++;
    if (step.kind === 'unreadable' || step.kind === 'refused' || step.kind === 'unanswered')
      this.totals[step.kind]++;
  }

  stop(index: number, tick: Tick, why: string): void {
    this.agents[index].stopped = { tick, why };
    this.totals.stopped++;
  }

  /** Result of a row in words, for the history. */
  reasonOf(row: number): string {
    const { kind, error, result, thought, action } = this.steps.at(row);
    return error ?? result ?? thought ?? action?.type ?? kind;
  }

  toSaved(): SavedLibrarianLedger {
    return {
      steps: this.steps.save(),
      evidence: [...this.evidence],
      agents: this.agents.map(agent => agent.toSaved()),
    };
  }

  restore({ steps, evidence, agents }: SavedLibrarianLedger): void {
    this.steps.restore(steps);
    for (const step of this.steps) this.#count(step);
    for (const [row, reported] of evidence) this.evidence.set(row, reported);
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
    for (let i = counted.settled; i < settled; i++) {
      const { kind, mark } = asked[i];
      if (kind === null) continue;
      const before = sums.kinds.get(kind) ?? { settled: 0, right: 0 };
      sums.kinds.set(kind, { settled: before.settled + 1, right: before.right + (mark === 'right' ? 1 : 0) });
    }
    this.totals.lost += memory.lost.length - counted.lost;
    for (let i = counted.moves; i < memory.moves.length; i++) {
      const { cause } = memory.moves[i];
      if (cause === 'paging') this.totals.paged++;
      else if (cause === 'load') this.totals.loaded++;
      else if (cause === 'hard_limit') this.totals.forced++;
    }
    counted.settled = settled;
    counted.right = right;
    counted.lost = memory.lost.length;
    counted.moves = memory.moves.length;
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
export function buildLibrarianHashEntry(step: LibrarianStep, { entries, moves, settled }: Traces): string {
  const { action, item } = step;
  const states = `"${step.kind}",${step.number},"${step.state}",${quote(step.next)}`;
  const answer = `${quote(step.said)},${quoteList(step.mended)},${quote(step.claims)},${quote(step.thought)}`;
  const done = action === null ? 'null' : `["${action.type}",${quoteList(action.tags)}]`;
  const front = item === null ? 'null' : `["${item.kind}",${item.number},${item.left}]`;
  const result = `${done},${quote(step.result)},${quote(step.error)},${front},${step.working},${step.storage}`;
  return `[${states},${answer},${result},${writeTraces(entries, moves, settled, step.said)}]`;
}

function writeTraces(
  entries: Traces['entries'],
  moves: Traces['moves'],
  settled: Traces['settled'],
  answer: string | null,
): string {
  const came = entries.map(entry => writeMemoryHashEntry(entry, answer)).join(',');
  const moved = moves.map(({ from, to, cause, row }) => `[${from},${to},"${cause}",${row}]`).join(',');
  const answers = settled.map(({ id, given, mark, loaded, tick, fact }) => [
    id,
    given,
    mark,
    loaded,
    tick,
    fact && [fact.passage, fact.sentence, fact.place, fact.span],
  ]);
  return `[${came}],[${moved}],${answers.length === 0 ? '[]' : JSON.stringify(answers)}`;
}

/** A value stands once: in the answer that gave it, from a character on, or in the entry with which it came. */
function writeMemoryHashEntry(
  { id, place, tag, value, tokens, cause, end, written, row, copyOf }: MemoryEntry,
  answer: string | null,
): string {
  if (end !== null) return `[${id},"${end}"]`;
  const at = copyOf === null ? (answer?.indexOf(value) ?? -1) : -1;
  const source = copyOf ?? (at < 0 ? quote(value) : `[${at},${value.length}]`);
  return `[${id},"${place}",${quote(tag)},${tokens},"${cause}",${written},${row},${source}]`;
}

/** Texts whose JSON is remembered: passages are kept, moved and quoted by many. */
const MAX_QUOTED_TEXTS = 4_096;
const quoteText = memoizeByText(text => JSON.stringify(text), MAX_QUOTED_TEXTS);
const quote = (text: string | null): string => (text === null ? 'null' : quoteText(text));
const quoteList = (texts: readonly string[]): string =>
  texts.length === 0 ? '[]' : `[${texts.map(quoteText).join(',')}]`;
