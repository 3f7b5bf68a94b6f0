import { DEFAULT_SETUP } from '../../engine/models/defaultSetup.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Change } from '../../engine/setup/config.ts';
import type { PageCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { preloadOnActivity } from '../controls/preloadOnActivity.ts';
import { isRunTooLargeError, isUnusableAnswersError } from '../lib/messages.ts';
import { type Connect, createEnginePort } from '../life/connection.ts';
import { createPlayer } from '../life/createPlayer.ts';
import { createOpenings } from '../life/openings.ts';
import { getModelDefaults } from '../model/getModelAppearance.ts';
import { findModelPlugin } from '../model/registered.ts';
import { attendResources } from '../resources/attendResources.ts';
import { startSavingRuns } from '../savedRuns/startSavingRuns.ts';
import { createEditsSaver } from '../state/edits.ts';
import type { PageStore } from '../state/pageState.ts';
import { isLookingBack } from '../state/viewState.ts';
import { hasUnsavedAnswers } from '../store/slices/decidingSlice.ts';
import { createDocumentCommands } from './createDocumentCommands.ts';
import { createLazyCommands } from './createLazyCommands.ts';
import { createOracleMemory } from './oracleMemory.ts';

export { connectEngineWorker } from '../../workers/connectEngineWorker.ts';

const loadRare = preloadOnActivity(() => import('./createLateCommands.ts'));

/** The one place at which the engine meets the store: commands go out, frames and answers come in. */
export function createPageCommands(store: PageStore, connect: Connect): PageCommands {
  const port = createEnginePort(
    store,
    connect,
    api => memory.renew(api),
    error =>
      isUnusableAnswersError(error)
        ? { label: 'Continue in spite of them', act: () => void goOnOver() }
        : isRunTooLargeError(error)
          ? { label: 'Build it all the same', act: runs.openLarge, stays: true }
          : undefined,
  );
  const { engine, ask, fail } = port;
  const plays = createPlayer({
    store,
    port,
    revive: () => runs.revive(),
    open: (...run) => runs.open(...run),
  });
  const { pause, interrupt } = plays;
  const runs = createOpenings({ store, port, interrupt, runTo: plays.runTo });
  const memory = createOracleMemory(store, engine, fail);
  const leaving = watchLeaving(store);
  const stops = [
    attendResources(store, ask),
    startSavingEdits(store),
    startSavingRuns(store, engine, runs.readdress),
  ];
  /** Plays on, whatever the language model says. */
  const goOnOver = async () => {
    const oracle = store.getState().run?.setup.oracle;
    if (!oracle || !isLanguageModelOracle(oracle)) return;
    await commands.setLimits({ ...oracle.limits, unusable: null }).then(commands.toggle, fail);
  };
  const rare = createLazyCommands(fail, store.getState().retract, async () => {
    const { createLateCommands } = await loadRare();
    return createLateCommands({
      store,
      port,
      runs,
      memory,
      pause,
      interrupt,
      runTo: plays.runTo,
      reload: leaving.reload,
      commands: () => commands,
    });
  });
  const { step, toggle, setSpeed } = plays.link;
  const commands: PageCommands = {
    open: runs.open,
    step: () => rare.inTurn(step),
    toggle: () => rare.inTurn(toggle),
    setSpeed,
    ...memory.link,
    ...rare.commands,
    prepare: port.prepare,
    ownFiles: () => runs.files(),
    async start(setup, rounds, files = {}) {
      if (setup !== null) {
        const keeper = findModelPlugin(setup.model)?.kept;
        keeper?.lend?.(files);
        const kept = keeper?.filesOf(setup) ?? {};
        const again = () => void commands.start(setup, rounds, files);
        const opened = await runs.open(setup, { ...kept, ...files }, rounds, again);
        if (opened && isLanguageModelOracle(setup.oracle)) await commands.tellReady(setup, rounds);
        if (opened || store.getState().run) return;
        const usual = getModelDefaults(setup.model);
        if (usual !== DEFAULT_SETUP && (await runs.openInstead(usual))) return;
      }
      await runs.openInstead(DEFAULT_SETUP);
    },
    async change(name, value) {
      if (!store.getState().run) return;
      if (isLookingBack(store.getState())) return commands.branch(name, value);
      let changes: readonly Change[];
      try {
        changes = await port.holder().change(name, value);
      } catch (error) {
        return fail(error);
      }
      store.getState().tellChanges(changes);
      const { run } = store.getState();
      if (run) runs.remember(run.setup);
    },
    async ask<Answer>(question: (api: RemoteEngine) => Promise<Answer>, again?: () => void) {
      let report: Answer | null = null;
      const use = (answer: Answer) => {
        report = answer;
      };
      await ask(question, use, again);
      return report;
    },
    ...createDocumentCommands({ store, holder: port.holder, current: port.current }),
    dispose() {
      for (const stop of stops) stop();
      plays.stop();
      leaving.stop();
      port.dispose();
    },
  };
  return commands;
}

/** Makes the browser ask before the page closes, if unsaved answers would be lost. */
function watchLeaving(store: PageStore) {
  let isSaved = false;
  const beforeUnload = (event: BeforeUnloadEvent) => {
    if (!isSaved && hasUnsavedAnswers(store.getState())) event.preventDefault();
  };
  addEventListener('beforeunload', beforeUnload);
  return {
    /** Reloads the page without asking. */
    reload() {
      isSaved = true;
      location.reload();
    },
    stop: () => removeEventListener('beforeunload', beforeUnload),
  };
}

/** Stores what is typed in this browser. @returns a function that ends it */
function startSavingEdits(store: PageStore): () => void {
  const keep = createEditsSaver(keeping => store.getState().setKeeping(keeping));
  return store.subscribe((now, then) => {
    if (now.edits !== then.edits) keep(now.edits);
  });
}
