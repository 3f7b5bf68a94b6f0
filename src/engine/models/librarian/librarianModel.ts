import type { Groups } from '../../core/agentGroups.ts';
import type { Tick } from '../../core/indices.ts';
import { parseAgentSubject } from '../../model/agentSubject.ts';
import type { QueryTime } from '../../model/createAgentModelQueries.ts';
import type { Model, ModelReports, ModelState } from '../../model/model.ts';
import type { Moment, OutcomeValues } from '../../model/outcomeDefinition.ts';
import type {
  ChartDefinition,
  ChartWords,
  DataGuard,
  TransitionDefinition,
} from '../../statechart/definition.ts';
import { type LibrarianInputs, loadLibrarianInputs } from './inputs/loadLibrarianInputs.ts';
import { LIBRARIAN } from './librarianSpec.ts';
import { LibrarianState } from './librarianState.ts';
import { LIBRARIAN_STATES, type LibrarianStateName, STRATEGIES } from './librarianTerms.ts';
import { answerLibrarianQuery, computeRecallSortKeys } from './reports/answerLibrarianQuery.ts';
import { computeRecallByStrategy } from './reports/computeRecallByStrategy.ts';
import { createMemoryFile } from './reports/inspectLibrarian.ts';
import { measureLibrarianOutcomes, measureReader } from './reports/measureLibrarianOutcomes.ts';
import { LIBRARIAN_SERIES } from './step/librarianLoop.ts';

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
export const librarian: Model<LibrarianInputs> = {
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
