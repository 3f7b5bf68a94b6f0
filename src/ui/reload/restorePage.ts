import type { Files, Setup } from '../../engine/config.ts';
import { asksModel, isRemote } from '../../engine/oracleSetup.ts';
import { DOCUMENT_VERSION } from '../../engine/version.ts';
import type { NamedFile, SavedRun } from '../../workers/api.ts';
import type { PageStore } from '../store/pageState.ts';
import { reached } from './reached.ts';
import { removePage, type SavedPage, savedPage } from './savedPages.ts';

/** What it takes to bring a saved page back. */
export interface Restoring {
  readonly store: PageStore;
  readRecording(file: NamedFile): Promise<unknown>;
  /** Opens a run and brings it to a round. @returns the error; null for success. */
  bring(setup: Setup, files: Files, round: number, run: SavedRun | null): Promise<unknown>;
  /** Rounds that the address is to name. */
  readdress(rounds: number): void;
}

/** Added where an older Statescope saved the page. */
const OLDER =
  ' An earlier version of Statescope saved it, whose hashes follow another rule: they were not compared.';

/** Restores a saved page and removes it from storage. Resolves to false where nothing was saved. */
export async function restorePage(page: Restoring, id: string): Promise<boolean> {
  const saved = await savedPage(id);
  if (saved === null) return false;
  try {
    await restore(page, saved);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    page.store
      .getState()
      .learn({ unrestored: { id, message, document: saved.run?.document ?? saved.recording } });
    return false;
  }
  await removePage(id);
  return true;
}

async function restore({ store, ...page }: Restoring, saved: SavedPage): Promise<void> {
  const { setup, files, round, hash, version, run, recording, view, intent, keyUrls } = saved;
  if (recording) await page.readRecording(recording);
  const error = await page.bring(setup, files, round, run);
  if (error !== null) throw error;
  await reached(store, round);
  const { hash: own, notify } = store.getState();
  const isComparable = version === DOCUMENT_VERSION;
  if (isComparable && own !== hash)
    throw new Error(`it became another run: hash ${own.slice(0, 8)} instead of ${hash.slice(0, 8)}`);
  page.readdress(saved.addressed);
  const form = view.draft ?? setup.oracle;
  const isShown = view.panel === 'oracle' && asksModel(form);
  const shownUrls = isShown && isRemote(form) ? form.urls : [];
  store.getState().restore({ ...view, intent: isShown ? intent : null, forgottenKey: keyUrls });
  if (keyUrls.length > 0 && !shownUrls.some(url => keyUrls.includes(url)))
    notify(
      'error',
      `The key for ${keyUrls.join(', ')} was in memory only and is gone with the reload: type it again in “Who decides” before the run goes on.`,
    );
  notify(
    'note',
    `The page was reloaded; the run stands at round ${round} as before.${isComparable ? '' : OLDER}`,
  );
}
