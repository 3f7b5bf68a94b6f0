import { notLoaded } from '../../engine/core/errors.ts';
import type { Run } from '../../engine/run/run.ts';

/** Makes a part when it is first wanted, and anew where that failed. @returns the same one from then on */
export function madeOnce<Part>(make: () => Promise<Part>): () => Promise<Part> {
  let made: Promise<Part> | null = null;
  return () => {
    if (made === null) {
      made = make();
      made.catch(() => {
        made = null;
      });
    }
    return made;
  };
}

/** A chunk of its own: runs that the policy decides never load it. */
export const loaded = () => import('./deciding/oracles.ts').catch(notLoaded('the client of language models'));

/** Another: what is told of a run beside its frames, when it is first asked for; with its model's part of that. */
export async function told(run: Run) {
  const both = Promise.all([import('./told.ts'), run.state.telling()]);
  const [all, telling] = await both.catch(notLoaded('the part that reports on a run'));
  return { ...all, telling };
}

/** Another: runs beside the open one. */
export const besides = () => import('./otherRun/beside.ts').catch(notLoaded('the part that compares runs'));
/** Another: worlds beside the open one that the policy decides. */
export const playingFirst = () =>
  import('./worlds/firstWorlds.ts').catch(notLoaded('the part that plays worlds'));
/** Another: what pauses a run that plays. */
export const pausing = () => import('./pauseWatch.ts').catch(notLoaded('the part that pauses runs'));
/** Another: runs that are kept in this browser. */
export const keeping = () => import('./kept/keptRuns.ts').catch(notLoaded('the part that keeps runs'));
/** Another: how a kept run is read. */
export const keptReading = () =>
  import('./kept/keptReading.ts').catch(notLoaded('the part that reads kept runs'));
