import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { LibrarianDetail, MemoryDump } from '../../../engine/models/librarian/reports/detail.ts';
import { librarianQueries } from '../../../engine/models/librarian/reports/librarianQueries.ts';
import { AS_BEFORE, type Resource, resource } from '../../reading/resource.ts';
import { calmPace, slowPace } from '../../resources/resources.ts';
import type { PageState } from '../../state/pageState.ts';
import { inspected } from '../../state/selection.ts';
import { shownTick } from '../../state/shown.ts';
import { LIBRARIAN, librarianOf, readerPicked } from './librarianPart.ts';

/** Number of agents up to which rows are fetched for all of them, not only for those on the screen. */
const FEW = 100;

/** The agent whose memory is on the screen: the selected one, else the one that the engine points to. */
export const remembering = ({ selection, focus }: Pick<PageState, 'selection' | 'focus'>): number | null =>
  inspected(selection) ?? (focus < 0 ? null : focus);

type Shown = Pick<PageState, 'run' | 'selection' | 'detail' | 'modelParts' | 'head'>;

/**
 * Memory of the agent in the inspector as of the cycle that is shown; null before it has arrived.
 */
export function shownDump(state: Shown): MemoryDump | null {
  const { selection, detail } = state;
  const agent = inspected(selection);
  if (agent === null) return null;
  return detail?.agent === agent
    ? (selectAgentModelPart<LibrarianDetail>('librarian', detail.model)?.dump ?? null)
    : null;
}

/** The span whose value is shown: the chosen one, else the newest entry. */
export function shownSpan(state: Shown): number | null {
  const dump = shownDump(state);
  return readerPicked(state).span ?? dump?.working[0]?.span ?? dump?.storage[0]?.span ?? null;
}

const memory = resource({
  subject: remembering,
  stale: state => [shownTick(state)],
  ask: (engine, agent) => librarianQueries.ask(engine, 'memory', agent),
  keep: (state, trace) => state.know(LIBRARIAN, { trace }),
  clear: state => state.know(LIBRARIAN, { trace: null }),
  pace: calmPace,
});

const rows = resource({
  subject({ run, shownRows }) {
    const most = run?.info.config.agents ?? 0;
    const agents = most <= FEW ? Array.from({ length: most }, (_, i) => i) : shownRows.filter(i => i < most);
    return agents.length > 0 ? agents : null;
  },
  stale: state => [shownTick(state)],
  ask: (engine, agents) => librarianQueries.ask(engine, 'readerRows', agents),
  keep: (state, answer) => state.know(LIBRARIAN, { rows: new Map(answer.map(row => [row.agent, row])) }),
  pace: slowPace,
});

const entry = resource({
  subject(state) {
    const [agent, span] = [inspected(state.selection), shownSpan(state)];
    return agent === null || span === null ? null : { agent, span };
  },
  // A value never changes, but its end may.
  stale: state => [(librarianOf(state).entry?.span.to ?? null) === null ? state.detail : AS_BEFORE],
  ask: (engine, wanted) => librarianQueries.ask(engine, 'entry', wanted),
  keep: (state, answer) => state.know(LIBRARIAN, { entry: answer }),
  clear: state => state.know(LIBRARIAN, { entry: null }),
  pace: calmPace,
});

const step = resource({
  subject: state => shownDump(state)?.row ?? null,
  ask: (engine, row) => librarianQueries.ask(engine, 'readerStep', row),
  keep: (state, answer) => state.know(LIBRARIAN, { step: answer }),
  clear: state => state.know(LIBRARIAN, { step: null }),
  pace: calmPace,
});

/** Memory, rows, an entry's value and a step's prompt. */
export const LIBRARIAN_RESOURCES: readonly Resource[] = [memory, rows, entry, step];
