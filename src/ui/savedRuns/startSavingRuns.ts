import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { isUserPresent, preloadOnActivity } from '../controls/preloadOnActivity.ts';
import type { Openings } from '../life/openings.ts';
import { FILE_NETWORK } from '../state/oracleChoices.ts';
import type { PageState, PageStore } from '../state/pageState.ts';

type Keeper = typeof import('./savedRunKeeper.ts');
const loadKeeper = preloadOnActivity(() => import('./savedRunKeeper.ts'));

/** True if the run on the screen was made from files, which its address does not hold. */
const isRunFromFiles = ({ run }: PageState): boolean =>
  run?.setup.network === FILE_NETWORK || run?.setup.own !== undefined;

/** True if the run on the screen has something to save and is not saved yet. */
const isSavingDue = (state: PageState): boolean =>
  state.kept === null &&
  state.phase !== 'opening' &&
  state.run !== null &&
  (state.head > 0 || isRunFromFiles(state));

/** Milliseconds before a run is kept that plays without anybody at the page: its address repeats it. */
const SAVING_DELAY_MS = 2000;

/**
 * Keeps each run in this browser from its first round on, and has the address name what is seen of it.
 * @param readdress names rounds and what is looked at in the address
 * @returns what ends it
 */
export function startSavingRuns(
  store: PageStore,
  engine: () => RemoteEngine,
  readdress: Openings['readdress'],
): () => void {
  let epoch: number | undefined;
  let stops: readonly (() => void)[] | null = null;
  let isOver = false;
  const write = (keeper: Keeper) => {
    stops ??= isOver ? [] : [keeper.startWritingRows(store, engine), keeper.followAddress(store, readdress)];
    return keeper;
  };
  const stop = store.subscribe((state, before) => {
    // One that was brought back is kept already; before its first round a run has what is looked at alone.
    const isSeenOtherwise =
      state.run !== null && (state.rare !== before.rare || state.colour !== before.colour);
    if (stops === null && (state.kept !== null || state.selection.agents.length > 0 || isSeenOtherwise))
      void loadKeeper().then(write, () => undefined);
    if (!isSavingDue(state) || state.run?.info.epoch === epoch) return;
    epoch = state.run?.info.epoch;
    begin(epoch);
  });
  const begin = async (begun: number | undefined) => {
    if (!isUserPresent() && !isRunFromFiles(store.getState()))
      await new Promise(resolve => setTimeout(resolve, SAVING_DELAY_MS));
    if (begun !== epoch || isOver) return;
    loadKeeper().then(
      loaded => {
        const keeper = write(loaded);
        const now = store.getState();
        if (isSavingDue(now) && now.run?.info.epoch === begun) void keeper.startSavingRun(store, engine);
      },
      () =>
        store
          .getState()
          .setKept({ kept: { tick: 0, bytes: 0, problem: 'Statescope’s server did not answer' } }),
    );
  };
  return () => {
    isOver = true;
    stop();
    for (const end of stops ?? []) end();
  };
}
