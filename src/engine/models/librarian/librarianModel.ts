import type { Groups } from '../../core/agentGroups.ts';
import { InputError } from '../../core/errors.ts';
import type { Tick } from '../../core/indices.ts';
import { parseAgentSubject } from '../../model/agentSubject.ts';
import type { QueryTime } from '../../model/createAgentModelQueries.ts';
import type { Model, ModelReports, ModelState } from '../../model/model.ts';
import { type Moment, type OutcomeValues, orderOutcomeValues } from '../../model/outcomeDefinition.ts';
import { isLanguageModelOracle } from '../../oracle/oracleSetup.ts';
import type {
  ChartDefinition,
  ChartWords,
  DataGuard,
  TransitionDefinition,
} from '../../statechart/definition.ts';
import { createTextMatcher, groupHitsByText, type Hit, MAX_HITS } from '../textSearch.ts';
import { type LibrarianInputs, loadLibrarianInputs } from './inputs/loadLibrarianInputs.ts';
import type { LibrarianLedger } from './librarianLedger.ts';
import type { LibrarianParameters } from './librarianParameters.ts';
import { LIBRARIAN, LIBRARIAN_OUTCOMES, READER_SUBJECT } from './librarianSpec.ts';
import { LibrarianState } from './librarianState.ts';
import { LIBRARIAN_STATES, type LibrarianStateName, STRATEGIES, type Strategy } from './librarianTerms.ts';
import {
  buildMemoryDump,
  buildMemoryTrace,
  buildReaderRow,
  createMemoryFile,
  getEntryValue,
  getStepDetail,
} from './reports/inspectLibrarian.ts';
import type { LibrarianQueries } from './reports/librarianQueries.ts';
import { LIBRARIAN_SERIES } from './step/librarianLoop.ts';

/** @throws InputError for an unknown agent, or another model's query. */
function answerLibrarianQuery(state: LibrarianState, name: string, argument: unknown, tick: Tick): unknown {
  switch (name) {
    case 'memory':
      return buildMemoryTrace(state, checkLibrarianNumber(state, argument), tick);
    case 'memoryAt': {
      const { agent, tick: at } = argument as LibrarianQueries['memoryAt']['argument'];
      return buildMemoryDump(state, checkLibrarianNumber(state, agent), at);
    }
    case 'entry': {
      const { agent, span } = argument as LibrarianQueries['entry']['argument'];
      return getEntryValue(state, checkLibrarianNumber(state, agent), span);
    }
    case 'readerStep':
      return getStepDetail(state, argument as number);
    case 'readerRows':
      return (argument as readonly number[]).map(agent =>
        buildReaderRow(state, checkLibrarianNumber(state, agent)),
      );
    case 'memoryFile': {
      const { agent, tick: at } = argument as LibrarianQueries['memoryFile']['argument'];
      return createMemoryFile(state, checkLibrarianNumber(state, agent), at);
    }
    case 'search':
      return searchTags(state, argument as string);
    default:
      throw new InputError(`model librarian has no query "${name}"`);
  }
}

function checkLibrarianNumber({ population: { size } }: LibrarianState, agent: unknown): number {
  if (typeof agent === 'number' && Number.isInteger(agent) && agent >= 0 && agent < size) return agent;
  throw new InputError(`librarian ${agent} is not one of ${size}`);
}

function searchTags({ ledger }: LibrarianState, words: string): readonly Hit[] {
  const isFound = createTextMatcher(words);
  const found = ledger.agents.flatMap(({ memory }, agent) =>
    [...new Set([...memory.working.keys(), ...memory.storage.keys()])]
      .filter(isFound)
      .map(tag => [tag, agent] as const),
  );
  return groupHitsByText('entry', found).slice(0, MAX_HITS);
}

/**
 * Sort keys: the largest share of right answers first, among equals the most answers; agents that have not
 * been asked come last.
 */
const computeRecallSortKeys = ({ ledger }: LibrarianState): Float64Array =>
  Float64Array.from(ledger.agents, ({ right, settled }) =>
    settled === 0 ? 1 : -right / settled - right / 1_000_000,
  );

/** A librarian in plain words. */
const LIBRARIAN_WORDS: ChartWords = {
  states: {
    thinking: { label: 'thinking', description: 'makes up its mind what to do next' },
    executing: { label: 'executing', description: 'works on its memory' },
    paging: { label: 'paging', description: 'must move something out of its full memory' },
    stopped: { label: 'stopped', description: 'has read everything, or has used up its turns' },
  },
  triggers: {
    execute: { label: 'acts', description: 'it has decided to do something' },
    acted: { label: 'has acted', description: 'what it did is done' },
    failed: { label: 'went wrong', description: 'what it said could not be carried out' },
    over_limit: { label: 'memory is full', description: 'its working memory is over the paging limit' },
    moved: { label: 'has made room', description: 'something was put away or dropped' },
    restored: { label: 'as it was saved', description: 'its memory file says that it was there' },
    task_done: { label: 'has read all', description: 'nothing of its task is left' },
    max_iterations: { label: 'out of turns', description: 'it has used up its turns' },
  },
};

const createLibrarianTransition = (
  trigger: string,
  source: LibrarianStateName,
  target: LibrarianStateName,
  guard?: DataGuard,
): TransitionDefinition => ({ trigger, source, target, ...(guard && { guard }) });

/**
 * `paging_at` is the paging limit or, if a paging has left more than that, the remaining size: an agent is asked again
 * only when its memory has grown since.
 */
const overLimit: DataGuard = {
  kind: 'compare',
  column: 'working_tokens',
  op: '>',
  value: { column: 'paging_at' },
  name: 'working memory is over the paging limit',
};

const spent: DataGuard = {
  kind: 'compare',
  column: 'iterations',
  op: '>=',
  value: { column: 'max_iterations' },
  name: 'the limit of iterations is reached',
};

const atEnd: DataGuard = {
  kind: 'compare',
  column: 'items_left',
  op: '<=',
  value: 0,
  name: 'nothing of the task is left',
};

const createRestoredGuard = (state: LibrarianStateName): DataGuard => ({
  kind: 'compare',
  column: 'restore_to',
  op: '==',
  value: LIBRARIAN_STATES.indexOf(state),
  labels: LIBRARIAN_STATES,
  name: `memory.json says ${state}`,
});

const asking: readonly LibrarianStateName[] = ['thinking', 'executing', 'paging'];

/** A finite state machine over a finite working memory. Columns named by guards belong to `LibrarianColumns`. */
export const librarianChart: ChartDefinition = {
  name: 'librarian',
  states: LIBRARIAN_STATES,
  initial: 'thinking',
  words: LIBRARIAN_WORDS,
  transitions: [
    createLibrarianTransition('execute', 'thinking', 'executing'),
    createLibrarianTransition('acted', 'executing', 'thinking'),
    createLibrarianTransition('failed', 'executing', 'thinking'),
    createLibrarianTransition('over_limit', 'thinking', 'paging', overLimit),
    createLibrarianTransition('moved', 'paging', 'thinking'),
    createLibrarianTransition('failed', 'paging', 'thinking'),
    createLibrarianTransition('restored', 'thinking', 'executing', createRestoredGuard('executing')),
    createLibrarianTransition('restored', 'thinking', 'paging', createRestoredGuard('paging')),
    createLibrarianTransition('task_done', 'thinking', 'stopped', atEnd),
    ...asking.map(state => createLibrarianTransition('max_iterations', state, 'stopped', spent)),
  ],
};

/** Agents with a finite working memory and an unbounded storage, who read and are asked about what they have read. */
export const librarian: Model<LibrarianInputs, LibrarianParameters> = {
  ...LIBRARIAN,
  chart: librarianChart,
  contextColumn: 'decision',
  series: LIBRARIAN_SERIES,
  load: loadLibrarianInputs,
  loadsBy: ({ own, agents, parameters, preset }) => [own, agents, parameters, preset],
  create: (config, inputs) => new LibrarianModelState(config, inputs),
};

/** The model at work, with its answers to queries and its document. */
export class LibrarianModelState extends LibrarianState implements ModelState {
  async loadReports(): Promise<ModelReports> {
    const { createLibrarianReporter } = await import('./reports/createLibrarianReporter.ts');
    return createLibrarianReporter(this);
  }

  outcomesAt(moment: Moment): OutcomeValues {
    return measureLibrarianOutcomes(this.ledger, moment.tick);
  }

  subjectAt(id: string, { tick }: Moment): OutcomeValues {
    return measureReader(this.ledger, parseAgentSubject(id, this.population.size), tick);
  }

  subjectSince(id: string): Tick {
    parseAgentSubject(id, this.population.size);
    return 0;
  }

  get groups(): Groups {
    const of = Uint8Array.from(this.ledger.agents, ({ strategy }) => STRATEGIES.indexOf(strategy));
    return { label: 'strategy', names: STRATEGIES, of };
  }

  order(name: string): ArrayLike<number> | null {
    return name === 'recall' ? computeRecallSortKeys(this) : null;
  }

  query(name: string, argument: unknown, { tick }: QueryTime): unknown {
    return answerLibrarianQuery(this, name, argument, tick);
  }

  summary() {
    return { recall: computeRecallByStrategy(this) };
  }

  agentFile(agent: number) {
    return createMemoryFile(this, agent, null);
  }
}

/** Questions answered right, asked, and in the tasks overall; tokens of prompts and answers. */
interface Recall {
  readonly right: number;
  readonly asked: number;
  readonly questions: number;
  readonly tokens: number;
}

/** Recall of the policy's strategies, or of the language model that decides. */
function computeRecallByStrategy(
  state: LibrarianState,
): Readonly<Partial<Record<Strategy | 'model', Recall>>> {
  const isModel = isLanguageModelOracle(state.config.oracle);
  const recall: Partial<Record<Strategy | 'model', Recall>> = {};
  for (const { strategy, right, settled, questions, tokens } of state.frame(state.sealed).strategies) {
    const name = isModel ? 'model' : strategy;
    const { right: r = 0, asked = 0, questions: q = 0, tokens: t = 0 } = recall[name] ?? {};
    recall[name] = { right: r + right, asked: asked + settled, questions: q + questions, tokens: t + tokens };
  }
  return recall;
}

/** The values of `LIBRARIAN_OUTCOMES` after a tick. O(agents' questions + steps). */
function measureLibrarianOutcomes(ledger: LibrarianLedger, tick: Tick): OutcomeValues {
  let settled = 0;
  let right = 0;
  let lost = 0;
  for (const { asked, memory } of ledger.agents) {
    for (const question of asked) {
      if (question.settled === null || question.settled > tick) continue;
      settled++;
      if (question.mark === 'right') right++;
    }
    lost += memory.lost.filter(when => when <= tick).length;
  }
  let tokens = 0;
  for (const step of ledger.steps) {
    if (step.tick > tick) break;
    tokens += step.tokensIn + step.tokensOut;
  }
  return orderOutcomeValues(LIBRARIAN_OUTCOMES, {
    recall: settled === 0 ? null : right / settled,
    tokens,
    entries_lost: lost,
  });
}

/** The values of `READER_SUBJECT` after a tick. O(its questions + steps). */
function measureReader(ledger: LibrarianLedger, agent: number, tick: Tick): OutcomeValues {
  const { asked, memory } = ledger.agents[agent];
  const settled = asked.filter(({ settled: when }) => when !== null && when <= tick);
  const right = settled.filter(({ mark }) => mark === 'right').length;
  let tokens = 0;
  for (const step of ledger.steps.ofTicks(agent, 0, tick)) tokens += step.tokensIn + step.tokensOut;
  const lost = memory.lost.filter(when => when <= tick).length;
  return orderOutcomeValues(READER_SUBJECT.outcomes, {
    reader_recall: settled.length === 0 ? null : right / settled.length,
    reader_tokens: tokens,
    reader_lost: lost,
  });
}
