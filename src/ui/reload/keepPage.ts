import type { Files } from '../../engine/config.ts';
import { DOCUMENT_VERSION } from '../../engine/version.ts';
import type { NamedFile, RunFile, SavedRun } from '../../workers/api.ts';
import type { RemoteEngine } from '../link/remoteEngine.ts';
import type { Intent, PageState, PageStore } from '../store/pageState.ts';
import { reached } from './reached.ts';
import { KEPT, type SavedPage, type SavedView, savePage } from './savedPages.ts';

/** The parts of the page that are not in the store. */
export interface Keeping {
  readonly store: PageStore;
  engine(): RemoteEngine;
  /** The user's edge list. */
  files(): Files;
  /** The run document that was read last. */
  recording(): RunFile | null;
  /** Base URLs for which there is a key. */
  keyUrls(): readonly string[];
  /** Rounds that the address names. */
  addressed(): number;
}

/** Saves the page with its paused run. @returns the id under which it is found again. */
export async function keepPage(page: Keeping, intent: Intent): Promise<string> {
  return savePage(await pageOf(page, intent));
}

/** @throws Error where there is no run that could be kept */
export async function pageOf({ store, ...page }: Keeping, intent: Intent): Promise<SavedPage> {
  const { run, phase } = store.getState();
  if (run === null || phase !== 'paused') throw new Error('no run is open yet');
  const api = page.engine();
  const { upTo } = await api.timelines([]);
  await reached(store, upTo);
  const { setup } = run;
  const { kind } = setup.oracle;
  const state = store.getState();
  const canBePlayedAgain = (kind === 'policy' && !state.mixed) || kind === 'replay' || upTo === 0;
  return {
    setup,
    files: page.files(),
    round: upTo,
    hash: state.hash,
    version: DOCUMENT_VERSION,
    addressed: page.addressed(),
    run: canBePlayedAgain ? null : await savedRun(api),
    recording: kind === 'replay' ? await kept(page.recording()) : null,
    view: viewOf(state),
    intent,
    keyUrls: page.keyUrls(),
  };
}

/** A file of the user's may be gone after the reload: its bytes are kept. */
async function kept(file: RunFile | null): Promise<NamedFile | null> {
  if (file === null || !('blob' in file)) return file;
  return { name: file.name, bytes: new Uint8Array(await file.blob.arrayBuffer()) };
}

async function savedRun(api: RemoteEngine): Promise<SavedRun> {
  const { parts } = await api.exportDocument(null);
  const bytes = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  const spent = (await api.oracleReport())?.spent ?? { calls: 0, tokens: 0 };
  return { document: { name: 'the saved run', bytes }, spent };
}

/** What is restored of the page beside its run. */
export function viewOf(state: PageState): SavedView {
  const view = Object.fromEntries(KEPT.map(name => [name, state[name]])) as SavedView;
  return { ...view, selection: { ...view.selection, hover: null } };
}
