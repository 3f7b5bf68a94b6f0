import type { LibrarianDetail, MemoryDump } from '../../../engine/models/librarian/detail.ts';
import { librarianQueries } from '../../../engine/models/librarian/librarianQueries.ts';
import { partOf } from '../../../engine/partOf.ts';
import { CALM } from '../../calm.ts';
import { Refresher } from '../../refresher.ts';
import { inspected } from '../../selection.ts';
import type { PageState } from '../../store.ts';
import { sliced } from '../slices.ts';
import type { Watcher, Watching } from '../watchers.ts';

/** Up to so many agents all of them are known, not only those on the screen. */
const FEW = 100;

/** The agent whose memory is on the screen: the selected one, else the one that the engine points to. */
export const remembering = ({ selection, focus }: Pick<PageState, 'selection' | 'focus'>): number | null =>
  inspected(selection) ?? (focus < 0 ? null : focus);

type Shown = Pick<PageState, 'selection' | 'detail' | 'librarian' | 'head'>;

/**
 * What the agent in the inspector remembers, at the cursor or at the head; null while it is not there. On the way from
 * one earlier cycle to another the one before stays until the other is there.
 */
export function shownDump({ selection, detail, librarian, head }: Shown): MemoryDump | null {
  const agent = inspected(selection);
  const { cursor } = selection;
  if (agent === null) return null;
  const { dump } = librarian;
  if (cursor !== null && cursor !== head) return dump?.agent === agent ? dump : null;
  return detail?.agent === agent ? (partOf<LibrarianDetail>('librarian', detail.model)?.dump ?? null) : null;
}

/** The span whose value is shown: the chosen one, else the newest entry of what is shown. */
export function shownSpan(state: Shown): number | null {
  const dump = shownDump(state);
  return state.selection.span ?? dump?.working[0]?.span ?? dump?.storage[0]?.span ?? null;
}

const isLibrarian = ({ run }: PageState): boolean => run?.setup.model === 'librarian';

/** Memory, rows, a past dump, an entry's value and a step's prompt, as the page needs them. */
export function watchLibrarian({ store, ask, wantedRows, calm }: Watching): Watcher {
  const state = () => store.getState();
  const know = (part: Parameters<typeof sliced<'librarian'>>[1]) => store.setState(sliced('librarian', part));
  const memory = new Refresher(async () => {
    const agent = remembering(state());
    if (agent === null) return know({ trace: null });
    await ask(
      api => librarianQueries.ask(api, 'memory', agent),
      trace => remembering(state()) === agent && know({ trace }),
    );
  }, calm);
  const rows = new Refresher(
    async () => {
      const most = state().run?.info.config.agents ?? 0;
      const agents =
        most <= FEW ? Array.from({ length: most }, (_, i) => i) : wantedRows().filter(i => i < most);
      if (agents.length === 0) return;
      await ask(
        api => librarianQueries.ask(api, 'readerRows', agents),
        answer => know({ rows: new Map(answer.map(row => [row.agent, row])) }),
      );
    },
    () => (state().phase === 'playing' ? CALM : 0),
  );
  const dump = new Refresher(async () => {
    const { selection, head } = state();
    const [agent, tick] = [inspected(selection), selection.cursor];
    if (agent === null || tick === null || tick === head) return know({ dump: null });
    await ask(
      api => librarianQueries.ask(api, 'memoryAt', { agent, tick }),
      answer => state().selection.cursor === tick && know({ dump: answer }),
    );
  });
  const entry = new Refresher(async () => {
    const [agent, span] = [inspected(state().selection), shownSpan(state())];
    if (agent === null || span === null) return know({ entry: null });
    const { entry: before } = state().librarian;
    // A value never changes; where it ends may.
    if (before?.agent === agent && before.span.id === span && before.span.to !== null) return;
    await ask(
      api => librarianQueries.ask(api, 'entry', { agent, span }),
      answer => shownSpan(state()) === span && know({ entry: answer }),
    );
  }, calm);
  const step = new Refresher(async () => {
    const row = shownDump(state())?.row ?? null;
    if (row === null) return know({ step: null });
    if (state().librarian.step?.step.row === row) return;
    await ask(
      api => librarianQueries.ask(api, 'readerStep', row),
      answer => know({ step: answer }),
    );
  }, calm);
  return {
    changed(now, then) {
      if (!isLibrarian(now)) return;
      const moved = now.run?.info.epoch !== then.run?.info.epoch || now.head !== then.head;
      if (now.phase !== then.phase) for (const one of [memory, rows, entry, step]) one.hurry();
      if (moved || remembering(now) !== remembering(then)) memory.request();
      if (moved) rows.request();
      const { selection } = now;
      const other = selection.agents !== then.selection.agents;
      if (other || selection.cursor !== then.selection.cursor) dump.request();
      if (other || shownDump(now) !== shownDump(then)) step.request();
      if (other || shownSpan(now) !== shownSpan(then) || now.detail !== then.detail) entry.request();
    },
    showRows() {
      if (isLibrarian(state())) rows.request();
    },
  };
}
