import { formatAgentId } from '../../../core/indices.ts';
import { toLanguageModelRecord, toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import type { LibrarianState } from '../librarianState.ts';
import { formatQuestionId } from '../task/librarianTask.ts';
import { createMemoryFile, getStateAfterSteps } from './inspectLibrarian.ts';
import type {
  EntryRecord,
  LibrarianAttributes,
  LibrarianDecision,
  MoveRecord,
  QuestionRecord,
} from './librarianDocumentSchema.ts';

/** The model's fields of an agent's record at the sealed tick. */
export function getLibrarianAttributes(state: LibrarianState, index: number): LibrarianAttributes {
  const agent = state.ledger.agents[index];
  const { memory, log, stopped } = agent;
  const values = (entries: typeof memory.working) =>
    Object.fromEntries([...entries].map(([tag, { value }]) => [tag, value]));
  return {
    name: state.nameOf(index),
    strategy: agent.strategy,
    task: agent.task.title,
    iterations: state.columns.iterations[index],
    settled: agent.settled,
    right: agent.right,
    tokens: agent.tokens,
    working_tokens: memory.workingTokens,
    storage_tokens: memory.storageTokens,
    lost: memory.lost.length,
    stopped: stopped && { tick: stopped.tick, reason: stopped.why },
    memory: {
      working_memory: values(memory.working),
      storage: values(memory.storage),
      state: getStateAfterSteps(state, index, agent.steps),
      thinking_log: [...log.entries],
    },
    memory_sha256: createMemoryFile(state, index, null).sha256,
  };
}

/** The model's sections, in order. */
export const listLibrarianSections = (state: LibrarianState) =>
  [
    ['decisions', writeLibrarianDecisions(state)],
    ['questions', writeQuestionRecords(state)],
    ['entries', writeEntryRecords(state)],
    ['moves', writeMoveRecords(state)],
    ['measurements', writeLibrarianMeasurements(state)],
  ] as const;

/** One row a step, in the order in which they happened; a transition's context is a row of these. */
function* writeLibrarianDecisions({ ledger }: LibrarianState): Generator<LibrarianDecision> {
  for (const step of ledger.steps) {
    const { action, item } = step;
    yield {
      agent_id: formatAgentId(step.agent),
      tick: step.tick,
      iteration: step.number,
      state: step.state,
      next_state: step.next,
      kind: step.kind,
      source: step.source ?? 'chart',
      answer: step.said,
      mended: [...step.mended],
      claims: step.claims,
      thinking_log: step.thought,
      action: action && { type: action.type, tags: [...action.tags] },
      result: step.result,
      error: step.error,
      item: item && (item.kind === 'question' ? formatQuestionId(item) : `passage_${item.number}`),
      working_tokens: step.working,
      storage_tokens: step.storage,
      tokens_in: step.tokensIn,
      tokens_out: step.tokensOut,
      ...toLanguageModelRecord(step.said, ledger.evidence.get(step.row)),
    };
  }
}

function* writeQuestionRecords({ ledger }: LibrarianState): Generator<QuestionRecord> {
  for (const [index, { asked }] of ledger.agents.entries())
    for (const { id, question, kind, expected, given, mark, loaded, tick, settled, fact } of asked)
      yield {
        agent_id: formatAgentId(index),
        question: id,
        text: question,
        kind,
        expected,
        given,
        mark,
        loaded,
        tick,
        settled,
        fact: fact && {
          passage: fact.passage,
          sentence: fact.sentence,
          place: fact.place,
          entry: fact.span,
        },
      };
}

/** Rows of entries; a value is written once, in the entry that brought it. */
function* writeEntryRecords({ ledger }: LibrarianState): Generator<EntryRecord> {
  for (const [index, { memory }] of ledger.agents.entries())
    for (const {
      id,
      place,
      tag,
      tokens,
      from,
      cause,
      to,
      end,
      written,
      row,
      copyOf,
      value,
    } of memory.entries)
      yield {
        agent_id: formatAgentId(index),
        entry: id,
        place,
        tag,
        tokens,
        from,
        cause,
        to,
        end,
        written,
        decision: row,
        copy_of: copyOf,
        value: copyOf === null ? value : null,
      };
}

function* writeMoveRecords({ ledger }: LibrarianState): Generator<MoveRecord> {
  for (const [index, { memory }] of ledger.agents.entries())
    for (const { tick, from, to, cause, row } of memory.moves)
      yield { agent_id: formatAgentId(index), tick, from, to, cause, decision: row };
}

function* writeLibrarianMeasurements({ ledger }: LibrarianState): Generator<MeasurementRecord> {
  for (const [row, evidence] of ledger.evidence) {
    const record = toMeasurementRecord(ledger.steps[row], evidence);
    if (record !== null) yield record;
  }
}
