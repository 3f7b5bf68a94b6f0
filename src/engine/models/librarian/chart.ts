import type { ChartDefinition, DataGuard, TransitionDefinition } from '../../statechart/definition.ts';
import { LIBRARIAN_WORDS } from './chartWords.ts';
import { type LibrarianStateName, STATES } from './words.ts';

const createLibrarianTransition = (
  trigger: string,
  source: LibrarianStateName,
  target: LibrarianStateName,
  guard?: DataGuard,
): TransitionDefinition => ({ trigger, source, target, ...(guard && { guard }) });

/**
 * `paging_at` is the paging limit or, where a paging has left more than that, what it left: an agent is asked
 * again only when its memory has grown since.
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
  value: STATES.indexOf(state),
  labels: STATES,
  name: `memory.json says ${state}`,
});

const asking: readonly LibrarianStateName[] = ['thinking', 'executing', 'paging'];

/** A finite state machine over a finite working memory. Columns named by guards belong to `LibrarianColumns`. */
export const librarianChart: ChartDefinition = {
  name: 'librarian',
  states: STATES,
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
