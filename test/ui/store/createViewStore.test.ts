import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { createPageStore } from '../../../src/ui/store/createPageStore.ts';
import { createViewStore } from '../../../src/ui/store/createViewStore.ts';
import { frameOf, infoOf, NAMES } from '../fakeEngine.ts';

/** A page whose run has been played to a round. */
function playedPage(to: number) {
  const store = createPageStore();
  store.getState().opened(infoOf(DEFAULT_SETUP, 1), DEFAULT_SETUP);
  store.getState().receive(frameOf(NAMES.length, -10, to, 1));
  return { store, views: createViewStore(store) };
}

/** Set-up with which a run is made again. */
const AGAIN = { ...DEFAULT_SETUP };

/** The run is made again, up to a round. */
function remake({ getState }: ReturnType<typeof playedPage>['store'], to: number, setup = AGAIN): void {
  getState().opened(infoOf(DEFAULT_SETUP, 2), setup);
  getState().receive(frameOf(NAMES.length, -10, to, 2));
}

it('views see the run before until the new one is complete, and each change of it once', () => {
  const { store, views } = playedPage(3);
  const seen: number[] = [];
  views.subscribe(({ head }, { head: before }) => head !== before && seen.push(before, head));
  const { run } = views.getState();
  store.getState().holdRun(AGAIN);
  remake(store, 5);
  expect(store.getState().head).toBe(5);
  expect(views.getState().head).toBe(3);
  expect(views.getState().run).toBe(run);
  expect(views.getState()).toBe(views.getState());
  expect(seen).toEqual([]);
  store.getState().holdRun(null);
  expect(views.getState()).toBe(store.getState());
  expect(seen).toEqual([3, 5]);
});

it('a choice made while the run is held shows at once', () => {
  const { store, views } = playedPage(3);
  store.getState().holdRun(AGAIN);
  views.getState().select({ agents: [2] });
  expect(views.getState().selection.agents).toEqual([2]);
  expect(views.getState().head).toBe(3);
});

it('a run that is made again keeps selection, pins and notices; another run does not', () => {
  const { store } = playedPage(3);
  const { select, togglePin, notify } = store.getState();
  select({ agents: [2] });
  togglePin(1);
  notify('note', 'Stuck.');
  store.getState().holdRun(AGAIN);
  remake(store, 4);
  store.getState().holdRun(null);
  const kept = store.getState();
  expect([kept.selection.agents, kept.pinned, kept.notices.map(({ text }) => text)]).toEqual([
    [2],
    [1],
    ['Stuck.'],
  ]);
  remake(store, 4, { ...DEFAULT_SETUP });
  const other = store.getState();
  expect([other.selection.agents, other.pinned, other.notices]).toEqual([[], [], []]);
});

it('another run that is opened while one is held ends the hold, and has nothing of it', () => {
  const { store, views } = playedPage(3);
  store.getState().select({ agents: [2] });
  store.getState().holdRun(AGAIN);
  remake(store, 5, { ...DEFAULT_SETUP });
  expect(store.getState().held).toBeNull();
  expect(views.getState()).toBe(store.getState());
  expect(store.getState().selection.agents).toEqual([]);
});
