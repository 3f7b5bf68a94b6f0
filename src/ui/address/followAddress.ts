import type { PageState, PageStore } from '../state/pageState.ts';
import type { Viewpoint } from '../state/viewpoint.ts';
import { collectLooking, formatOwnChoice } from './collectLooking.ts';

/** Least milliseconds between two changes of the address: browsers allow about three a second. */
const ADDRESS_INTERVAL_MS = 400;

/**
 * Has the address name what a paused run shows: the round at which it stands, the one that is looked at, who is
 * selected, and the set-up with its changes. One that could not be opened stays until something is done with the run in
 * its place.
 * @param write names rounds and what is looked at in the address
 * @returns what ends it
 */
export function followAddress(
  store: PageStore,
  write: (rounds: number, looking: Viewpoint) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let named: PageState = store.getState();
  const name = () => {
    timer = null;
    named = store.getState();
    if (isRunPaused(named)) write(Math.max(0, named.head), collectLooking(named));
  };
  const stop = store.subscribe(now => {
    if (now.run?.info.epoch !== named.run?.info.epoch) named = now;
    // While it plays nothing is compared.
    if (timer === null && isRunPaused(now) && isAddressOutdated(now, named))
      timer = setTimeout(name, ADDRESS_INTERVAL_MS);
  });
  // It came with the first that there was to name.
  timer = setTimeout(name, ADDRESS_INTERVAL_MS);
  return () => {
    stop();
    if (timer !== null) clearTimeout(timer);
  };
}

const isRunPaused = ({ life, run }: PageState): boolean => life.name === 'paused' && run !== null;

/** @param then when the address was written last, or the run opened */
const isAddressOutdated = (now: PageState, then: PageState): boolean =>
  Math.max(0, now.head) !== Math.max(0, then.head) ||
  now.run?.setup !== then.run?.setup ||
  now.selection.cursor !== then.selection.cursor ||
  now.selection.agents !== then.selection.agents ||
  formatOwnChoice(now) !== formatOwnChoice(then) ||
  (['pauses', 'rare', 'view', 'colour'] as const).some(part => now[part] !== then[part]);
