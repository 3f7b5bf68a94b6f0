import * as Comlink from 'comlink';
import type { Tick } from '../../engine/core/indices.ts';
import { describeSheetCheck, isSheetAsExpected, type SheetCheck } from '../../engine/export/checkSheet.ts';
import type { Verdict } from '../../engine/export/verdict.ts';
import type { Files, NamedFile } from '../../engine/files/namedFile.ts';
import { isLanguageModelOracle, type OracleSetup } from '../../engine/oracle/oracleSetup.ts';
import { compareReplayEnd } from '../../engine/run/compareReplayEnd.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { RecordingInfo, RunInfo } from '../../workers/protocol/api.ts';
import type { LateCommands, OracleCommands, PageCommands, ReloadCommands } from '../contract/pageCommands.ts';
import type { Ask, RemoteEngine } from '../contract/remoteEngine.ts';
import { sortDroppedFiles } from '../files/sortDroppedFiles.ts';
import { formatNounCount } from '../lib/formatCounts.ts';
import { getErrorMessage } from '../lib/messages.ts';
import type { EnginePort } from '../life/connection.ts';
import type { Openings } from '../life/openings.ts';
import { createReopening, getRestartSetup } from '../life/reopening.ts';
import { getCurrentModelWords, getModelAppearance } from '../model/getModelAppearance.ts';
import { getCurrentPlugin, loadModelPlugin } from '../model/registered.ts';
import { allowHosts, revokeHost } from '../policy/allowedOrigins.ts';
import { isHostOrPattern } from '../policy/hosts.ts';
import { removeReloadIntent, saveReloadIntent } from '../savedRuns/afterReload.ts';
import { saveWholeRun } from '../savedRuns/savedRunKeeper.ts';
import { type KnownFile, readNamedFiles } from '../state/fileKinds.ts';
import { FILE_NETWORK } from '../state/oracleChoices.ts';
import type { Intent, NoticeButton, PageStore, Replayed, RunState } from '../state/pageState.ts';
import { getPastTick } from '../state/viewState.ts';
import { describeInheritedChanges } from '../store/changedParameters.ts';
import { notifyWhenPlayed } from '../store/notifyWhenPlayed.ts';
import { hasUnsavedAnswers } from '../store/slices/decidingSlice.ts';
import { waitForRound } from '../store/waitForRound.ts';
import { describeDecider } from '../words/describeDecider.ts';
import { describeModelReadiness } from '../words/describeModelReadiness.ts';
import { describeVerdict } from '../words/describeVerdict.ts';
import { createBranching } from './createBranching.ts';
import { createFileCommands } from './createFileCommands.ts';
import { createLanguageModelCommands } from './createLanguageModelCommands.ts';
import { createPairing } from './createPairing.ts';
import { createPauseCommands } from './createPauseCommands.ts';
import { createSavedRunsCommands } from './createSavedRunsCommands.ts';
import { createUndoCommands } from './createUndoCommands.ts';
import { createWorldsCommands } from './createWorldsCommands.ts';
import type { OracleMemory } from './oracleMemory.ts';

/** Parts of the link that the rare commands use. */
interface LateCommandsParts {
  readonly store: PageStore;
  readonly port: EnginePort;
  readonly runs: Openings;
  readonly memory: OracleMemory;
  pause(): Promise<void>;
  /** Pauses a playing run. @returns false if the engine does not answer */
  interrupt(): Promise<boolean>;
  /** Plays at full speed; ends on arrival. */
  runTo(tick: Tick): Promise<void>;
  /** Reloads the page without asking. */
  reload(): void;
  /** The whole. */
  commands(): PageCommands;
}

/** The way to another run, files, language models, and what the page may reach; loaded with the first of these commands. */
export function createLateCommands(parts: LateCommandsParts): LateCommands {
  const { store, port, runs, memory, pause, interrupt, reload, commands } = parts;
  const { engine, ask, fail } = port;
  const { open, attempt, remember, files, readdress } = runs;
  const { asksFirst, replacing, ...reopen } = createReopening({ store, runs, interrupt, commands });
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
  /** Takes the run on the screen from its first round on again; what is looked at stays. */
  const present = async (request: (api: RemoteEngine) => Promise<RunInfo>, changed: Partial<Setup> = {}) => {
    const { run, selection, keptAs, kept, head, worlds, pair } = store.getState();
    if (!run) return;
    const own = getCurrentPlugin({ run }).inBranch?.(store.getState(), head) ?? selection.own;
    await pause();
    await ask(request, info => {
      const { handOvers } = store.getState().run?.info ?? {};
      const setup = { ...run.setup, ...changed };
      store.getState().opened({ ...info, handOvers }, setup);
      store.getState().setKept({ keptAs, kept });
      store.getState().select({ agents: selection.agents, own });
      remember(setup);
    });
    if (worlds || pair)
      store.getState().notify('note', 'What was compared was counted otherwise, and is gone: play it again.');
    if (selection.cursor === null) return;
    await waitForRound(store, head).catch(() => undefined);
    store.getState().select({ cursor: selection.cursor });
  };
  const measureBy: PageCommands['measureBy'] = async (name, value) => {
    const { run } = store.getState();
    const usual = run?.info.parameters.find(one => one.name === name)?.defaults[run.setup.preset];
    const { [name]: _, ...others } = run?.setup.parameters ?? {};
    const parameters = value === usual ? others : { ...others, [name]: value };
    await present(api => api.measureBy(name, value), { parameters });
  };
  const openKept = (id: string) => commands().openKept(id);
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
    ...createSavedRunsCommands({ store, engine, memory, attempt, readdress, fail, measureBy }),
    ...createWorldsCommands({
      ...{ store, engine, files, open, openTold, openKept, asksFirst, fail },
      current: () => port.current(),
      replace: opened,
    }),
    ...forks,
    ...createPauseCommands({ store, engine }),
    ...createUndoCommands({ store, runs, openKept }),
    async playTo(tick) {
      const { life, head } = store.getState();
      // The user can pause it in the meantime.
      if (life.name === 'paused' && head < tick) void parts.runTo(tick);
    },
    async tellReady({ oracle, model }, rounds) {
      const { tick } = getModelAppearance(model).words;
      if (isLanguageModelOracle(oracle))
        store.getState().notify('note', describeModelReadiness(oracle, rounds, tick));
    },
    showRegion: region => present(api => api.showRegion(region)),
    measureBy,
    ...createOracleCommands({
      store,
      ask,
      engine,
      freeEngine,
      open: opened,
      fail,
      remember,
      memory,
      decideFrom,
      commands,
    }),
    ...createFileCommands({
      store,
      settled: () => getRestartSetup(store.getState().run),
      attempt: attempted,
      fail,
      asksFirst,
      commands,
    }),
    ...createLanguageModelCommands({ store, engine, pause, fail }),
    ...createReloading({ store, engine, keyUrls: memory.keyUrls, pause, fail, reload }),
  };
}

/** Questions that are asked again to measure something. */
const SAMPLE = 60;
/** Bytes of a document up to which all its sections are checked unasked. */
const CHECKED_UNASKED = 5_000_000;

interface OracleCommandsParts {
  readonly store: PageStore;
  readonly ask: Ask;
  engine(): RemoteEngine;
  /** Ends an engine that does not answer. */
  freeEngine(): Promise<void>;
  open(setup: Setup, files: Files, rounds: number, again: () => void): Promise<boolean>;
  fail(error: unknown, again?: () => void): void;
  /** Writes the set-up into the address. */
  remember(setup: Setup): void;
  readonly memory: OracleMemory;
  /** Lets another oracle decide from an earlier round on, in a branch. */
  decideFrom(oracle: OracleSetup, tick: Tick): Promise<void>;
  /** The whole. */
  commands(): PageCommands;
}

/** The oracle's part of the link. */
function createOracleCommands({
  store,
  ask,
  engine,
  freeEngine,
  open,
  fail,
  remember,
  memory,
  decideFrom,
  commands,
}: OracleCommandsParts): OracleCommands {
  return {
    async openRecording(document, beside = []) {
      const again = () => void commands().openRecording(document, beside);
      const file = { name: document.name, blob: document };
      let isShown = false;
      try {
        await freeEngine();
        const recording = await memory.readRecording(file);
        const { files, misfits } = await matchRecordingFiles(recording, beside);
        const whole = { ...recording, files: { ...recording.files, ...files } };
        // A check plays the run once more: that of a large document waits until somebody asks for it.
        const check = async () => (document.size <= CHECKED_UNASKED ? verifyReplayedRun(store, ask) : null);
        isShown = await replayRecording({ store, open, again }, file.name, whole, check);
        if (misfits.length > 0) store.getState().notify('error', misfits.join('\n'));
      } catch (error) {
        fail(error, again);
      } finally {
        await memory.settleRecording(file, isShown).catch(fail);
      }
    },
    testConnection: oracle => engine().testConnection(oracle),
    async setLimits(limits) {
      const { run } = store.getState();
      if (!run || !isLanguageModelOracle(run.setup.oracle)) return;
      await engine().setLimits(limits);
      const oracle = { ...run.setup.oracle, limits };
      store.getState().amendSetup({ oracle });
      remember({ ...run.setup, oracle });
    },
    async goOn(oracle) {
      const { phase, head, notify } = store.getState();
      const past = getPastTick(store.getState());
      if (past !== null) return decideFrom(oracle, Math.max(0, past) + 1);
      try {
        if (phase === 'playing') store.getState().send('pause');
        await engine().goOn(oracle);
      } catch (error) {
        return fail(error);
      }
      const { run } = store.getState();
      if (!run) return;
      store.getState().decideBy(oracle, head > 0 ? addOracleHandOver(run, head + 1, oracle) : []);
      remember({ ...run.setup, oracle });
      notify(
        'note',
        `From ${getCurrentModelWords(store.getState()).tick} ${Math.max(1, head + 1)} on ${describeDecider(oracle)} decides.`,
      );
    },
    verify: async () => void (await verifyReplayedRun(store, ask)),
    estimate: (setup, rounds) => engine().estimate(setup, rounds),
    dryRun: question => engine().dryRun(question),
    trialPrompt: question => engine().trialPrompt(question),
    askOnce: (question, prompt) => engine().askOnce(question, prompt),
    async measureOrder() {
      await ask(
        api => api.measureOrder(SAMPLE),
        orderSensitivity => store.getState().learn({ orderSensitivity }),
      );
    },
    async measureArchetypes() {
      await ask(
        api => api.measureArchetypes(SAMPLE),
        kinError => store.getState().learn({ kinError }),
      );
    },
  };
}

/** Adds to a run's hand-overs one that decides from a tick on. */
const addOracleHandOver = ({ info: { handOvers = [] } }: RunState, tick: Tick, oracle: OracleSetup) => [
  ...handOvers.filter(other => other.tick !== tick),
  { tick, kind: oracle.kind, ...(isLanguageModelOracle(oracle) && { model: oracle.model }) },
];

/** Checks every section of the replayed document; null if the check failed. */
async function verifyReplayedRun(store: PageStore, ask: Ask): Promise<Verdict | null> {
  const { run } = store.getState();
  if (store.getState().replayed === null) return null;
  let verdict: Verdict | null = null;
  /** A verdict by the hash alone stays until more is known. */
  const tell = (check: Replayed['check']) => {
    const { replayed, run: now, learn } = store.getState();
    if (replayed === null || now?.info.epoch !== run?.info.epoch) return;
    if (verdict === null && isVerdict(replayed.check)) return;
    learn({ replayed: { ...replayed, check } });
  };
  tell(0);
  await ask(
    // Progress may arrive after the end.
    api => api.verify(Comlink.proxy((part: number) => verdict === null && tell(part))),
    answer => {
      verdict = answer;
    },
  );
  tell(verdict);
  return verdict;
}

const isVerdict = (check: Replayed['check']): check is Verdict => check !== null && typeof check === 'object';
const isVerdictDifferent = ({ verdict }: Verdict): boolean => verdict === 'differs';

/** The inputs of a recorded run that were given with it, and a line for each file that it has no use for. */
async function matchRecordingFiles(
  { setup }: RecordingInfo,
  beside: readonly KnownFile[],
): Promise<{ readonly files: Files; readonly misfits: readonly string[] }> {
  if (beside.length === 0) return { files: {}, misfits: [] };
  await loadModelPlugin(setup.model);
  const { inputs, misfits } = sortDroppedFiles(beside, getModelAppearance(setup.model));
  const wanted = [...(setup.own ?? []), ...(setup.network === FILE_NETWORK ? ['network'] : [])];
  const files: Record<string, readonly NamedFile[]> = {};
  for (const [name, list] of inputs)
    if (wanted.includes(name)) files[name] = await readNamedFiles(list);
    else
      misfits.push(
        `${list.map(file => file.name).join(', ')}: not used, because the recorded run has its own.`,
      );
  return { files, misfits };
}

/** Plays the recording to its end and reports whether it became the same run. @returns false if it was refused */
async function replayRecording(
  { store, open, again }: Pick<OracleCommandsParts, 'store' | 'open'> & { again(): void },
  name: string,
  recording: RecordingInfo,
  check: () => Promise<Verdict | null>,
): Promise<boolean> {
  const { setup, files, rounds, hash, hashRule, notes, sheet } = recording;
  if (!(await open(setup, files, rounds, again))) return false;
  for (const note of notes) store.getState().notify('note', note);
  store.getState().learn({ replayed: { name, rounds, hash, check: null, ...(sheet && { sheet }) } });
  if (sheet !== null) notifySheet(store, name, sheet);
  // Also of a replay that stops on the way, because it lacks an answer.
  const checking = check();
  notifyWhenPlayed(store, rounds, state => {
    const { head, hash: own, hashFromZeros, notify, replayed, learn } = state;
    const reached = { rounds: Math.max(0, head), hash: own, hashFromZeros };
    const { same, otherwise } = compareReplayEnd(reached, recording);
    const { tick } = getModelAppearance(setup.model).words;
    if (otherwise !== null) {
      notify('error', `${name} replayed is not the recorded run: ${otherwise}.`);
      if (replayed !== null && !isVerdict(replayed.check))
        learn({ replayed: { ...replayed, check: createHashVerdict(hash, otherwise) } });
    } else if (same === null) notify('note', `${name} replayed: ${formatNounCount(rounds, tick)}.`);
    else {
      const by = hashRule === 'zeros' ? ' by the rule of version 2' : '';
      const text = `${name} replayed: ${formatNounCount(rounds, tick)} and the same hash${by}, ${hash.slice(0, 8)}`;
      void checking.then(verdict => {
        if (verdict === null) notify('note', `${text}.`);
        else if (isVerdictDifferent(verdict)) notify('error', `${text}; but ${describeVerdict(verdict)}`);
        else {
          const other = sheet?.seed_as_expected === false ? ', with another seed than the student’s' : '';
          const button = sheet === null ? undefined : createAnswersButton(store);
          notify('note', `${text}; every section follows from it${other}.`, button);
        }
      });
    }
  });
  return true;
}

/** Verdict on a document whose replay ended otherwise, before its sections are checked. */
const createHashVerdict = (hash: string, reason: string): Verdict => ({
  ...{ verdict: 'differs', hash, difference: null, reason, unchecked: '', uncheckedPaths: [] },
});

/** Says whose sheet has been opened, and leads to its answers. */
const notifySheet = (store: PageStore, name: string, sheet: SheetCheck): void =>
  store
    .getState()
    .notify(
      isSheetAsExpected(sheet) ? 'note' : 'error',
      `${name} is a sheet: ${describeSheetCheck(sheet)}.`,
      createAnswersButton(store),
    );

const createAnswersButton = (store: PageStore): NoticeButton => ({
  ...{ label: 'Read its answers', stays: true },
  act: () => store.getState().arrange({ panel: 'oracle' }),
});

interface ReloadingParts {
  readonly store: PageStore;
  engine(): RemoteEngine;
  /** Base URLs for which there is a key. */
  keyUrls(): readonly string[];
  pause(): Promise<void>;
  fail(error: unknown): void;
  /** Reloads the page without asking the user whether to leave. */
  reload(): void;
}

/**
 * Commands that change the reachable hosts. A policy cannot grow while the page lives: the run is kept up to its round, the
 * page reloaded, and the run comes back as after any reload.
 */
export function createReloading({
  store,
  engine,
  keyUrls,
  pause,
  fail,
  reload,
}: ReloadingParts): ReloadCommands {
  const leave = async (intent: Intent, change: () => void) => {
    const state = store.getState;
    try {
      if (state().phase === 'playing') await pause();
      state().send('leave');
      await saveWholeRun(store, engine);
      saveReloadIntent({ id: state().keptAs ?? '', intent, keyUrls: keyUrls() });
      change();
    } catch (error) {
      state().send('stay');
      removeReloadIntent();
      return fail(createNotSavedError(error));
    }
    reload();
  };
  return {
    async reach(hosts, intent) {
      const unnamed = hosts.find(host => !isHostOrPattern(host));
      if (unnamed === undefined) return leave(intent, () => allowHosts(hosts));
      fail(
        new Error(
          `${unnamed} cannot be named in a browser’s security policy: give the server a name, such as localhost.`,
        ),
      );
    },
    release: host => leave('look', () => revokeHost(host)),
  };
}

const createNotSavedError = (error: unknown): Error =>
  new Error(
    `The run could not be saved (${getErrorMessage(error)}), so the page was not reloaded: nothing is lost, and what it may reach stays as it was.`,
  );
