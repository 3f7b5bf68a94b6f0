import type { Files, Limits, OracleSetup, RemoteSetup, Setup } from '../engine/config.ts';
import type { Estimate, OracleReport, ServerReport } from '../engine/oracleReport.ts';
import { asksModel, isLocal } from '../engine/setup.ts';
import type { NamedFile, RecordingInfo } from '../workers/api.ts';
import { wordsNow } from './models/index.ts';
import { Refresher } from './refresher.ts';
import { holdsAnswers, type PageState, type PageStore } from './store.ts';
import type { Ask, RemoteEngine } from './watches.ts';
import { counted } from './words.ts';

/** Milliseconds between two looks at what the oracle does. */
const LOOK = 500;
/** Questions that are asked again to measure something. */
const SAMPLE = 60;

/** What views can ask about who decides. Failures reject with a line that can be shown. */
export interface OracleLink {
  /** A run document, chosen or dropped on the page: its run is repeated from its answers. */
  openRecording(document: File): Promise<void>;
  testConnection(oracle: RemoteSetup): Promise<readonly ServerReport[]>;
  /** For these base URLs; kept in memory of page and worker only. Empty forgets it. */
  setKey(key: string, urls: readonly string[]): void;
  hasKey(urls: readonly string[]): boolean;
  /** Limits of the run that is open. */
  setLimits(limits: Limits): Promise<void>;
  estimate(setup: Setup, rounds: number): Promise<Estimate>;
  /** Somebody else decides from the next round on; the run stays. */
  goOn(oracle: OracleSetup): Promise<void>;
  /** Both ask again, and keep the result for the run on the screen. */
  measureOrder(): Promise<void>;
  measureArchetypes(): Promise<void>;
}

interface Parts {
  readonly store: PageStore;
  readonly ask: Ask;
  engine(): RemoteEngine;
  open(setup: Setup, files: Files, rounds: number): Promise<boolean>;
  fail(error: unknown): void;
  /** Writes the set-up into the address. */
  remember(setup: Setup): void;
}

/** The oracle's part of the link; `renew` tells a new engine what the one before knew, `stop` ends the looking. */
export function oracleLink({ store, ask, engine, open, fail, remember }: Parts) {
  let key: { readonly key: string; readonly urls: readonly string[] } = { key: '', urls: [] };
  let recording: NamedFile | null = null;

  /** Once a run: that the policy has taken over. */
  const tellBudget = (now: OracleReport | null) => {
    const { oracleReport: then, head, notify } = store.getState();
    const first = now?.notOwn.find(({ source }) => source === 'budget');
    if (first === undefined || then?.notOwn.some(({ source }) => source === 'budget')) return;
    notify(
      'error',
      `About ${wordsNow(store.getState()).tick} ${Math.max(1, head)}: ${first.reason}. The policy answers instead, source “budget”, until you raise the limit in “Who decides”.`,
    );
  };
  const report = new Refresher(
    () =>
      ask(
        api => api.oracleReport(),
        oracleReport => {
          tellBudget(oracleReport);
          store.setState({ oracleReport });
        },
      ),
    () => LOOK,
  );
  const decides = () => {
    const { run } = store.getState();
    return run !== null && asksModel(run.setup.oracle);
  };
  const timer = setInterval(() => {
    if (decides() && store.getState().phase === 'playing') report.request();
  }, LOOK);
  const unsubscribe = store.subscribe((now, then) => {
    if (decides() && (now.head !== then.head || now.phase !== then.phase || now.run !== then.run))
      report.request();
  });

  const link: OracleLink = {
    async openRecording(document) {
      try {
        const file = { name: document.name, bytes: new Uint8Array(await document.arrayBuffer()) };
        const info = await engine().readRecording(file);
        recording = file;
        await replay(file.name, info);
      } catch (error) {
        fail(error);
      }
    },
    testConnection: oracle => engine().testConnection(oracle),
    setKey(given, urls) {
      key = { key: given, urls };
      store.setState({ forgottenKey: [] });
      void engine().setKey(given, urls).catch(fail);
    },
    hasKey: urls => key.key !== '' && urls.every(url => key.urls.includes(url)),
    async setLimits(limits) {
      const { run } = store.getState();
      if (!run || !asksModel(run.setup.oracle)) return;
      await engine().setLimits(limits);
      const setup = { ...run.setup, oracle: { ...run.setup.oracle, limits } };
      store.setState({ run: { ...run, setup } });
      remember(setup);
      report.request();
    },
    async goOn(oracle) {
      const { phase, head, notify } = store.getState();
      try {
        if (phase === 'playing') store.getState().setPhase('paused');
        await engine().goOn(oracle);
      } catch (error) {
        return fail(error);
      }
      const { run } = store.getState();
      if (!run) return;
      const setup = { ...run.setup, oracle };
      store.setState(state => ({
        run: { ...run, setup },
        mixed: state.mixed || head > 0,
        heldBefore: holdsAnswers(state),
        draft: null,
        local: isLocal(oracle) ? state.local : { ...state.local, loaded: null },
        oracleReport: null,
        orderSensitivity: null,
        kinError: null,
        models: asksModel(oracle) ? { ...state.models, [oracle.kind]: oracle } : state.models,
        corner: asksModel(oracle) ? 'oracle' : 'agents',
      }));
      remember(setup);
      notify(
        'note',
        `From ${wordsNow(store.getState()).tick} ${Math.max(1, head + 1)} on ${whoIs(oracle)} decides.`,
      );
      if (asksModel(oracle)) report.request();
    },
    estimate: (setup, rounds) => engine().estimate(setup, rounds),
    measureOrder: () =>
      ask(
        api => api.measureOrder(SAMPLE),
        orderSensitivity => {
          store.setState({ orderSensitivity });
          report.request();
        },
      ),
    measureArchetypes: () =>
      ask(
        api => api.measureArchetypes(SAMPLE),
        kinError => {
          store.setState({ kinError });
          report.request();
        },
      ),
  };

  /** Plays it all and says whether it became the same run. */
  const replay = async (name: string, recording: RecordingInfo) => {
    const { setup, files, rounds, hash, isHashOfToday, notes } = recording;
    if (!(await open(setup, files, rounds))) return;
    for (const note of notes) store.getState().notify('note', note);
    store.setState({ replayed: { name, rounds, hash } });
    whenPlayed(rounds, ({ hash: own, notify }) => {
      const digits = hash.slice(0, 8);
      if (own === hash)
        notify('note', `${name} replayed: ${counted(rounds, 'round')} and the same hash, ${digits}.`);
      else if (!isHashOfToday) notify('note', `${name} replayed: ${counted(rounds, 'round')}.`);
      else notify('error', `${name} replayed to another hash: ${own.slice(0, 8)} instead of ${digits}.`);
    });
  };
  /** The last frame may come after the engine's answer, or not before somebody plays on. */
  const whenPlayed = (rounds: number, tell: (state: PageState) => void) => {
    const epoch = store.getState().run?.info.epoch;
    const look = (state: PageState) => {
      const isOther = state.run?.info.epoch !== epoch;
      if (!isOther && state.head < rounds) return;
      stop();
      if (!isOther) tell(state);
    };
    const stop = store.subscribe(look);
    look(store.getState());
  };

  return {
    link,
    recording: () => recording,
    keyUrls: (): readonly string[] => (key.key === '' ? [] : key.urls),
    async readRecording(file: NamedFile) {
      await engine().readRecording(file);
      recording = file;
    },
    renew(api: RemoteEngine) {
      if (key.key !== '') void api.setKey(key.key, key.urls).catch(fail);
      if (recording) void api.readRecording(recording).catch(fail);
    },
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

const whoIs = (oracle: OracleSetup): string =>
  asksModel(oracle) ? oracle.model : oracle.kind === 'policy' ? 'the built-in policy' : 'the recording';
