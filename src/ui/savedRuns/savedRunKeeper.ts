import * as Comlink from 'comlink';
import type { SavingState } from '../../workers/protocol/api.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { getErrorMessage } from '../lib/messages.ts';
import type { SavedSource } from '../life/openings.ts';
import { FILE_NETWORK } from '../state/oracleChoices.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { type SavedRow, type Stand, selectSavedView } from '../state/savedRow.ts';
import { waitForRound } from '../store/waitForRound.ts';
import { buildSavedRow } from './buildSavedRow.ts';
import { transferClosedNotes } from './findCrashedRun.ts';
import { recordClosedRun, recordLeftRun, recordOpenRun } from './findRunToRestore.ts';
import { amendSavedRow, listSavedRuns, removeSavedRow, writeSavedRow } from './savedRunIndex.ts';

/** Milliseconds between two writes of a run's row while it plays. */
const ROW_INTERVAL_MS = 1000;
const HOUR = 3600 * 1000;
/** Most runs that are kept without being pinned or named: those with rounds, and set-ups with files that were not played. */
const MAX_SAVED_RUNS = { played: 40, bare: 5 };

/** Ids begin with the time, so that they are sorted by it. */
export const createSavedRunId = (): string =>
  `${Date.now()}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;

/** A kept run whose news go to the page while it shows that run. */
export function createSavedRunListener(
  store: PageStore,
  id: string,
  { isMixed = false, goesOn = false } = {},
): SavedSource {
  let last: SavingState | null = null;
  const tell = (kept: SavingState) => {
    last = kept;
    if (store.getState().keptAs === id) store.getState().setKept({ kept });
  };
  return { keptAs: id, isMixed, goesOn, tell: Comlink.proxy(tell), kept: () => last };
}

/** Has the run on the screen kept from now on, under a new id. @param isAsked whether whatever its size */
export async function startSavingRun(
  store: PageStore,
  engine: () => RemoteEngine,
  isAsked = false,
): Promise<void> {
  const id = store.getState().keptAs ?? createSavedRunId();
  store.getState().setKept({ keptAs: id });
  recordOpenRun(id);
  try {
    await engine().keep(id, createSavedRunListener(store, id).tell, isAsked);
  } catch (error) {
    const { keptAs, setKept } = store.getState();
    if (keptAs === id) setKept({ kept: { tick: 0, bytes: 0, problem: getErrorMessage(error) } });
  }
}

/**
 * Saves the paused run with everything played, and the page's view.
 * @throws Error if it cannot be saved, or there is none
 */
export async function saveWholeRun(store: PageStore, engine: () => RemoteEngine): Promise<void> {
  const state = store.getState;
  if (state().run === null || state().phase !== 'paused') throw new Error('no run is open yet');
  const { kept: before } = state();
  if (before === null || before.problem !== null) await startSavingRun(store, engine, true);
  const { problem } = state().kept ?? { problem: null };
  if (problem !== null) throw new Error(problem);
  const kept = await engine().keptNow();
  if (kept.problem !== null) throw new Error(kept.problem);
  state().setKept({ kept });
  await waitForRound(store, kept.tick);
  const row = buildSavedRow(state(), Date.now());
  if (row !== null) await writeSavedRow(row);
}

export { followAddress } from '../address/followAddress.ts';

/** Keeps the row of the run on the screen up to date. @returns what ends it */
export function startWritingRows(store: PageStore, engine: () => RemoteEngine): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let wrote = 0;
  /** The run whose row was written last. */
  let written: string | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  let isSwept = false;
  let isLeft = false;
  const write = () => {
    timer = null;
    wrote = performance.now();
    const row = buildSavedRow(store.getState(), Date.now());
    if (row === null) return;
    written = row.id;
    if (!isLeft) recordOpenRun(row.id, selectRunStand(store.getState()));
    writing = writing
      .then(() => writeSavedRow(row))
      .then(() => removeSurplusRuns(store, engine, row))
      .then(() => (isSwept ? undefined : removeOrphanedRuns(engine())))
      .then(() => {
        isSwept = true;
      })
      .catch(() => undefined);
  };
  /** Has on the disk what has been played. */
  const flush = () => {
    if (store.getState().kept !== null)
      engine()
        .keptNow()
        .catch(() => undefined);
  };
  const stop = store.subscribe((now, then) => {
    if (then.keptAs !== null && now.keptAs !== then.keptAs) {
      const id = then.keptAs;
      recordClosedRun(id);
      // Its data that are still to be written.
      const last = timer === null ? null : buildSavedRow(then, Date.now());
      if (timer !== null) clearTimeout(timer);
      timer = null;
      writing = writing
        .then(() => (last === null ? undefined : writeSavedRow(last)))
        .then(() => amendSavedRow(id, { closed: Date.now() }))
        .catch(() => undefined);
    }
    if (now.life.name === 'paused' && then.phase === 'playing') flush();
    if (now.kept === null || isRowUpToDate(now, then)) return;
    // Without a row nobody finds what is kept: the first one is written at once.
    const isOther = now.keptAs !== written || now.phase !== then.phase;
    timer ??= setTimeout(write, isOther ? 0 : Math.max(0, wrote + ROW_INTERVAL_MS - performance.now()));
  });
  const leave = () => {
    const { keptAs } = store.getState();
    if (keptAs === null) return;
    flush();
    write();
    isLeft = true;
    recordLeftRun(keptAs, selectRunStand(store.getState()));
  };
  const hide = () => {
    // A page that goes is hidden after it was left.
    if (!document.hidden || isLeft) return;
    flush();
    write();
  };
  const come = () => {
    isLeft = false;
    const { keptAs } = store.getState();
    if (keptAs !== null) recordOpenRun(keptAs, selectRunStand(store.getState()));
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', come);
  document.addEventListener('visibilitychange', hide);
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', come);
    document.removeEventListener('visibilitychange', hide);
  };
}

const selectRunStand = (state: PageState): Stand => ({
  tick: Math.max(0, state.head),
  hash: state.hash,
  parameters: state.run?.setup.parameters,
  // Ten thousand selected agents wait for the row: a note is written while the page goes.
  view: state.selection.agents.length < 1000 ? selectSavedView(state) : undefined,
});

const WATCHED_STATE_PARTS = [
  'kept',
  'run',
  'head',
  'selection',
  'pinned',
  'sort',
  'scale',
  'phase',
  'keptAs',
  'panel',
] as const;
const isRowUpToDate = (now: PageState, then: PageState): boolean =>
  WATCHED_STATE_PARTS.every(part => now[part] === then[part]);

/** Takes away what the run's own row says as well, and the oldest of too many. */
async function removeSurplusRuns(store: PageStore, engine: () => RemoteEngine, own: SavedRow): Promise<void> {
  const { kept, branch } = store.getState();
  // An unsaved run replaces nothing.
  if (kept === null || kept.problem !== null) return;
  const { rows } = await listSavedRuns();
  const others = rows.filter(({ id }) => id !== own.id && id !== branch?.parent.keptAs);
  for (const { id } of findSurplusRows(others, own))
    await deleteSavedRun(engine(), id).catch(() => undefined);
  store.getState().relistKept();
}

/** Of other rows, the latest first, those that go: what a row says as well, and the oldest of too many. */
export function findSurplusRows(others: readonly SavedRow[], own: SavedRow): readonly SavedRow[] {
  const loose = others.filter(({ isPinned, name }) => !isPinned && name === null);
  const isBare = ({ tick, parent }: SavedRow) => tick === 0 && parent === null;
  // One without a round is its set-up, and no more.
  const isDone = (row: SavedRow) =>
    isSameSavedRun(row, own) || (isBare(row) && row.touched < own.touched - HOUR);
  const left = loose.filter(row => !isDone(row));
  const played = left.filter(row => !isBare(row)).slice(MAX_SAVED_RUNS.played - (isBare(own) ? 0 : 1));
  const bare = left.filter(isBare).slice(MAX_SAVED_RUNS.bare - (isBare(own) ? 1 : 0));
  return [...loose.filter(isDone), ...played, ...bare];
}

/**
 * A run of the policy equals any other of its set-up, as far as both go; a set-up does not distinguish the user's
 * files.
 */
export const isSameSavedRun = (row: SavedRow, own: SavedRow): boolean =>
  row.decider === null &&
  own.decider === null &&
  row.tick <= own.tick &&
  row.setup.network !== FILE_NETWORK &&
  (row.setup.own ?? []).length === 0 &&
  getSetupKey(row) === getSetupKey(own);

const getSetupKey = ({ setup }: SavedRow): string => JSON.stringify(setup);

/** Takes away what pages left behind that died in their first moments, and what an earlier version saved over reloads. */
async function removeOrphanedRuns(engine: RemoteEngine): Promise<void> {
  await transferClosedNotes();
  const { rows, damaged } = await listSavedRuns();
  await engine.sweepKept([...rows, ...damaged].map(({ id }) => id));
  indexedDB.deleteDatabase('statescope');
}

/** Deletes a kept run and its row. */
export async function deleteSavedRun(engine: RemoteEngine, id: string): Promise<void> {
  await engine.forgetKept(id);
  await removeSavedRow(id);
}
