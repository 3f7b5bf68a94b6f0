import type { Tick } from '../../engine/core/indices.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { Link, RareLink } from '../contract/link.ts';
import type { EnginePort } from '../life/connection.ts';
import type { Openings } from '../life/openings.ts';
import { createReopening, getRestartSetup } from '../life/reopening.ts';
import { getModelAppearance } from '../model/looks.ts';
import type { PageStore } from '../state/pageState.ts';
import { describeInheritedChanges } from '../store/changes.ts';
import { hasUnsavedAnswers } from '../store/slices/decidingSlice.ts';
import { describeModelReadiness } from '../words/describeModelReadiness.ts';
import { createBranching } from './branching.ts';
import { createSavedRunsLink } from './createSavedRunsLink.ts';
import { createUndoCommands } from './createUndoCommands.ts';
import { createFileLink } from './fileLink.ts';
import { createModelLink } from './modelLink.ts';
import { createOracleLink } from './oracleLink.ts';
import type { OracleMemory } from './oracleMemory.ts';
import { createPairing } from './pairing.ts';
import { createPausesLink } from './pausesLink.ts';
import { createReloading } from './reloading.ts';
import { createWorldsLink } from './worldsLink.ts';

/** What the rare commands need of the link that they are a part of. */
interface Parts {
  readonly store: PageStore;
  readonly port: EnginePort;
  readonly runs: Openings;
  readonly memory: OracleMemory;
  pause(): Promise<void>;
  /** Pauses what plays. @returns false where the engine does not answer */
  interrupt(): Promise<boolean>;
  /** Plays at full speed; ends on arrival. */
  runTo(tick: Tick): Promise<void>;
  /** Loads the page anew, and nobody is asked whether it may go. */
  reload(): void;
  /** The whole. */
  link(): Link;
}

/** The way to another run, files, language models, and what the page may reach; loaded with the first of these commands. */
export function createRareCommands(parts: Parts): RareLink {
  const { store, port, runs, memory, pause, interrupt, reload, link } = parts;
  const { engine, ask, fail } = port;
  const { open, attempt, remember, files, readdress } = runs;
  const { asksFirst, replacing, ...reopen } = createReopening({ store, runs, interrupt, link });
  const opened: typeof open = (setup, given, rounds, again) =>
    replacing(
      whole => open(setup, given, rounds, again ?? whole),
      isOpen => isOpen,
    );
  const attempted: typeof attempt = (...parts) =>
    replacing(
      () => attempt(...parts),
      error => error === null,
      () => describeInheritedChanges(store.getState()),
    );
  const openTold = (setup: Setup, rounds: number) =>
    replacing(
      () => attempt(setup, {}, rounds, { isAsked: true }),
      error => error === null,
    );
  /** Ends an engine that does not answer, unless a model's answers are in it. */
  const freeEngine = async () => {
    if (!hasUnsavedAnswers(store.getState()) && !(await port.answers())) await runs.makeWay();
  };
  const openKept = (id: string) => link().openKept(id);
  const { decideFrom, ...forks } = createBranching({
    store,
    engine: port.holder,
    runs,
    replacing,
    pause,
    fail,
    openKept,
  });
  return {
    ...reopen,
    ...createPairing({ store, ask, engine, fail, files, open: opened, runTo: runs.runTo }),
    ...createSavedRunsLink({ store, engine, memory, attempt, readdress, fail }),
    ...createWorldsLink({
      ...{ store, engine, files, open, openTold, openKept, asksFirst, fail },
      current: () => port.current(),
      replace: opened,
    }),
    ...forks,
    ...createPausesLink({ store, engine }),
    ...createUndoCommands({ store, runs, openKept }),
    async playTo(tick) {
      const { life, head } = store.getState();
      // Whoever waits for it can pause it meanwhile.
      if (life.name === 'paused' && head < tick) void parts.runTo(tick);
    },
    async tellReady({ oracle, model }, rounds) {
      const { tick } = getModelAppearance(model).words;
      if (isLanguageModelOracle(oracle))
        store.getState().notify('note', describeModelReadiness(oracle, rounds, tick));
    },
    async showRegion(region) {
      const { run, selection, keptAs, kept } = store.getState();
      if (!run) return;
      await pause();
      await ask(
        api => api.showRegion(region),
        info => {
          const { handOvers } = store.getState().run?.info ?? {};
          store.getState().opened({ ...info, handOvers }, run.setup);
          store.getState().setKept({ keptAs, kept });
          store.getState().select({ agents: selection.agents });
        },
      );
    },
    ...createOracleLink({
      store,
      ask,
      engine,
      freeEngine,
      open: opened,
      fail,
      remember,
      memory,
      decideFrom,
      link,
    }),
    ...createFileLink({
      store,
      settled: () => getRestartSetup(store.getState().run),
      attempt: attempted,
      fail,
      asksFirst,
      link,
    }),
    ...createModelLink({ store, engine, pause, fail }),
    ...createReloading({ store, engine, keyUrls: memory.keyUrls, pause, fail, reload }),
  };
}
