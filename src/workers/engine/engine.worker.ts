import * as Comlink from 'comlink';
import { createLoadErrorHandler } from '../../engine/core/errors.ts';
import type { Frame } from '../../engine/model/frame.ts';
import { isLanguageModelOracle, type OracleSetup } from '../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../engine/run/run.ts';
import type { EngineApi } from '../protocol/api.ts';
import { readBundledFile } from '../shared/readBundledFile.ts';
import { BrowserModels } from './deciding/runDecider.ts';
import { EngineSession } from './engineSession.ts';
import { createOnDemand } from './late/createOnDemand.ts';
import { loadLanguageModels } from './late/loadLanguageModels.ts';
import { loadPauseWatch } from './late/loadPauseWatch.ts';
import type { SessionHost } from './opened.ts';
import type { ComparisonRun } from './otherRun/comparisonRun.ts';
import type { SavedRuns } from './savedRuns/savedRuns.ts';
import type { FirstWorlds } from './worlds/firstWorlds.ts';
import type { ModelWorlds } from './worlds/modelWorlds.ts';

/** Most frames under way without the page's answer. */
const CREDIT = 2;

/** Sends frames as the page can take them: what happens while it is busy waits and goes in one later frame. */
class FrameSender {
  readonly #port: MessagePort;
  readonly #next: () => Frame | null;
  #underWay = 0;

  /** @param next makes a frame of all that was not sent yet, or null. */
  constructor(port: MessagePort, next: () => Frame | null) {
    this.#port = port;
    this.#next = next;
    port.onmessage = () => {
      this.#underWay--;
      this.offer();
    };
  }

  /** Sends what there is, if the page has answered. */
  offer(): void {
    if (this.#underWay >= CREDIT) return;
    const frame = this.#next();
    if (frame === null) return;
    this.#underWay++;
    this.#port.postMessage(frame, listFrameBuffers(frame));
  }
}

function listFrameBuffers({ counts, flows, series, moves, whole }: Frame): ArrayBuffer[] {
  const columns = [counts, flows, series, ...Object.values(moves ?? {})];
  if (whole) columns.push(whole.counts, whole.flows, ...Object.values(whole.moves ?? {}));
  return columns.map(column => column.buffer as ArrayBuffer);
}

/** Folder of the files bundled with Statescope. */
let root = '';
let sender: FrameSender | null = null;

const models = new BrowserModels();
const environment: SessionHost = {
  bundled: path => readBundledFile(root, path),
  changed() {
    sender?.offer();
    kept?.changed();
  },
};
const session = new EngineSession(environment, models);

let beside: Promise<ComparisonRun> | null = null;
/** Loaded when the first run is compared. */
const loadRunComparison = () => {
  beside ??= import('./otherRun/comparisonRun.ts')
    .catch(createLoadErrorHandler('the part that compares runs'))
    .then(all => new all.ComparisonRun(session.room));
  return beside;
};

/** The decider and limits of a run since it was opened; null: unchanged. */
let since: { readonly run: Run; readonly oracle: OracleSetup } | null = null;
const getCurrentOracle = (): OracleSetup => {
  const { run, loaded } = session.room.opened();
  return since?.run === run ? since.oracle : loaded.setup.oracle;
};
const setCurrentOracle = (oracle: OracleSetup) => {
  since = { run: session.room.opened().run, oracle };
  kept?.decided();
};

let kept: SavedRuns | null = null;
/** Loaded when the first run is kept. */
const loadSavedRuns = async () => {
  const { createSavedRuns } = await import('./savedRuns/savedRuns.ts').catch(
    createLoadErrorHandler('the part that saves runs'),
  );
  kept ??= createSavedRuns(session, getCurrentOracle);
  return kept;
};

/** Made when worlds of a language model are asked for first. */
const worlds = createOnDemand<ModelWorlds>(
  async () => new (await loadLanguageModels()).ModelWorlds(session, getCurrentOracle, environment.bundled),
);

/** Made when worlds that the policy decides are asked for first. */
const firstWorlds = createOnDemand<FirstWorlds>(async () => {
  const { FirstWorlds } = await import('./worlds/firstWorlds.ts').catch(
    createLoadErrorHandler('the part that plays worlds'),
  );
  return new FirstWorlds(session, environment.bundled);
});

/** Commands that a part carries out, which may have to be loaded for the first of them. */
function delegateCommands<Part extends object, Name extends keyof Part & string>(
  part: () => Part | Promise<Part>,
  ...names: readonly Name[]
): Pick<Part, Name> {
  const commands = names.map(name => [
    name,
    async (...given: unknown[]) => {
      const there = part();
      return ((there instanceof Promise ? await there : there) as Commands)[name](...given);
    },
  ]);
  return Object.fromEntries(commands);
}
type Commands = Readonly<Record<string, (...given: unknown[]) => unknown>>;

const openSession = () => session;

const api: EngineApi = {
  async connect(frames, folder) {
    root = folder;
    sender = new FrameSender(frames, () => session.nextFrame());
  },
  ping: async () => undefined,
  ...delegateCommands(
    openSession,
    'open',
    'resume',
    'branch',
    'showRegion',
    'measureBy',
    'compare',
    'readRecording',
    'setKey',
  ),
  ...delegateCommands(openSession, 'step', 'play', 'pause', 'runTo', 'pauseWhen', 'pausedBy'),
  ...delegateCommands(
    openSession,
    'testConnection',
    'verify',
    'estimate',
    'oracleReport',
    'measureOrder',
    'measureArchetypes',
  ),
  lastMet: async (conditions, before) =>
    (await loadPauseWatch()).findLastConditionMet(session.room.opened(), conditions, before),
  meetings: async conditions =>
    (await loadPauseWatch()).listConditionMeetings(session.room.opened().run, conditions),
  agentValues: async () => (await loadPauseWatch()).listAgentValueNames(session.room.opened().run),
  async goOn(oracle) {
    await session.goOn(oracle);
    setCurrentOracle(oracle);
  },
  async change(name, value) {
    const changes = await session.change(name, value);
    kept?.changed();
    return changes;
  },
  ...delegateCommands(
    () => session.reader,
    'statesAt',
    'agentsIn',
    'movedIn',
    'network',
    'timelines',
    'asOf',
    'statistics',
  ),
  ...delegateCommands(
    () => session.reader,
    'events',
    'eventFile',
    'order',
    'detail',
    'why',
    'whyMoment',
    'history',
    'query',
  ),
  async setLimits(limits) {
    await session.setLimits(limits);
    const oracle = getCurrentOracle();
    if (isLanguageModelOracle(oracle)) setCurrentOracle({ ...oracle, limits });
  },
  ...delegateCommands(
    () => models,
    'browserFacts',
    'modelChoices',
    'loadModel',
    'cancelModel',
    'removeModel',
    'removeAllModels',
  ),
  dryRun: async put => (await loadLanguageModels()).dryRunQuestion(session.room.opened(), put),
  trialPrompt: async put => (await loadLanguageModels()).buildTrialPrompt(session.room.opened(), put),
  askOnce: async (put, prompt) =>
    (await loadLanguageModels()).askTrialQuestion(session.room.opened(), put, prompt),
  async exportDocument(progress) {
    const written = await session.exportDocument(progress);
    return Comlink.transfer(
      written,
      written.parts.map(part => part.buffer as ArrayBuffer),
    );
  },
  exportTo: (form, write, progress) =>
    session.exporter.exportTo(
      form,
      bytes => write(Comlink.transfer(bytes, [bytes.buffer as ArrayBuffer])),
      progress,
    ),
  ...delegateCommands(() => session.exporter, 'exportSizes', 'cancelExport'),
  ...delegateCommands(
    loadRunComparison,
    'openOther',
    'playOther',
    'differences',
    'readOther',
    'otherDocument',
  ),
  closeOther: async () => (await beside)?.closeOther(),
  ...delegateCommands(
    loadSavedRuns,
    'keep',
    'keptNow',
    'keptFacts',
    'keptFile',
    'bringBack',
    'takeKept',
    'forgetKept',
    'sweepKept',
  ),
  ...delegateCommands(worlds, 'askedSoFar', 'askWorlds', 'stopAsking', 'openAsked'),
  ...delegateCommands(firstWorlds, 'playFirst', 'stopFirst'),
};

Comlink.expose(api);
