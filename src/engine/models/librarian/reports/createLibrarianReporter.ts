import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import { formatAgentId, type Tick } from '../../../core/indices.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import { toLanguageModelRecord, toMeasurementRecord } from '../../../export/measurement.ts';
import type { MeasurementRecord } from '../../../export/parts.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { ModelReports } from '../../../model/model.ts';
import type { WhyLink } from '../../../model/whyLink.ts';
import { describeAnswerSource } from '../../../oracle/describeAnswerSource.ts';
import { predictTextEffect } from '../../../oracle/would.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/stepReport.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import { readLibrarianAnswer } from '../answer/readLibrarianAnswer.ts';
import type { Librarian } from '../librarianAgent.ts';
import type { LibrarianState } from '../librarianState.ts';
import { LIBRARIAN_ACTIONS, PAGE_OUT } from '../librarianTerms.ts';
import type { Memory, MemoryEntry } from '../memory/memory.ts';
import { type Action, formatStepReport, type LibrarianStep } from '../step/librarianStep.ts';
import { formatQuestionId } from '../task/librarianTask.ts';
import { createMemoryFile, getStateAfterSteps, getStepDetail, inspectLibrarian } from './inspectLibrarian.ts';
import type { AskedLine, EntryPassage, Fact } from './librarianDetail.ts';
import type {
  EntryRecord,
  LibrarianAttributes,
  LibrarianDecision,
  MoveRecord,
  QuestionRecord,
} from './librarianDocumentSchema.ts';

/** Reports on a run of this model in addition to its frames. */
export const createLibrarianReporter = (state: LibrarianState): ModelReports => ({
  attributes: agent => getLibrarianAttributes(state, agent),
  document: () => listLibrarianSections(state),
  detail: agent => inspectLibrarian(state, agent),
  whyMoment: (_, agent) => explainLibrarianCycle(state, agent),
  steps: (_, counted) => buildLibrarianStepReport(state, counted),
  events: tick => listLibrarianEvents(state, tick),
  would: (_, answer) => predictTextEffect(answer, text => describeLibrarianAnswer(readLibrarianAnswer(text))),
});

/** "it goes on to executing; action add, tags alice". */
function describeLibrarianAnswer(
  read: ReturnType<typeof readLibrarianAnswer>,
): { readonly words: string } | { readonly reason: string } {
  if ('reason' in read) return read;
  const { next, action, thought } = read;
  const parts = [
    next && `it continues to ${formatQuotedText(next)}`,
    action &&
      `action ${formatQuotedText(action.type ?? 'without a name')}${action.tags ? `, tags ${formatQuotedText(action.tags)}` : ''}`,
    thought && `it thinks “${formatQuotedText(thought)}”`,
  ];
  return {
    words: parts.filter(part => part !== null && part !== '').join('; ') || 'it says nothing that is done',
  };
}

const [THOUGHT, UNREAD] = ['thought', 'no action'];
const LIBRARIAN_STEP_ROWS = [THOUGHT, ...LIBRARIAN_ACTIONS, PAGE_OUT, UNREAD];

/** Results of the answers by requested action. O(steps of the run). */
function buildLibrarianStepReport({ ledger }: LibrarianState, counted: Counted): StepReport {
  const tally = new StepTally(LIBRARIAN_STEP_ROWS.length);
  for (const step of ledger.steps) {
    const { agent, tick, source, said, error, kind, row } = step;
    if (source === null || tick < counted.from || tick > counted.to || !isAgentCounted(counted, agent))
      continue;
    tally.add(LIBRARIAN_STEP_ROWS.indexOf(getRequestedAction(step)), {
      ...step,
      isAnswered: said !== null,
      isFailed: error !== null || kind === 'unanswered',
      evidence: ledger.evidence.get(row),
    });
  }
  // Each answer leads on, to the next item or to be asked again.
  return buildStepReport(tally, {
    noun: 'action',
    names: LIBRARIAN_STEP_ROWS,
    statesOf: () => null,
    canStall: false,
  });
}

const getRequestedAction = ({ kind, action }: LibrarianStep): string =>
  action?.type ?? (kind === 'thought' ? THOUGHT : UNREAD);

/** Events of the librarians in a tick, and the moves in their memories. */
function* listLibrarianEvents(state: LibrarianState, tick: Tick): Generator<ModelEvent> {
  const { steps, agents } = state.ledger;
  const [from, to] = findTickRows(steps.length, tick, row => steps.tickOf(row));
  for (let row = from; row < to; row++) {
    const step = steps.at(row);
    yield* listLibrarianStepEvents(state, step);
    const { memory } = agents[step.agent];
    const [first, end] = findTickRows(memory.moves.length, tick, move => memory.moves[move].tick);
    for (const move of memory.moves.slice(first, end))
      if (move.row === row)
        yield { kind: 'memory_move', agent: step.agent, fields: () => buildMoveFields(memory, move) };
  }
}

function* listLibrarianStepEvents(state: LibrarianState, step: LibrarianStep): Generator<ModelEvent> {
  const { agent, kind, error, action } = step;
  if (step.source !== null) yield* listLibrarianAskEvents(state, step);
  if (error !== null)
    yield {
      kind: kind === 'unreadable' || kind === 'unanswered' ? 'fallback' : 'refused',
      agent,
      fields: () => ({
        ...{ warning: error, source: step.source, next_state: step.next },
        ...(action && { tool: action.type, arguments: buildArgumentFields(action) }),
      }),
    };
  else if (action !== null)
    yield {
      kind: 'tool_call',
      agent,
      fields: () => ({ tool: action.type, arguments: buildArgumentFields(action), result: step.result }),
    };
}

function* listLibrarianAskEvents(state: LibrarianState, step: LibrarianStep): Generator<ModelEvent> {
  const { agent, row, number, item } = step;
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => ({
      ...{ iteration: number, state: step.state },
      ...(item && { item: item.kind === 'question' ? formatQuestionId(item) : `passage_${item.number}` }),
      ...(withPrompts && buildLibrarianPromptField(state, row)),
    }),
  };
  if (step.said !== null || state.ledger.evidence.get(row)?.raw !== undefined)
    yield { kind: 'answer', agent, fields: () => buildLibrarianAnswerFields(state, step) };
}

function buildLibrarianPromptField(state: LibrarianState, row: number): EventFields {
  const prompt = getStepDetail(state, row)?.prompt;
  return prompt ? { prompt } : {};
}

function buildLibrarianAnswerFields({ ledger }: LibrarianState, step: LibrarianStep): EventFields {
  const { source, said, claims, thought, mended } = step;
  return {
    source,
    ...(said !== null && { text: said }),
    ...(claims !== null && { claims }),
    ...(thought !== null && { thinking_log: thought }),
    ...(mended.length > 0 && { mended }),
    ...{ tokens_in: step.tokensIn, tokens_out: step.tokensOut },
    ...toLanguageModelRecord(said, ledger.evidence.get(step.row)),
  };
}

const buildArgumentFields = ({ tags, value }: Action): EventFields => ({
  tags,
  ...(value !== null && { value }),
});

function buildMoveFields({ entries }: Memory, { from, to, cause }: EntryPassage): EventFields {
  const [left, came] = [entries[from], entries[to]];
  return {
    ...{ cause, from: left.place, to: came.place, tag: left.tag },
    ...(came.tag !== left.tag && { to_tag: came.tag }),
    tokens: left.tokens,
  };
}

/** Maximum length of a quoted text in UTF-16 units. */
const MAX_QUOTED_VALUE_LENGTH = 120;

/**
 * Causes of an agent's cycle in the last sealed tick: the answer and, if it settled a question, the fate of the
 * sentence that answers it.
 */
export function explainLibrarianCycle(
  { ledger, sealed: tick }: LibrarianState,
  agent: number,
): readonly WhyLink[] {
  const reader = ledger.agents[agent];
  const steps = reader.steps.filter(step => step.tick === tick).reverse();
  const settled = reader.asked.filter(line => line.settled === tick);
  return [
    ...steps.map(buildLibrarianStepLink),
    ...settled.flatMap(line => buildSettledLinks(reader, agent, line)),
  ];
}

function buildLibrarianStepLink(step: LibrarianStep): WhyLink {
  const { tick, agent, kind, state, number, source, error, action, claims } = step;
  const by =
    source === null ? 'nobody was asked' : `cycle ${number} in ${state}, ${describeAnswerSource(source)}`;
  const deed = action === null ? [] : [[action.type, action.tags.join(', ')].join(' ').trimEnd()];
  const wants = [...deed, ...(claims === null ? [] : [claims])];
  const asked = wants.length === 0 ? '' : `, asked for ${wants.join(', and for ')}`;
  const result = formatStepReport({ kind, error, result: step.result }) ?? step.thought ?? kind;
  return {
    ...{ tick, agent, kind, about: `step_${step.row}`, numbers: {} },
    said: `${by}${asked}: ${cleanTextLine(result, MAX_QUOTED_VALUE_LENGTH)}`,
  };
}

function buildSettledLinks(reader: Librarian, agent: number, line: AskedLine): readonly WhyLink[] {
  const { id, question, given, expected, mark, fact } = line;
  const common = { agent, about: id, numbers: {} };
  const answer = given === null ? 'it gave no answer' : `it answered “${shortenQuotedText(given)}”`;
  const links: WhyLink[] = [
    {
      ...{ ...common, tick: line.settled ?? line.tick, kind: mark ?? 'open' },
      said: `question ${id}, “${shortenQuotedText(question)}”: ${answer}, where “${shortenQuotedText(expected)}” was right: ${mark}`,
    },
  ];
  if (fact === null) return links;
  links.push(...buildFactPlaceLinks(reader, agent, line, fact));
  const read = reader.steps.find(({ item }) => item?.kind === 'passage' && item.number === fact.passage);
  if (read !== undefined)
    links.push({
      ...{ ...common, tick: read.tick, kind: 'read' },
      said: `it read passage ${fact.passage}, which said: “${shortenQuotedText(fact.sentence)}”`,
    });
  return links;
}

/** Place of the sentence when the question was settled, and how it came there or was lost. */
function buildFactPlaceLinks(
  { memory }: Librarian,
  agent: number,
  { settled, loaded, id }: AskedLine,
  { place, span, sentence }: Fact,
): readonly WhyLink[] {
  const common = { agent, about: id, numbers: {} };
  const tick = settled ?? 0;
  const held = span === null ? null : memory.entries[span];
  if (held !== null && place !== null) {
    const then =
      place === 'storage' ? (loaded ? ', and it loaded from there' : ', and it did not load it') : '';
    return [
      { ...{ ...common, tick, kind: 'held' }, said: `the answer was in ${place} as ${held.tag}${then}` },
      buildEntryArrivalLink(agent, id, held),
    ];
  }
  const kept = memory.entries.filter(({ value }) => value.includes(sentence));
  if (kept.length === 0)
    return [
      { ...{ ...common, tick, kind: 'never_kept' }, said: 'the sentence that answers it was never kept' },
    ];
  return kept
    .filter(({ to }) => to !== null)
    .map(({ to, end, tag, place: where }) => ({
      ...{ ...common, tick: to ?? 0, kind: 'lost' },
      said: `the sentence that answers it left ${where} with ${tag}: ${end}`,
    }));
}

const buildEntryArrivalLink = (
  agent: number,
  about: string,
  { tag, cause, from, place }: MemoryEntry,
): WhyLink => ({
  ...{ tick: from, agent, kind: 'kept', about, numbers: {} },
  said: `${tag} came to ${place}: ${cause}`,
});

const shortenQuotedText = (text: string): string => cleanTextLine(text, MAX_QUOTED_VALUE_LENGTH);

/** The model's fields of an agent's record at the sealed tick. */
function getLibrarianAttributes(state: LibrarianState, index: number): LibrarianAttributes {
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
const listLibrarianSections = (state: LibrarianState) =>
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
    const record = toMeasurementRecord(ledger.steps.at(row), evidence);
    if (record !== null) yield record;
  }
}
