import { sha256OfText } from '#sha256';
import { cleanText } from '../../../core/cleanText.ts';
import { agentId, type Tick } from '../../../core/indices.ts';
import type { Librarian } from '../agent.ts';
import { counterpartsOf } from '../make.ts';
import { writeMemory } from '../memory/file.ts';
import type { Entry } from '../memory/memory.ts';
import { logKey } from '../memory/thinkingLog.ts';
import { promptParts } from '../prompt.ts';
import { logAfter, pastSituation } from '../situation.ts';
import type { LibrarianState } from '../state.ts';
import type { Step } from '../step/step.ts';
import { tokensOfText } from '../task/size.ts';
import type { LibrarianStateName, Mark } from '../words.ts';
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
} from './detail.ts';

/** UTF-16 units of a value that a list shows. */
const LONGEST_START = 120;

const limitsOf = ({ parameters: p }: LibrarianState) => ({
  pagingLimit: p.paging ? p.paging_limit : null,
  hardLimit: p.hard ? p.hard_limit : null,
});

const spanOf = ({ value: _value, copyOf: _copyOf, ...span }: Entry): Span => span;

/** An agent's memory over time; `tick` is the last sealed one. */
export function traceOf(state: LibrarianState, index: number, tick: Tick): MemoryTrace {
  const { memory, task } = state.ledger.agents[index];
  return {
    agent: index,
    name: state.nameOf(index),
    upTo: tick,
    ...limitsOf(state),
    textTokens: tokensOfText(task),
    spans: memory.entries.map(spanOf),
    moves: [...memory.moves],
    lost: [...memory.lost],
  };
}

/** An agent's memory after a tick of the past, entry by entry. */
export function dumpAt(state: LibrarianState, index: number, tick: Tick): MemoryDump {
  const agent = state.ledger.agents[index];
  const { memory, asked } = agent;
  const steps = agent.steps.filter(step => step.tick <= tick);
  const working = memory.at('working', tick);
  const storage = memory.at('storage', tick);
  return {
    agent: index,
    tick,
    state: steps.at(-1)?.next ?? 'thinking',
    working: linesOf(working),
    workingTokens: sumOf(working),
    storage: linesOf(storage),
    storageTokens: sumOf(storage),
    thinkingLog: logAfter(agent, steps).map((text, i) => ({
      key: logKey(state.inputs.config.keyPrefix, i + 1),
      text,
    })),
    asked: asked
      .filter(line => line.tick <= tick)
      .map(line =>
        line.settled === null || line.settled > tick
          ? { ...line, given: null, mark: null, loaded: false, settled: null, fact: null }
          : { ...line },
      ),
    changed: memory.entries.flatMap(entry => changesOf(entry, tick)),
    row: steps.at(-1)?.row ?? null,
  };
}

/** An entry that comes and goes within a tick is told twice. */
function changesOf({ place, tag, tokens, from, to, cause, end }: Entry, tick: Tick): readonly MemoryChange[] {
  const common = { place, tag, tokens };
  return [
    ...(from === tick ? [{ ...common, isHere: true, cause }] : []),
    ...(to === tick && end !== null ? [{ ...common, isHere: false, cause: end }] : []),
  ];
}

const sumOf = (entries: readonly Entry[]): number => entries.reduce((sum, { tokens }) => sum + tokens, 0);

const linesOf = (entries: readonly Entry[]): EntryLine[] =>
  entries
    .map(({ id, tag, tokens, value }) => ({
      tag,
      tokens,
      span: id,
      start: cleanText(value.slice(0, 4 * LONGEST_START), LONGEST_START),
    }))
    .reverse();

/** The librarian part of the inspector at the sealed tick. */
export function inspect(state: LibrarianState, index: number): LibrarianDetail {
  const { ledger, columns, parameters, sealed } = state;
  const agent = ledger.agents[index];
  return {
    kind: 'librarian',
    name: state.nameOf(index),
    strategy: agent.strategy,
    task: agent.task.title,
    dump: dumpAt(state, index, sealed),
    ...limitsOf(state),
    logEntries: parameters.thinking_log ? parameters.log_entries : null,
    iterations: columns.iterations[index],
    mostIterations: parameters.iterate ? parameters.max_iterations : null,
    stopped: agent.stopped?.why ?? null,
    tokens: agent.tokens,
    right: agent.right,
    settled: agent.settled,
    counterparts: counterparts(state, index),
  };
}

const counterparts = (state: LibrarianState, index: number): LibrarianDetail['counterparts'] =>
  counterpartsOf(index, state.population.size, state.parameters).map(agent => {
    const { strategy, right, settled } = state.ledger.agents[agent];
    return { agent, name: state.nameOf(agent), strategy, right, settled };
  });

/** The value of an entry in full; null for a span that does not exist. */
export function entryValue({ ledger }: LibrarianState, index: number, span: number): EntryValue | null {
  const entry = ledger.agents[index].memory.entries[span];
  if (entry === undefined) return null;
  const step = entry.row === null ? null : ledger.steps[entry.row];
  return {
    agent: index,
    span: spanOf(entry),
    value: entry.value,
    said: step?.said ?? null,
    source: step?.source ?? null,
  };
}

/** A row of the table of steps with its prompt rebuilt; null for a row that does not exist. */
export function stepDetail(state: LibrarianState, row: number): StepDetail | null {
  const step = state.ledger.steps[row];
  if (step === undefined) return null;
  if (step.source === null) return { step, prompt: null };
  const agent = state.ledger.agents[step.agent];
  const user = promptParts(pastSituation(agent, step), state.parameters).join('');
  return { step, prompt: { system: state.systemOf(step.state), user } };
}

/** An agent's line in the list, at the sealed tick. */
export function readerRow(state: LibrarianState, index: number): ReaderRow {
  const { strategy, asked, right, tokens, memory, stopped } = state.ledger.agents[index];
  return {
    agent: index,
    strategy,
    state: state.loop.stateOf(index),
    marks: asked.map(({ mark }) => mark).filter((mark): mark is Mark => mark !== null),
    right,
    tokens,
    working: memory.workingTokens,
    storage: memory.storageTokens,
    stopped: stopped?.tick ?? null,
  };
}

/** @param tick null for the present state */
export function memoryFile(state: LibrarianState, index: number, tick: Tick | null): MemoryFile {
  const agent = state.ledger.agents[index];
  const prefix = state.inputs.config.keyPrefix;
  const text = tick === null ? textNow(state, agent, index, prefix) : textAt(state, index, tick, prefix);
  return { name: `${agentId(index)}.json`, text, sha256: sha256OfText(text) };
}

const pairs = (entries: Iterable<Entry>) => [...entries].map(({ tag, value }) => [tag, value] as const);

/**
 * State to write into a memory.json: before the first step, the one that a given file named; for an agent
 * that has stopped, where it stopped.
 */
export function stateAfter(
  { inputs }: LibrarianState,
  index: number,
  steps: readonly Step[],
): LibrarianStateName {
  const last = steps.at(-1);
  if (last === undefined) return inputs.memoryOf(index)?.state ?? 'thinking';
  return last.next === 'stopped' ? last.state : last.next;
}

const textNow = (
  state: LibrarianState,
  { memory, log, steps }: Librarian,
  index: number,
  prefix: string,
): string =>
  writeMemory(
    {
      working: pairs(memory.working.values()),
      storage: pairs(memory.storage.values()),
      state: stateAfter(state, index, steps),
      log: log.entries,
    },
    prefix,
  );

function textAt(state: LibrarianState, index: number, tick: Tick, prefix: string): string {
  const agent = state.ledger.agents[index];
  const steps = agent.steps.filter(step => step.tick <= tick);
  return writeMemory(
    {
      working: pairs(agent.memory.at('working', tick)),
      storage: pairs(agent.memory.at('storage', tick)),
      state: stateAfter(state, index, steps),
      log: logAfter(agent, steps),
    },
    prefix,
  );
}
