import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Files } from '../../engine/files/namedFile.ts';
import { loadRareAddressCode, parseAddress } from '../address/pageAddress.ts';
import { createPageCommands } from '../commands/createPageCommands.ts';
import { awaitUserActivity, preloadOnActivity } from '../controls/preloadOnActivity.ts';
import { PageContext } from '../hooks/hooks.ts';
import { readSavedFold } from '../hooks/useSide.ts';
import { getErrorMessage } from '../lib/messages.ts';
import { LETTER_KEYS, PLAYED, readStoredItem, TRIGGER_NAMES, writeStoredItem } from '../lib/storedItems.ts';
import type { Connect } from '../life/connection.ts';
import { listPageModels } from '../model/registered.ts';
import { registerModels } from '../models/index.ts';
import { findRunToRestore } from '../savedRuns/findRunToRestore.ts';
import { readSavedEdits } from '../state/edits.ts';
import type { PageStore } from '../state/pageState.ts';
import { applyTheme, followSystemTheme, readInitialTheme } from '../store/applyTheme.ts';
import { createPageStore } from '../store/createPageStore.ts';
import { createViewStore } from '../store/createViewStore.ts';
import { App } from './App.tsx';

/** Puts the page into an element, with an engine of the caller's choice, and opens the address's run. */
export function mountPage(element: HTMLElement, connect: Connect): void {
  registerModels();
  const edits = readSavedEdits(listPageModels().find(({ reads }) => reads?.form === 'yaml')?.inputs[0]);
  const store = createPageStore({
    letterKeys: readStoredItem(LETTER_KEYS) !== 'off',
    edits,
    keeping: edits.draft && 'kept',
    folded: readSavedFold(),
    isNew: readStoredItem(PLAYED) === null,
    triggerNames: readStoredItem(TRIGGER_NAMES) === 'on',
  });
  applyTheme(store, readInitialTheme());
  followSystemTheme(store);
  welcomeNewUser(store);
  const commands = createPageCommands(store, connect);
  const page = { store, commands };
  createRoot(element).render(
    <StrictMode>
      <PageContext value={{ store: createViewStore(store), commands }}>
        <App />
      </PageContext>
    </StrictMode>,
  );
  const { isNew } = store.getState();
  const start = async () => {
    const isBare = location.search === '' && location.hash === '';
    const files = await filesInAddress(store);
    const { setup, rounds, awaitedRounds, looking, problems } = await parseAddress(
      location.search,
      undefined,
      files,
    ).catch(toUnreadAddress);
    if (problems.length > 0) store.getState().notify('error', problems.join(' '));
    store.getState().arrange({ awaitedRounds });
    await commands.start(setup, rounds, files);
    if (setup?.branchOf)
      void loadRareAddressCode().then(({ showAddressBranch }) => showAddressBranch(store, setup));
    if (isBare && !isNew)
      void import('../savedRuns/offerLastSavedRun.ts').then(({ offerLastSavedRun }) =>
        offerLastSavedRun(store, commands),
      );
    if (looking === null) return;
    // It is there: it has read what is looked at.
    const { addAddressPauses, applyAddressLooking, notifyWhenPlayed } = await loadRareAddressCode();
    notifyWhenPlayed(store, rounds, () => {
      void applyAddressLooking(page, looking);
      // After the rounds that the address asks for, which nothing is to interrupt.
      void addAddressPauses(page, looking.pauses);
    });
  };
  preloadOnActivity(() => import('../hooks/useFocusLost.ts'));
  awaitUserActivity();
  // An address with other files is another run, though the page would stay.
  addEventListener('hashchange', () => location.hash.startsWith(FILES_IN_ADDRESS) && location.reload());
  commands.prepare();
  // The address is written again as soon as the run is there.
  const given = new URLSearchParams(location.search);
  const pauses = given.getAll('pause');
  // Before the first picture; mistakes are reported with those of the rest of the address.
  store.getState().arrange({
    rare: given.get('rare'),
    view: given.get('view'),
    colour: given.get('colour') === 'group' ? 'group' : 'state',
  });
  const begin = async () => {
    const isNamed = location.hash !== '' || given.has('model');
    if (
      isNamed &&
      (await import('../life/followTelemetryServer.ts').then(
        ({ followTelemetryServer }) => followTelemetryServer(store, commands),
        notThere,
      ))
    )
      return;
    const left = await findRunToRestore();
    if (left === null) return start();
    await commands.openLeft(left, start);
    if (pauses.length > 0) await (await loadRareAddressCode()).addAddressPauses(page, pauses);
  };
  void begin();
}

const notThere = () => false;

/** Beginning of the part of an address that holds files. */
const FILES_IN_ADDRESS = '#files=';

/** The page is new to its user until the first round that was played. */
function welcomeNewUser(store: PageStore): void {
  if (!store.getState().isNew) return;
  const stop = store.subscribe(({ head }) => {
    if (head <= 0) return;
    stop();
    writeStoredItem(PLAYED, 'yes');
    store.getState().arrange({ isNew: false });
  });
}

/** The user's files that came with the address; a damaged part is reported. */
async function filesInAddress(store: PageStore): Promise<Files> {
  if (!location.hash.startsWith(FILES_IN_ADDRESS)) return {};
  try {
    return await (await loadRareAddressCode()).readFragment(location.hash);
  } catch (error) {
    store.getState().notify('error', getErrorMessage(error));
    return {};
  }
}

/** An address that could not be read. */
const toUnreadAddress = (error: unknown) => ({
  setup: null,
  rounds: 0,
  awaitedRounds: 0,
  looking: null,
  problems: [getErrorMessage(error)],
});
