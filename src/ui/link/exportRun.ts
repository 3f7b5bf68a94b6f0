import { NO_NETWORK } from '../../engine/defaultSetup.ts';
import type { Progress } from '../../workers/api.ts';
import { download } from '../controls/download.ts';
import { wordsNow } from '../models/looks.ts';
import type { PageStore } from '../store/pageState.ts';
import { inBytes } from '../views/local/sizes.ts';
import { isStopped, messageOf } from '../words/messages.ts';
import type { Link } from './link.ts';

/** Has the run's document written and downloads it; a failure is told, a cancellation is not. */
export async function exportRun(store: PageStore, link: Link, progress: Progress): Promise<void> {
  const { run, notify } = store.getState();
  if (!run) return;
  try {
    const { parts, round } = await link.exportRun(progress);
    const { model, network, seed } = run.setup;
    const made = network === NO_NETWORK ? model : `${model}-${network}`;
    const name = `statescope-${made}-seed${seed}-round${round}.json`;
    const blob = new Blob(parts as unknown as BlobPart[], { type: 'application/json' });
    download(name, [blob], 'application/json');
    notify(
      'note',
      `${name} has been downloaded: ${inBytes(blob.size)}, up to ${wordsNow(store.getState()).tick} ${round}.`,
    );
  } catch (error) {
    if (messageOf(error) !== 'cancelled' && !isStopped(error))
      notify('error', `The document could not be written: ${messageOf(error)}`);
  }
}
