import * as Comlink from 'comlink';
import type { Change, Files, ModelSetup, ParameterValue, Setup } from '../engine/config.ts';
import type { Frame } from '../engine/frame.ts';
import { socialQueries } from '../engine/models/social/socialQueries.ts';
import { asksModel, DEFAULT_SETUP, isRemote } from '../engine/setup.ts';
import type { ExportedDocument, Progress, SavedRun } from '../workers/api.ts';
import { MAX_SEED, writeAddress } from './address.ts';
import { FILE_NETWORK } from './choices.ts';
import { type FileLink, fileLink, OVERTAKEN } from './fileLink.ts';
import { isStopped, messageOf } from './messages.ts';
import { type ModelLink, modelLink } from './modelLink.ts';
import { defaultsOf, lookNow } from './models/index.ts';
import { comparePair } from './models/watchers.ts';
import { type OracleLink, oracleLink } from './oracleLink.ts';
import { keepWorkflow, keptWorkflow } from './ownWorkflow.ts';
import { type ReloadLink, reloading } from './reload/reloading.ts';
import { holdsAnswers, type PageState, type PageStore, type RunState, SPEEDS } from './store.ts';
import { type RemoteEngine, watches } from './watches.ts';

export { connectEngine } from '../workers/client.ts';
export type { RemoteEngine };

export interface Connection {
  readonly api: RemoteEngine;
  dispose(): void;
}
/** Starts an engine. After `onFailure` it is dead. */
export type Connect = (onFrame: (frame: Frame) => void, onFailure: (message: string) => void) => Connection;

/** What views can ask for; the answers come through the store. */
export interface Link extends FileLink, OracleLink, ModelLink, ReloadLink {
  /** Opens a run; when it cannot be opened, the one on the screen stays. Resolves to whether it is there. */
  open(setup: Setup, files?: Files, rounds?: number): Promise<boolean>;
  /** The first run: with its model's defaults if the address's set-up cannot be opened. */
  start(setup: Setup, rounds: number): Promise<void>;
  /** A run of another model, with that model's defaults; the same decides. */
  openModel(model: string): Promise<void>;
  /** What governance saves in the missions of this run. */
  compareGovernance(): Promise<void>;
  step(): Promise<void>;
  toggle(): Promise<void>;
  /**
   * The same run again from round 0, with a part of its set-up replaced. Where answers of a model would be lost the
   * user is asked first, unless `sure`.
   */
  reset(part?: Partial<Setup>, sure?: boolean): Promise<void>;
  newSeed(): Promise<void>;
  setSpeed(index: number): void;
  change(name: string, value: ParameterValue): Promise<void>;
  /** The agents whose timelines are on the screen. */
  showRows(agents: readonly number[]): void;
  /** An answer about the run on the screen; null where it cannot be had any more. */
  ask<Answer>(question: (api: RemoteEngine) => Promise<Answer>): Promise<Answer | null>;
  /** Shows the cascade that a post belongs to, and selects the post. */
  showPost(post: number): Promise<void>;
  exportRun(progress: Progress): Promise<ExportedDocument>;
  cancelExport(): Promise<void>;
  dispose(): void;
}

/** The one place where the engine meets the store: commands go out, frames and answers come in. */
export function createLink(store: PageStore, connect: Connect): Link {
  let connection: Connection | null = null;
  let files: Files = {};
  let rows: readonly number[] = [];
  /** What was asked for last; the engine may die before it is there. */
  let wanted: { setup: Setup; rounds: number } = { setup: DEFAULT_SETUP, rounds: 0 };
  /** Files of a run that the user is asked about. */
  let held: { readonly part: Partial<Setup>; readonly files: Files } | null = null;
  let dead = false;
  /** Epochs of the engines before this one: each begins to count anew. */
  let earlier = 0;
  let openings = 0;

  const fail = (error: unknown) => {
    if (!isStopped(error)) store.getState().notify('error', messageOf(error));
  };
  const engine = (): RemoteEngine => {
    if (connection === null) earlier = store.getState().run?.info.epoch ?? 0;
    const before = earlier;
    const isNew = connection === null;
    connection ??= connect(
      frame => store.getState().receive({ ...frame, epoch: frame.epoch + before }),
      message => {
        connection?.dispose();
        connection = null;
        dead = true;
        const { setPhase, notify } = store.getState();
        setPhase('paused');
        notify('error', `${STOPPED}${message}. ${wayOn(store.getState())}`);
      },
    );
    if (isNew) oracle.renew(connection.api);
    return connection.api;
  };

  /** Asks and hands the answer on, unless another run has been opened meanwhile. */
  const ask = async <Answer>(
    question: (api: RemoteEngine) => Promise<Answer>,
    use: (answer: Answer) => void,
  ) => {
    const epoch = store.getState().run?.info.epoch;
    if (!connection || epoch === undefined) return;
    try {
      const answer = await question(connection.api);
      if (store.getState().run?.info.epoch === epoch) use(answer);
    } catch (error) {
      if (connection) fail(error);
    }
  };
  const watch = watches(store, ask, () => rows);

  /** @returns what was in the way; null: the run is there. */
  const attempt = async (
    setup: Setup,
    given: Files,
    rounds: number,
    saved: SavedRun | null = null,
  ): Promise<unknown> => {
    if (store.getState().phase === 'playing') await pause();
    const before = store.getState();
    const wantedFiles = filesFor(setup, { ...files, ...given });
    store.getState().setPhase('opening');
    wanted = { setup, rounds };
    const opening = ++openings;
    const progress: Progress = (part, label) => {
      if (opening === openings && store.getState().phase === 'opening')
        store.setState({ progress: { part, label } });
    };
    try {
      const told = Comlink.proxy(progress);
      const answer = saved
        ? await engine().resume(setup, wantedFiles, saved, told)
        : await engine().open(setup, wantedFiles, told);
      const info = { ...answer, epoch: answer.epoch + earlier };
      files = wantedFiles;
      keepWorkflow(files);
      dead = false;
      store.getState().opened(info, setup);
      store.setState(({ notices }) => ({ notices: notices.filter(({ text }) => !text.startsWith(STOPPED)) }));
      for (const note of info.notes) store.getState().notify('note', note);
    } catch (error) {
      // A later opening overtook this one: that is what was wanted.
      if (opening !== openings) return OVERTAKEN;
      store.getState().setPhase(before.phase === 'opening' ? 'opening' : 'paused');
      return error;
    }
    rememberAddress(setup, rounds);
    // A language model is asked when somebody presses a button, never because of an address.
    if (rounds > 0 && !saved && !asksModel(setup.oracle)) await runTo(rounds);
    return null;
  };
  const open: Link['open'] = async (setup, given = {}, rounds = 0) => {
    const error = await attempt(setup, given, rounds);
    if (error !== null && error !== OVERTAKEN) fail(error);
    return error === null;
  };
  const runTo = async (tick: number) => {
    store.setState({ target: tick });
    store.getState().setPhase('playing');
    await engine().runTo(tick).catch(fail);
    store.getState().setPhase('paused');
  };
  const pause = async () => {
    await engine().pause().catch(fail);
    store.getState().setPhase('paused');
  };
  /** Counts the stretches of playing: only the latest one may end it. */
  let stretches = 0;
  const play = (ticksPerSecond: number) => {
    const goesOn = store.getState().phase === 'playing';
    const stretch = goesOn ? stretches : ++stretches;
    store.getState().setPhase('playing');
    engine()
      .play(ticksPerSecond)
      .then(
        () => {
          // It played until there was nothing left; another pace is no end.
          if (!goesOn && stretch === stretches && store.getState().phase === 'playing')
            store.getState().setPhase('paused');
        },
        error => {
          store.getState().setPhase('paused');
          fail(error);
        },
      );
  };
  const stopWatching = store.subscribe(now => {
    if (now.phase === 'playing' && now.target === null && lookNow(now).isOver(now)) void pause();
  });
  /** Whether nothing more can happen; the status line says so. */
  const isOver = (): boolean => lookNow(store.getState()).isOver(store.getState());
  const oracle = oracleLink({
    store,
    ask,
    engine,
    open: (...args) => open(...args),
    fail,
    remember: setup => rememberAddress(setup, wanted.rounds),
  });
  /** The browser asks whether the page may go. */
  let isSaved = false;
  const beforeUnload = (event: BeforeUnloadEvent) => {
    if (!isSaved && holdsAnswers(store.getState())) event.preventDefault();
  };
  addEventListener('beforeunload', beforeUnload);
  const forward = () => {
    const { selection } = store.getState();
    store.setState({ selection: { ...selection, cursor: null }, following: true });
  };

  /** Where answers of a model would be lost. @returns whether the user is asked. */
  const asksFirst = async (part: Partial<Setup>, given: Files = {}): Promise<boolean> => {
    if (dead || !holdsAnswers(store.getState())) return false;
    if (store.getState().phase === 'playing') await pause();
    held = { part, files: given };
    store.setState({ leaving: part });
    return true;
  };

  const reopen = (part: Partial<Setup>) => {
    const given = held?.part === part ? held.files : {};
    held = null;
    const { run, notify } = store.getState();
    const { own = [], ...rest } = { ...settled(run), ...part };
    // What a set-up does not say is not in the run's document either.
    const setup: Setup = own.length > 0 ? { ...rest, own } : rest;
    if (setup.oracle.kind !== 'replay') return open(setup, given);
    if (run && Object.keys(part).length === 0) return open(run.setup);
    notify('note', 'A recording repeats one run only. In this one the built-in policy decides.');
    return open({ ...setup, oracle: { kind: 'policy' } }, given);
  };
  /** After the engine died: the very same run again, up to the round that was reached. */
  const revive = () => {
    const { run, head, mixed } = store.getState();
    // Only its document could repeat a run in which more than one has decided.
    return run ? open(run.setup, {}, mixed ? 0 : Math.max(0, head)) : open(wanted.setup, {}, wanted.rounds);
  };

  const link: Link = {
    open,
    async start(setup, rounds) {
      const opened = await open(setup, keptWorkflow(setup), rounds);
      if (opened && asksModel(setup.oracle))
        store.getState().notify('note', readyToAsk(setup.oracle, rounds));
      if (opened || store.getState().run) return;
      const usual = defaultsOf(setup.model);
      if (!(await open(usual)) && usual !== DEFAULT_SETUP) await open(DEFAULT_SETUP);
    },
    ...oracle.link,
    ...fileLink({
      store,
      settled: () => settled(store.getState().run),
      attempt,
      fail,
      asksFirst,
      link: () => link,
    }),
    ...modelLink({ store, engine, pause, fail }),
    ...reloading({
      store,
      engine,
      pause,
      fail,
      files: () => files,
      recording: oracle.recording,
      keyUrls: oracle.keyUrls,
      readRecording: oracle.readRecording,
      addressed: () => wanted.rounds,
      bring: attempt,
      readdress(rounds) {
        wanted = { ...wanted, rounds };
        rememberAddress(wanted.setup, rounds);
      },
      reload() {
        isSaved = true;
        location.reload();
      },
    }),
    async openModel(model) {
      const { oracle } = settled(store.getState().run);
      await link.reset({ own: [], ...defaultsOf(model), oracle });
    },
    compareGovernance: () => comparePair({ store, ask }),
    async step() {
      const { run, phase } = store.getState();
      if (!run || phase !== 'paused') return;
      if (dead) return void (await revive());
      forward();
      if (isOver()) return;
      // A server may take its time, and can be paused meanwhile.
      if (asksModel(run.setup.oracle)) store.getState().setPhase('playing');
      await engine().step().catch(fail);
      store.getState().setPhase('paused');
    },
    async toggle() {
      const { phase, speed, run } = store.getState();
      if (phase === 'playing') return pause();
      if (!run || phase === 'opening') return;
      if (dead) return void (await revive());
      forward();
      if (!isOver()) play(SPEEDS[speed]!);
    },
    async reset(part = {}, sure = false) {
      if (!sure && (await asksFirst(part))) return;
      if (dead && Object.keys(part).length === 0) await revive();
      else await reopen(part);
    },
    async newSeed() {
      await link.reset({ seed: crypto.getRandomValues(new Uint32Array(1))[0]! % (MAX_SEED + 1) });
    },
    setSpeed(index) {
      store.setState({ speed: index });
      if (store.getState().phase === 'playing') play(SPEEDS[index]!);
    },
    async change(name, value) {
      const { run } = store.getState();
      if (!run) return;
      let changes: readonly Change[];
      try {
        changes = await engine().change(name, value);
      } catch (error) {
        return fail(error);
      }
      const info = { ...run.info, config: { ...run.info.config, changes } };
      const setup = { ...run.setup, changes };
      store.setState({ run: { ...run, info, setup } });
      rememberAddress(setup, wanted.rounds);
    },
    showRows(agents) {
      rows = agents;
      watch.showRows();
    },
    showPost: post =>
      ask(
        api => socialQueries.ask(api, 'rootOf', post),
        root => {
          store.getState().chooseCascade(root);
          store.getState().select({ post });
        },
      ),
    async ask<Answer>(question: (api: RemoteEngine) => Promise<Answer>) {
      let told: Answer | null = null;
      await ask(question, answer => {
        told = answer;
      });
      return told;
    },
    async exportRun(progress) {
      const written = await engine().exportDocument(Comlink.proxy(progress));
      store.setState({ exported: written.round });
      return written;
    },
    async cancelExport() {
      await connection?.api.cancelExport();
    },
    dispose() {
      watch.stop();
      stopWatching();
      oracle.stop();
      removeEventListener('beforeunload', beforeUnload);
      connection?.dispose();
      connection = null;
    },
  };
  return link;
}

/** What stands on the page before a server is asked anything. */
function readyToAsk(oracle: ModelSetup, rounds: number): string {
  const where = isRemote(oracle) ? `at ${oracle.urls.join(', ')}` : 'in this browser';
  const whom = `${oracle.model || 'a language model'} ${where}`;
  const wish = rounds > 0 ? ` The address wants ${rounds} rounds.` : '';
  return `${whom} decides in this run. Nothing is asked before you press Play or Step.${wish}`;
}

const STOPPED = 'The engine stopped: ';

/** What can be done once the engine is dead. */
function wayOn({ run, head, mixed }: PageState): string {
  if (!run) return 'Reset tries again.';
  const replay =
    head <= 0
      ? ''
      : mixed
        ? ', from round 0: more than one has decided in this run'
        : ` and plays forward to round ${head}`;
  return `What is on the screen stays. Reset starts the engine again with the same set-up${replay}.`;
}

/** The set-up to start again from: what was changed in mid-run holds from the beginning. */
function settled(run: RunState | null): Setup {
  if (!run) return DEFAULT_SETUP;
  const { setup, info } = run;
  const parameters = { ...setup.parameters };
  for (const { name, value } of setup.changes) {
    const definition = info.parameters.find(parameter => parameter.name === name);
    if (definition?.defaults[setup.preset] === value) delete parameters[name];
    else parameters[name] = value;
  }
  return { ...setup, parameters, changes: [] };
}

/** Those that the set-up names. */
function filesFor({ network, own = [] }: Setup, files: Files): Files {
  const names = [...own, ...(network === FILE_NETWORK ? (['network'] as const) : [])];
  return Object.fromEntries(names.filter(name => files[name]).map(name => [name, files[name]]));
}

function rememberAddress(setup: Setup, rounds: number): void {
  history.replaceState(null, '', writeAddress(setup, rounds));
}
