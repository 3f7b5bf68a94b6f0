import type { Tick } from '../../../core/indices.ts';
import {
  getAnswerSource,
  type ParsedAnswer,
  parseTextAnswer,
} from '../../../oracle/formats/parseTextAnswer.ts';
import { estimateTextTokens, estimateTokenCount } from '../../../oracle/formats/tokens.ts';
import type { Answer } from '../../../oracle/oracle.ts';
import type { Machine } from '../../../statechart/machine.ts';
import { type ReadAction, type ReadAnswer, readLibrarianAnswer } from '../answer/readLibrarianAnswer.ts';
import type { AgentConfig } from '../inputs/agentConfig.ts';
import type { Librarian } from '../librarianAgent.ts';
import type { LibrarianLedger } from '../librarianLedger.ts';
import type { LibrarianParameters } from '../librarianParameters.ts';
import type { LibrarianQuestion } from '../librarianQuestion.ts';
import {
  type ActionType,
  LIBRARIAN_ACTIONS,
  LIBRARIAN_STATES,
  type LibrarianStateName,
  PAGE_OUT,
} from '../librarianTerms.ts';
import type { LibrarianColumns, Unasked } from '../make.ts';
import { findStoredEntry } from '../memory/findStoredEntry.ts';
import {
  MAX_MEMORY_VALUE_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_TAG_LENGTH,
  normalizeStoredValue,
  normalizeTag,
  normalizeTagList,
  type Writing,
} from '../memory/memory.ts';
import { SubjectWordCache } from '../reader/subjectWords.ts';
import { advanceTask } from '../task/advanceTask.ts';
import { type Action, type CurrentItem, formatStepReport, type LibrarianStep } from './librarianStep.ts';

/** Counts per tick: the model's series. */
export const LIBRARIAN_SERIES = ['adds', 'removes', 'loads', 'saves', 'pagings', 'failures'] as const;
type Counts = Record<(typeof LIBRARIAN_SERIES)[number], number>;

const COUNTED = {
  working_memory_add: 'adds',
  working_memory_remove: 'removes',
  storage_load: 'loads',
  storage_save: 'saves',
  [PAGE_OUT]: 'pagings',
} as const;

/** Parts of a run that its loop reads and writes. */
interface LoopParts {
  readonly parameters: LibrarianParameters;
  readonly config: AgentConfig;
  readonly columns: LibrarianColumns;
  readonly ledger: LibrarianLedger;
  readonly state: Uint16Array;
}

/** One cycle of one agent: read the answer, act, bound the memory, record, move on. */
export class LibrarianLoop {
  readonly words = new SubjectWordCache();
  counts: Counts = createLibrarianCounts();
  readonly #parts: LoopParts;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  beginTick(): void {
    this.counts = createLibrarianCounts();
  }

  stateOf(agent: number): LibrarianStateName {
    return LIBRARIAN_STATES[this.#parts.state[agent]];
  }

  step(question: LibrarianQuestion, answer: Answer, tick: Tick, machine: Machine): void {
    const { ledger, columns, parameters } = this.#parts;
    const { agent: index, state } = question;
    const agent = ledger.agents[index];
    const asked = {
      source: getAnswerSource(answer),
      item: this.#itemOf(agent),
      // A question that never reached a model has cost nothing.
      tokensIn: answer.kind === 'unusable' && !answer.said ? 0 : estimateTokenCount(question.characters),
    };
    columns.iterations[index]++;
    const parsed = parseTextAnswer(answer, readLibrarianAnswer);
    const row = ledger.steps.length;
    agent.memory.row = row;
    if (parsed.kind === 'unanswered') {
      const kind = 'unanswered';
      this.counts.failures++;
      this.#record(
        { ...this.#blank(index, tick), ...asked, kind, next: state, error: parsed.reason },
        machine,
        answer,
      );
      return;
    }
    const result = applyLibrarianAnswer(
      parsed,
      state,
      agent,
      { tick, row },
      { config: this.#parts.config, words: this.words },
    );
    if (state !== 'paging') advanceTask(agent, result.executed, tick, { parameters, words: this.words });
    agent.told = formatStepReport(result);
    this.#bound(index, tick, state === 'paging');
    this.#count(result);
    // Field by field: to copy parts of others took a tenth of a round.
    const step: LibrarianStep = {
      row,
      agent: index,
      tick,
      number: columns.iterations[index],
      state,
      next: result.next,
      kind: result.kind,
      source: asked.source,
      said: parsed.said && this.words.shared(parsed.said),
      mended: parsed.kind === 'said' ? parsed.read.mended : [],
      claims: result.claims,
      thought: result.thought,
      action: result.action,
      result: result.result,
      error: result.error,
      item: asked.item,
      working: agent.memory.workingTokens,
      storage: agent.memory.storageTokens,
      tokensIn: asked.tokensIn,
      tokensOut: estimateTextTokens(parsed.said ?? ''),
    };
    this.#record(step, machine, answer);
    if (step.next !== state) machine.fire(index, this.#trigger(machine, result.trigger), row + 1);
  }

  /** Carries out what the chart does by itself. */
  unasked(index: number, due: Unasked, tick: Tick, machine: Machine): void {
    const { ledger, columns } = this.#parts;
    const row = ledger.steps.length;
    const blank = this.#blank(index, tick);
    switch (due) {
      case 'restored': {
        const next = LIBRARIAN_STATES[columns.restoreTo[index]];
        this.#record({ ...blank, kind: 'restored', next, result: `memory.json says ${next}` }, machine);
        machine.fire(index, this.#trigger(machine, due), row + 1);
        columns.restoreTo[index] = 0;
        return;
      }
      case 'over_limit': {
        const tokens = columns.workingTokens[index];
        const result = `working memory has ${tokens} tokens, limit ${columns.pagingAt[index]}`;
        this.#record({ ...blank, kind: 'over_limit', next: 'paging', result }, machine);
        break;
      }
      default: {
        const why = due === 'task_done' ? 'the task is over' : `${columns.iterations[index]} iterations`;
        this.#record({ ...blank, kind: 'stopped', next: 'stopped', result: why }, machine);
        ledger.stop(index, tick, why);
      }
    }
    machine.fire(index, this.#trigger(machine, due), row + 1);
  }

  /** Applies the hard limit before the next question. */
  #bound(index: number, tick: Tick, wasPaged: boolean): void {
    const { ledger, columns, parameters } = this.#parts;
    const agent = ledger.agents[index];
    if (parameters.hard) agent.memory.shrinkTo(parameters.hard_limit, tick);
    columns.measure(index, agent.memory.workingTokens, wasPaged);
    columns.itemsLeft[index] = agent.items.length - agent.at;
  }

  #itemOf({ item, spent }: Librarian): CurrentItem | null {
    return item && { kind: item.kind, number: item.index + 1, left: this.#parts.parameters.patience - spent };
  }

  #blank(index: number, tick: Tick): LibrarianStep {
    const { ledger, columns } = this.#parts;
    const { memory } = ledger.agents[index];
    return {
      row: ledger.steps.length,
      agent: index,
      tick,
      number: columns.iterations[index],
      state: this.stateOf(index),
      next: this.stateOf(index),
      kind: 'thought',
      source: null,
      said: null,
      mended: [],
      claims: null,
      thought: null,
      action: null,
      result: null,
      error: null,
      item: null,
      working: memory.workingTokens,
      storage: memory.storageTokens,
      tokensIn: 0,
      tokensOut: 0,
    };
  }

  #record(step: LibrarianStep, machine: Machine, answer?: Answer): void {
    this.#parts.ledger.add(step, answer?.evidence, machine.log);
  }

  #count({ error, executed }: Result): void {
    if (executed !== null) this.counts[COUNTED[executed.type]]++;
    else if (error !== null) this.counts.failures++;
  }

  #trigger(machine: Machine, name: string): number {
    return machine.chart.triggerNumber.get(name)!;
  }
}

const createLibrarianCounts = (): Counts =>
  Object.fromEntries(LIBRARIAN_SERIES.map(name => [name, 0])) as Record<keyof Counts, number>;

/** Result of a step. */
interface Result
  extends Pick<LibrarianStep, 'kind' | 'next' | 'claims' | 'thought' | 'action' | 'result' | 'error'> {
  /** Trigger to fire when `next` is another state. */
  readonly trigger: 'execute' | 'acted' | 'moved' | 'failed';
  /** The action that was carried out. */
  readonly executed: Action | null;
}

/** Result of a failed step: the agent goes back to thinking. */
const createFailedStepResult = (
  kind: 'refused' | 'unreadable',
  error: string,
  {
    claims = null,
    thought = null,
    action = null,
  }: Partial<Pick<Result, 'claims' | 'thought' | 'action'>> = {},
): Result => ({
  kind,
  next: 'thinking',
  trigger: 'failed',
  claims,
  thought,
  action,
  result: null,
  error,
  executed: null,
});

/** Carries out an answer as far as the agent's state allows. */
function applyLibrarianAnswer(
  parsed: Exclude<ParsedAnswer<ReadAnswer>, { kind: 'unanswered' }>,
  state: LibrarianStateName,
  agent: Librarian,
  by: Writing,
  { config, words }: { readonly config: AgentConfig; readonly words: SubjectWordCache },
): Result {
  if (parsed.kind === 'unreadable') return createFailedStepResult('unreadable', parsed.reason);
  const { read } = parsed;
  if (state === 'thinking') return createThoughtResult(read, agent);
  const checked = checkRequestedAction(read.action, state, config);
  const { next: claims, thought: said } = read;
  if ('reason' in checked)
    return createFailedStepResult('refused', checked.reason, { claims, thought: said });
  const { value } = checked.action;
  const action = { ...checked.action, value: value && words.shared(value) };
  const executed = executeMemoryAction(agent, action, by, words);
  if (state === 'paging' && !executed.found)
    return createFailedStepResult('refused', 'nothing moved: none of these tags is in working memory', {
      claims,
      action,
    });
  return createActionResult(action, executed, claims, state);
}

const createActionResult = (
  action: Action,
  { result }: Executed,
  claims: string | null,
  state: LibrarianStateName,
): Result => ({
  kind: 'action',
  next: 'thinking',
  trigger: state === 'paging' ? 'moved' : 'acted',
  claims,
  thought: null,
  action,
  result,
  error: null,
  executed: action,
});

const NOT_DONE = 'the action was not carried out: name executing as next_state first';

/** Result of an answer in thinking; without a valid next state the agent keeps thinking. */
function createThoughtResult({ next, thought, action }: ReadAnswer, agent: Librarian): Result {
  if (thought !== null) agent.log.add(thought);
  const goesOn = next === null || next === 'thinking' || next === 'executing';
  return {
    kind: 'thought',
    next: next === 'executing' ? 'executing' : 'thinking',
    trigger: 'execute',
    claims: next,
    thought,
    action: null,
    result: action !== null && next !== 'executing' ? NOT_DONE : null,
    error: goesOn ? null : `invalid state "${next}", reset to thinking`,
    executed: null,
  };
}

/** A valid action, or why there is none. */
type Checked = { readonly action: Action } | { readonly reason: string };

/** Checks what an answer asks for in executing or paging. */
function checkRequestedAction(
  read: ReadAction | null,
  state: LibrarianStateName,
  { actions }: AgentConfig,
): Checked {
  if (read === null) return { reason: `no action in it; in ${state} an action is needed` };
  const { type, tags, value } = read;
  if (type === null) return { reason: 'an action without a type' };
  const named = state === 'paging' ? normalizeTagList(tags ?? '') : [normalizeTag(tags ?? '')];
  if (named.length === 0 || named[0] === '') return { reason: `${type} without tags` };
  const most = type === 'storage_load' ? MAX_SEARCH_LENGTH : MAX_TAG_LENGTH;
  const long = named.find(tag => tag.length > most);
  if (long !== undefined) return { reason: `a tag of ${long.length} characters; at most ${most} are taken` };
  if (state === 'paging') return parsePageOutRequest(type, named, value);
  const known = LIBRARIAN_ACTIONS.find(action => action === type);
  if (known === undefined)
    return { reason: `"${type}" is no action; there is: ${formatAvailableActions(actions)}` };
  if (actions[known] === undefined)
    return { reason: `${type} is not available; there is: ${formatAvailableActions(actions)}` };
  return checkActionValue(known, named[0], value);
}

const formatAvailableActions = (actions: AgentConfig['actions']): string =>
  LIBRARIAN_ACTIONS.filter(type => actions[type] !== undefined).join(', ');

/** Reads a request to page out; a save without a value counts as one. */
function parsePageOutRequest(type: string, tags: readonly string[], value: string | null): Checked {
  if (type === PAGE_OUT || (type === 'storage_save' && (value ?? '').trim() === ''))
    return { action: { type: PAGE_OUT, tags, value: null } };
  return { reason: `"${type}" is not what paging asks for: ${PAGE_OUT}` };
}

function checkActionValue(type: ActionType, tag: string, given: string | null): Checked {
  if (type === 'working_memory_remove' || type === 'storage_load')
    return { action: { type, tags: [tag], value: null } };
  const value = normalizeStoredValue(given ?? '');
  if (value === '') return { reason: `${type} without a value` };
  if (value.length > MAX_MEMORY_VALUE_LENGTH)
    return { reason: `a value of ${value.length} characters; at most ${MAX_MEMORY_VALUE_LENGTH} are kept` };
  return { action: { type, tags: [tag], value } };
}

/** Result of an action. */
interface Executed {
  /** Result in words, for the log and the next prompt. */
  readonly result: string;
  /** True if the action found its entry. */
  readonly found: boolean;
}

/** Carries out an action on an agent's memory. */
function executeMemoryAction(
  { memory }: Librarian,
  action: Action,
  by: Writing,
  words: SubjectWordCache,
): Executed {
  const [tag] = action.tags;
  switch (action.type) {
    case 'working_memory_add': {
      const { is, tokens } = memory.add(tag, action.value!, by);
      return {
        result: is === 'same' ? `${tag} is in working memory already` : `${tag} added, ${tokens} tokens`,
        found: true,
      };
    }
    case 'working_memory_remove': {
      const { is, tokens } = memory.remove(tag, by.tick);
      const found = is === 'done';
      return {
        result: found ? `${tag} removed, ${tokens} tokens` : `${tag} not found in working memory`,
        found,
      };
    }
    case 'storage_load':
      return loadFromStorage(memory, tag, by, words);
    case 'storage_save': {
      const { is, tokens } = memory.save(tag, action.value!, by);
      return {
        result: is === 'same' ? `${tag} is in storage already` : `${tag} saved, ${tokens} tokens`,
        found: true,
      };
    }
    default:
      return pageOutEntries(memory, action.tags, by);
  }
}

function loadFromStorage(
  memory: Librarian['memory'],
  tag: string,
  by: Writing,
  words: SubjectWordCache,
): Executed {
  const stored = findStoredEntry(memory.storage, tag, words);
  if (stored === null) return { result: `${tag} not found in storage`, found: false };
  const { entry, isExact } = stored;
  const { is, tokens } = memory.load(entry, by.tick);
  const what = isExact ? entry.tag : `${entry.tag}, found by words,`;
  return {
    result: is === 'same' ? `${what} is in working memory already` : `${what} loaded, ${tokens} tokens`,
    found: true,
  };
}

function pageOutEntries(memory: Librarian['memory'], tags: readonly string[], by: Writing): Executed {
  const missing: string[] = [];
  let moved = 0;
  for (const tag of tags)
    if (memory.file(tag, 'paging', by.tick).is === 'done') moved++;
    else missing.push(tag);
  const not = missing.length === 0 ? '' : `; not in working memory: ${missing.slice(0, 5).join(', ')}`;
  const entries = moved === 1 ? '1 entry' : `${moved} entries`;
  return { result: `moved ${entries}, ${memory.workingTokens} tokens left${not}`, found: moved > 0 };
}
