import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Files, Setup } from '../engine/config.ts';
import { App } from './App.tsx';
import { type Looking, parseAddress } from './address/address.ts';
import { awaitSomebody, soon } from './controls/soon.ts';
import { keptEdits } from './files/edits.ts';
import { PageContext } from './hooks.ts';
import { leftRun } from './kept/leftRun.ts';
import type { Connect } from './life/connection.ts';
import { createLink } from './link/engineLink.ts';
import type { Link } from './link/link.ts';
import { whenPlayed } from './link/whenPlayed.ts';
import { registerModels } from './models/index.ts';
import { defaultsOf } from './models/looks.ts';
import { loadPlugin, pageModels, pluginNamed } from './models/registered.ts';
import { keptFold } from './side.ts';
import { LETTER_KEYS, PLAYED, remember, stored, TRIGGER_NAMES } from './storage.ts';
import { createPageStore } from './store/createPageStore.ts';
import type { PageState, PageStore } from './store/pageState.ts';
import { applyTheme, followSystem, initialTheme } from './theme.ts';
import { messageOf } from './words/messages.ts';

/** Puts the page into an element, with an engine of the caller's choice, and opens the address's run. */
export function mount(element: HTMLElement, connect: Connect): void {
  registerModels();
  const edits = keptEdits(pageModels().find(({ reads }) => reads?.form === 'yaml')?.inputs[0]);
  const store = createPageStore({
    letterKeys: stored(LETTER_KEYS) !== 'off',
    edits,
    keeping: edits.draft && 'kept',
    folded: keptFold(),
    isNew: stored(PLAYED) === null,
    triggerNames: stored(TRIGGER_NAMES) === 'on',
  });
  applyTheme(store, initialTheme());
  followSystem(store);
  welcome(store);
  const link = createLink(store, connect);
  createRoot(element).render(
    <StrictMode>
      <PageContext value={{ store, link }}>
        <App />
      </PageContext>
    </StrictMode>,
  );
  const { isNew } = store.getState();
  // After the rounds that the address asks for, which nothing is to interrupt.
  const pauseAt = async (texts: readonly string[]) => {
    for (const text of texts) await link.addPause(text);
  };
  const start = async () => {
    const isBare = location.search === '' && location.hash === '';
    const files = await filesInAddress(store);
    const { setup, rounds, looking, problems } = await parseAddress(
      location.search,
      undefined,
      Object.keys(files),
    ).catch(unread);
    if (problems.length > 0) store.getState().notify('error', problems.join(' '));
    await link.start(setup, rounds, files);
    if (setup?.branchOf) void tellBranch(store, setup);
    if (isBare && !isNew) void import('./kept/tellKept.ts').then(({ tellKept }) => tellKept(store, link));
    if (looking !== null)
      whenPlayed(store, rounds, state => {
        lookAt(state, looking);
        void pauseAt(looking.pauses);
      });
  };
  soon(() => import('./keepFocus.ts'));
  awaitSomebody();
  // An address with other files is another run, though the page would stay.
  addEventListener('hashchange', () => location.hash.startsWith(FILES_IN_ADDRESS) && location.reload());
  link.prepare();
  // The address is written anew as soon as the run is there.
  const pauses = new URLSearchParams(location.search).getAll('pause');
  const begin = async () => {
    await drawAsAsked(store);
    if (await follows(store, link)) return;
    const left = await leftRun();
    if (left === null) return start();
    await link.openLeft(left, start);
    await pauseAt(pauses);
  };
  void begin();
}

/** What this tab remembers; null where it may not. */
function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}

/** Follows what a server tells, where the address names it; a reload goes on with it. @returns whether it does */
async function follows(store: PageStore, link: Link): Promise<boolean> {
  for (const { name, followed } of pageModels()) {
    if (!followed) continue;
    const isNamed = location.hash.startsWith(followed);
    // Another address is another run.
    const fragment = isNamed
      ? location.hash
      : location.search.includes(`model=${name}`)
        ? kept(followed)
        : null;
    if (!fragment) continue;
    if (isNamed) keep(followed, fragment);
    try {
      await loadPlugin(name);
    } catch {
      return false;
    }
    await link.open(defaultsOf(name));
    pluginNamed(name)?.follow?.({ store, link }, fragment);
    return true;
  }
  return false;
}

/** Says that the run which an address has opened is a branch. */
async function tellBranch(store: PageStore, setup: Setup): Promise<void> {
  const { branchOfSetup } = await import('./address/rareAddress.ts');
  const state = store.getState();
  const branch = branchOfSetup(state, setup);
  if (branch !== null && state.run?.setup === setup) state.setBranch(branch);
}

/** Beginning of the part of an address that holds files. */
const FILES_IN_ADDRESS = '#files=';

/** The page is new to its user until the first round that was played. */
function welcome(store: PageStore): void {
  if (!store.getState().isNew) return;
  const stop = store.subscribe(({ head }) => {
    if (head <= 0) return;
    stop();
    remember(PLAYED, 'yes');
    store.getState().arrange({ isNew: false });
  });
}

/** The user's files that came with the address; a damaged part of it is told. */
async function filesInAddress(store: PageStore): Promise<Files> {
  if (!location.hash.startsWith(FILES_IN_ADDRESS)) return {};
  try {
    const { readFragment } = await import('./address/fragment.ts');
    return await readFragment(location.hash);
  } catch (error) {
    store.getState().notify('error', messageOf(error));
    return {};
  }
}

/** Draws as much of a discovered chart as the address says, from the first picture on; what is wrong with it is told with the rest of it. */
async function drawAsAsked(store: PageStore): Promise<void> {
  const given = new URLSearchParams(location.search);
  if (!given.has('rare')) return;
  const read = await import('./address/rareAddress.ts').catch(() => null);
  store.getState().arrange({ leftOut: read?.readLooking(given, () => {}).leftOut ?? null });
}

/** Shows what the address looks at, as far as the run has it. */
function lookAt({ run, head, hash, select, showTick, notify }: PageState, looking: Looking): void {
  if (run === null) return;
  const { at, agents } = looking;
  if (looking.hash !== null) {
    const told = looking.hash.slice(0, 8);
    if (hash.startsWith(looking.hash)) notify('note', `The same run as in the link: hash ${told}.`);
    else notify('error', `Another run than the link’s: hash ${hash.slice(0, 8)} instead of ${told}.`);
  }
  const known = agents.filter(agent => agent < run.info.config.agents);
  const cursor = at !== null && at >= run.columns.first && at < head ? at : null;
  select({ cursor, agents: known });
  if (cursor !== null) showTick(cursor);
}

/** An address that could not be read. */
const unread = (error: unknown) => ({ setup: null, rounds: 0, looking: null, problems: [messageOf(error)] });
