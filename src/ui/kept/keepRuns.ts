import { soon } from '../controls/soon.ts';
import type { RemoteEngine } from '../link/remoteEngine.ts';
import type { PageState, PageStore } from '../store/pageState.ts';

const loadKeeper = soon(() => import('./keeper.ts'));

/** Whether there is something in the run on the screen to keep, and it is not kept yet. A replay is in its document. */
const isDue = ({ run, head, kept, phase }: PageState): boolean =>
  run !== null && kept === null && head > 0 && phase !== 'opening' && run.setup.oracle.kind !== 'replay';

/** Keeps each run in this browser from its first round on. @returns what ends it */
export function keepRuns(store: PageStore, engine: () => RemoteEngine): () => void {
  let epoch: number | undefined;
  let stopRows: (() => void) | null = null;
  const stop = store.subscribe(state => {
    if (!isDue(state) || state.run?.info.epoch === epoch) return;
    epoch = state.run?.info.epoch;
    loadKeeper().then(
      keeper => {
        stopRows ??= keeper.writeRows(store, engine);
        const now = store.getState();
        if (isDue(now) && now.run?.info.epoch === epoch) void keeper.keepNow(store, engine);
      },
      () => state.setKept({ kept: { tick: 0, bytes: 0, problem: 'Statescope’s server did not answer' } }),
    );
  });
  return () => {
    stop();
    stopRows?.();
  };
}
