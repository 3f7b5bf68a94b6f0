import { socialQueries } from '../engine/models/social/socialQueries.ts';
import type { EngineApi } from '../workers/api.ts';
import { CALM } from './calm.ts';
import { orderNow, sortNow } from './models/index.ts';
import { watchersOf } from './models/watchers.ts';
import { fromStatesAt } from './population.ts';
import { Refresher } from './refresher.ts';
import { inspected } from './selection.ts';
import { isFast, type PageState, type PageStore } from './store.ts';

/** The engine's interface as it is seen through comlink, or a stand-in in tests. */
export type RemoteEngine = { readonly [Name in keyof EngineApi]: EngineApi[Name] };

/** Asks the engine and hands the answer on, if it is still about the run on the screen. */
export type Ask = <Answer>(
  question: (api: RemoteEngine) => Promise<Answer>,
  use: (answer: Answer) => void,
) => Promise<void>;

/** Whatever the selection needs is asked for as it changes, one question of each kind at a time. */
export function watches(store: PageStore, ask: Ask, wantedRows: () => readonly number[]) {
  const state = () => store.getState();
  /** At speed the tree and the inspector follow a few times a second. */
  const calm = () => (isFast(state()) ? CALM : state().phase === 'playing' ? 100 : 0);

  const tree = new Refresher(
    async () => {
      const root = state().selection.root;
      if (root === null) return store.setState({ tree: null });
      await ask(
        api => socialQueries.ask(api, 'cascade', root),
        answer => state().selection.root === root && state().takeTree(answer),
      );
    },
    () => (state().tree === null ? 0 : calm()),
  );
  const detail = new Refresher(async () => {
    const agent = inspected(state().selection);
    if (agent === null) return store.setState({ detail: null });
    await ask(
      api => api.detail(agent),
      answer => inspected(state().selection) === agent && store.setState({ detail: answer }),
    );
  }, calm);
  const past = new Refresher(async () => {
    const cursor = state().selection.cursor;
    if (cursor === null) return store.setState({ past: null });
    await ask(
      api => api.statesAt(cursor),
      answer => store.setState({ past: fromStatesAt(answer) }),
    );
  });
  const society = new Refresher(
    async () => {
      const head = state().head;
      await ask(
        api => api.statesAt(head),
        answer => state().head === head && store.setState({ society: fromStatesAt(answer) }),
      );
    },
    () => 60,
  );
  const order = new Refresher(async () => {
    const sort = orderNow(state());
    await ask(
      api => api.order(sort),
      answer => store.setState({ order: answer }),
    );
  });
  const rows = new Refresher(async () => {
    const histories = state().run?.histories;
    const missing = histories?.missing(wantedRows()) ?? [];
    if (missing.length === 0) return;
    await ask(
      api => api.timelines(missing),
      answer => {
        histories?.load(answer, state().head);
        store.setState({});
      },
    );
  }, calm);

  const own = watchersOf({ store, ask, wantedRows, calm });

  const stop = store.subscribe((now, then) => {
    const moved = now.head !== then.head || now.run?.info.epoch !== then.run?.info.epoch;
    const { selection } = now;
    // What was put off while it played is asked for at once.
    if (now.phase !== then.phase) for (const refresher of [tree, detail, rows]) refresher.hurry();
    if (moved || selection.root !== then.selection.root) tree.request();
    if (moved || selection.agents !== then.selection.agents) detail.request();
    if (selection.cursor !== then.selection.cursor) past.request();
    if (moved && now.society === null) society.request();
    if (moved) rows.request();
    if (ordersAnew(now, then)) order.request();
    for (const watch of own) watch.changed(now, then);
  });
  return {
    stop,
    /** The rows on the screen are others. */
    showRows() {
      rows.request();
      for (const watch of own) watch.showRows();
    },
  };
}

/** Rows are sorted when something else is asked for, and once after playing; never while it moves. */
function ordersAnew(now: PageState, then: PageState): boolean {
  if (!now.run) return false;
  const other =
    now.sort !== then.sort ||
    now.sortState !== then.sortState ||
    now.run?.info.epoch !== then.run?.info.epoch;
  const still = now.phase !== 'playing' || now.rootChosen;
  const cascade = still && sortNow(now) === 'cascade' && now.selection.root !== then.selection.root;
  const paused = now.phase === 'paused' && (then.phase === 'playing' || now.head !== then.head);
  return other || cascade || paused;
}
