import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type {
  LibrarianDetail,
  MemoryDump,
} from '../../../engine/models/librarian/reports/librarianDetail.ts';
import { librarianQueries } from '../../../engine/models/librarian/reports/librarianQueries.ts';
import { AS_BEFORE, createResource, type Resource } from '../../reading/resource.ts';
import { getRequestInterval, getSlowRequestInterval } from '../../resources/attendResources.ts';
import type { PageState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { getLibrarianPart, getReaderSelection, LIBRARIAN } from './librarianPart.ts';

/** Number of agents up to which rows are fetched for all of them, not only for those on the screen. */
const MAX_AGENTS_FETCHED = 100;

/** The agent whose memory is on the screen: the selected one, else the one that the engine points to. */
const getRememberingAgent = ({ selection, focus }: Pick<PageState, 'selection' | 'focus'>): number | null =>
  getInspectedAgent(selection) ?? (focus < 0 ? null : focus);

type LibrarianPageState = Pick<PageState, 'run' | 'selection' | 'detail' | 'modelParts' | 'head'>;

/**
 * Memory of the agent in the inspector as of the cycle that is shown; null before it has arrived.
 */
export function getViewedMemory(state: LibrarianPageState): MemoryDump | null {
  const { selection, detail } = state;
  const agent = getInspectedAgent(selection);
  if (agent === null) return null;
  return detail?.agent === agent
    ? (selectAgentModelPart<LibrarianDetail>('librarian', detail.model)?.dump ?? null)
    : null;
}

/** The span whose value is shown: the chosen one, else the newest entry. */
export function getViewedSpan(state: LibrarianPageState): number | null {
  const dump = getViewedMemory(state);
  return getReaderSelection(state).span ?? dump?.working[0]?.span ?? dump?.storage[0]?.span ?? null;
}

const memory = createResource({
  subject: getRememberingAgent,
  stale: state => [getViewedTick(state)],
  ask: (engine, agent) => librarianQueries.ask(engine, 'memory', agent),
  keep: (state, trace) => state.know(LIBRARIAN, { trace }),
  clear: state => state.know(LIBRARIAN, { trace: null }),
  pace: getRequestInterval,
});

const rows = createResource({
  subject({ run, shownRows }) {
    const most = run?.info.config.agents ?? 0;
    const agents =
      most <= MAX_AGENTS_FETCHED
        ? Array.from({ length: most }, (_, i) => i)
        : shownRows.filter(i => i < most);
    return agents.length > 0 ? agents : null;
  },
  stale: state => [getViewedTick(state)],
  ask: (engine, agents) => librarianQueries.ask(engine, 'readerRows', agents),
  keep: (state, answer) => state.know(LIBRARIAN, { rows: new Map(answer.map(row => [row.agent, row])) }),
  pace: getSlowRequestInterval,
});

const entry = createResource({
  subject(state) {
    const [agent, span] = [getInspectedAgent(state.selection), getViewedSpan(state)];
    return agent === null || span === null ? null : { agent, span };
  },
  // A value never changes, but its end may.
  stale: state => [(getLibrarianPart(state).entry?.span.to ?? null) === null ? state.detail : AS_BEFORE],
  ask: (engine, wanted) => librarianQueries.ask(engine, 'entry', wanted),
  keep: (state, answer) => state.know(LIBRARIAN, { entry: answer }),
  clear: state => state.know(LIBRARIAN, { entry: null }),
  pace: getRequestInterval,
});

const step = createResource({
  subject: state => getViewedMemory(state)?.row ?? null,
  ask: (engine, row) => librarianQueries.ask(engine, 'readerStep', row),
  keep: (state, answer) => state.know(LIBRARIAN, { step: answer }),
  clear: state => state.know(LIBRARIAN, { step: null }),
  pace: getRequestInterval,
});

/** Memory, rows, an entry's value and a step's prompt. */
export const LIBRARIAN_RESOURCES: readonly Resource[] = [memory, rows, entry, step];
