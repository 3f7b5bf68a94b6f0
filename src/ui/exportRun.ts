import { NO_NETWORK } from '../engine/defaultSetup.ts';
import { EngineStopped } from '../engine/errors.ts';
import type { Progress } from '../workers/api.ts';
import { download } from './controls/download.ts';
import type { Link } from './link.ts';
import type { PageStore } from './store/pageState.ts';

/** Has the run's document written and downloads it; a failure is told, a cancellation is not. */
export async function exportRun(store: PageStore, link: Link, progress: Progress): Promise<void> {
  const { run, notify } = store.getState();
  if (!run) return;
  try {
    const { parts, round } = await link.exportRun(progress);
    const { model, network, seed } = run.setup;
    const made = network === NO_NETWORK ? model : `${model}-${network}`;
    const name = `statescope-${made}-seed${seed}-round${round}.json`;
    download(name, parts as unknown as BlobPart[], 'application/json');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== 'cancelled' && !(error instanceof EngineStopped))
      notify('error', `The document could not be written: ${message}`);
  }
}
