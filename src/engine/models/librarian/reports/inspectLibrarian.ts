import { sha256OfText } from '#sha256';
import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { formatAgentId, type Tick } from '../../../core/indices.ts';
import type { Librarian } from '../librarianAgent.ts';
import { buildPrompt, getLogEntriesAfter, rebuildPastSituation } from '../librarianPrompt.ts';
import type { LibrarianState } from '../librarianState.ts';
import type { LibrarianStateName, QuestionMark } from '../librarianTerms.ts';
import { findCounterparts } from '../make.ts';
import { formatLogKey, serializeMemory } from '../memory/file.ts';
import type { MemoryEntry } from '../memory/memory.ts';
import type { LibrarianStep } from '../step/librarianStep.ts';
import { estimateTaskTokens } from '../task/librarianTask.ts';
import type {
  EntryLine,
  EntryValue,
  LibrarianDetail,
  MemoryChange,
  MemoryDump,
  MemoryFile,
  MemoryTrace,
  ReaderRow,
  Span,
  StepDetail,
} from './librarianDetail.ts';

/** UTF-16 units of a value that a list shows. */
const MAX_START_LENGTH = 120;

const getActiveLimits = ({ parameters: p }: LibrarianState) => ({
  pagingLimit: p.paging ? p.paging_limit : null,
  hardLimit: p.hard ? p.hard_limit : null,
});

const toMemorySpan = ({ value: _value, copyOf: _copyOf, ...span }: MemoryEntry): Span => span;

/** An agent's memory over time; `tick` is the last sealed one. */
export function buildMemoryTrace(state: LibrarianState, index: number, tick: Tick): MemoryTrace {
  const { memory, task } = state.ledger.agents[index];
  return {
    agent: index,
    name: state.nameOf(index),
    upTo: tick,
    ...getActiveLimits(state),
    textTokens: estimateTaskTokens(task),
    spans: memory.entries.map(toMemorySpan),
    moves: [...memory.moves],
    lost: [...memory.lost],
  };
}

/** An agent's memory after a tick of the past, entry by entry. */
export function buildMemoryDump(state: LibrarianState, index: number, tick: Tick): MemoryDump {
  const agent = state.ledger.agents[index];
  const { memory, asked } = agent;
  const steps = agent.steps.filter(step => step.tick <= tick);
  const working = memory.at('working', tick);
  const storage = memory.at('storage', tick);
  return {
    agent: index,
    tick,
    state: steps.at(-1)?.next ?? 'thinking',
    working: buildEntryLines(working),
    workingTokens: sumEntryTokens(working),
    storage: buildEntryLines(storage),
    storageTokens: sumEntryTokens(storage),
    thinkingLog: getLogEntriesAfter(agent, steps).map((text, i) => ({
      key: formatLogKey(state.inputs.config.keyPrefix, i + 1),
      text,
    })),
    asked: asked
      .filter(line => line.tick <= tick)
      .map(line =>
        line.settled === null || line.settled > tick
          ? { ...line, given: null, mark: null, loaded: false, settled: null, fact: null }
          : { ...line },
      ),
    changed: memory.entries.flatMap(entry => listEntryChanges(entry, tick)),
    row: steps.at(-1)?.row ?? null,
  };
}

/** An entry that comes and goes within a tick is listed twice. */
function listEntryChanges(
  { place, tag, tokens, from, to, cause, end }: MemoryEntry,
  tick: Tick,
): readonly MemoryChange[] {
  const common = { place, tag, tokens };
  return [
    ...(from === tick ? [{ ...common, isHere: true, cause }] : []),
    ...(to === tick && end !== null ? [{ ...common, isHere: false, cause: end }] : []),
  ];
}

const sumEntryTokens = (entries: readonly MemoryEntry[]): number =>
  entries.reduce((sum, { tokens }) => sum + tokens, 0);

const buildEntryLines = (entries: readonly MemoryEntry[]): EntryLine[] =>
  entries
    .map(({ id, tag, tokens, value }) => ({
      tag,
      tokens,
      span: id,
      start: cleanTextLine(value.slice(0, 4 * MAX_START_LENGTH), MAX_START_LENGTH),
    }))
    .reverse();

/** The librarian part of the inspector at the sealed tick. */
export function inspectLibrarian(state: LibrarianState, index: number): LibrarianDetail {
  const { ledger, columns, parameters, sealed } = state;
  const agent = ledger.agents[index];
  return {
    kind: 'librarian',
    name: state.nameOf(index),
    strategy: agent.strategy,
    task: agent.task.title,
    dump: buildMemoryDump(state, index, sealed),
    ...getActiveLimits(state),
    logEntries: parameters.thinking_log ? parameters.log_entries : null,
    iterations: columns.iterations[index],
    mostIterations: parameters.iterate ? parameters.max_iterations : null,
    stopped: agent.stopped?.why ?? null,
    tokens: agent.tokens,
    right: agent.right,
    settled: agent.settled,
    counterparts: listCounterparts(state, index),
  };
}

const listCounterparts = (state: LibrarianState, index: number): LibrarianDetail['counterparts'] =>
  findCounterparts(index, state.population.size, state.parameters).map(agent => {
    const { strategy, right, settled } = state.ledger.agents[agent];
    return { agent, name: state.nameOf(agent), strategy, right, settled };
  });

/** The value of an entry in full; null for a span that does not exist. */
export function getEntryValue({ ledger }: LibrarianState, index: number, span: number): EntryValue | null {
  const entry = ledger.agents[index].memory.entries[span];
  if (entry === undefined) return null;
  const step = entry.row === null ? null : ledger.steps.at(entry.row);
  return {
    agent: index,
    span: toMemorySpan(entry),
    value: entry.value,
    said: step?.said ?? null,
    source: step?.source ?? null,
  };
}

/** A row of the table of steps with its prompt rebuilt; null for a row that does not exist. */
export function getStepDetail(state: LibrarianState, row: number): StepDetail | null {
  const { steps } = state.ledger;
  if (!(row >= 0 && row < steps.length)) return null;
  const step = steps.at(row);
  if (step.source === null) return { step, prompt: null };
  const agent = state.ledger.agents[step.agent];
  const user = buildPrompt(rebuildPastSituation(agent, step), state.parameters);
  return { step, prompt: { system: state.systemOf(step.state), user } };
}

/** An agent's line in the list, at the sealed tick. */
export function buildReaderRow(state: LibrarianState, index: number): ReaderRow {
  const { strategy, asked, right, tokens, memory, stopped } = state.ledger.agents[index];
  return {
    agent: index,
    strategy,
    state: state.loop.stateOf(index),
    marks: asked.map(({ mark }) => mark).filter((mark): mark is QuestionMark => mark !== null),
    right,
    tokens,
    working: memory.workingTokens,
    storage: memory.storageTokens,
    stopped: stopped?.tick ?? null,
  };
}

/** @param tick null for the present state */
export function createMemoryFile(state: LibrarianState, index: number, tick: Tick | null): MemoryFile {
  const agent = state.ledger.agents[index];
  const prefix = state.inputs.config.keyPrefix;
  const text =
    tick === null
      ? serializeMemoryNow(state, agent, index, prefix)
      : serializeMemoryAtTick(state, index, tick, prefix);
  return { name: `${formatAgentId(index)}.json`, text, sha256: sha256OfText(text) };
}

const toTagValuePairs = (entries: Iterable<MemoryEntry>) =>
  [...entries].map(({ tag, value }) => [tag, value] as const);

/**
 * State to write into a memory.json: before the first step, the one that a given file named; for a stopped agent, its
 * last state.
 */
export function getStateAfterSteps(
  { inputs }: LibrarianState,
  index: number,
  steps: readonly LibrarianStep[],
): LibrarianStateName {
  const last = steps.at(-1);
  if (last === undefined) return inputs.memoryOf(index)?.state ?? 'thinking';
  return last.next === 'stopped' ? last.state : last.next;
}

const serializeMemoryNow = (
  state: LibrarianState,
  { memory, log, steps }: Librarian,
  index: number,
  prefix: string,
): string =>
  serializeMemory(
    {
      working: toTagValuePairs(memory.working.values()),
      storage: toTagValuePairs(memory.storage.values()),
      state: getStateAfterSteps(state, index, steps),
      log: log.entries,
    },
    prefix,
  );

function serializeMemoryAtTick(state: LibrarianState, index: number, tick: Tick, prefix: string): string {
  const agent = state.ledger.agents[index];
  const steps = agent.steps.filter(step => step.tick <= tick);
  return serializeMemory(
    {
      working: toTagValuePairs(agent.memory.at('working', tick)),
      storage: toTagValuePairs(agent.memory.at('storage', tick)),
      state: getStateAfterSteps(state, index, steps),
      log: getLogEntriesAfter(agent, steps),
    },
    prefix,
  );
}
