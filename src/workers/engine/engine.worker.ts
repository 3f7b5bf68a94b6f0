import * as Comlink from 'comlink';
import type { OracleSetup } from '../../engine/oracle/oracleSetup.ts';
import { asksModel } from '../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../engine/run/run.ts';
import type { EngineApi } from '../protocol/api.ts';
import { bundledFrom } from '../shared/bundledFrom.ts';
import { BrowserModels } from './deciding/browserModels.ts';
import { FrameSender } from './frameSender.ts';
import type { KeptRuns } from './kept/keptRuns.ts';
import { besides, keeping, madeOnce, loaded as oracles, pausing, playingFirst } from './loaded.ts';
import type { SessionHost } from './opened.ts';
import type { Beside } from './otherRun/beside.ts';
import { Session } from './session.ts';
import type { FirstWorlds } from './worlds/firstWorlds.ts';
import type { ModelWorlds } from './worlds/modelWorlds.ts';

/** Folder of the files bundled with Statescope. */
let root = '';
let sender: FrameSender | null = null;

const models = new BrowserModels();
const environment: SessionHost = {
  bundled: path => bundledFrom(root, path),
  changed() {
    sender?.offer();
    kept?.changed();
  },
};
const session = new Session(environment, models);

let beside: Promise<Beside> | null = null;
/** Loaded when the first run is compared. */
const besideRun = () => {
  beside ??= besides().then(all => new all.Beside(session.room));
  return beside;
};

/** Who decides in a run since it was opened, and under which limits; null: as it was opened. */
let since: { readonly run: Run; readonly oracle: OracleSetup } | null = null;
const presentOracle = (): OracleSetup => {
  const { run, loaded } = session.room.opened();
  return since?.run === run ? since.oracle : loaded.setup.oracle;
};
const decideBy = (oracle: OracleSetup) => {
  since = { run: session.room.opened().run, oracle };
  kept?.decided();
};

let kept: KeptRuns | null = null;
/** Loaded when the first run is kept. */
const keptRuns = async () => {
  const { keptRunsOf } = await keeping();
  kept ??= keptRunsOf(session, presentOracle);
  return kept;
};

/** Made when worlds of a language model are asked for first. */
const worlds = madeOnce<ModelWorlds>(
  async () => new (await oracles()).ModelWorlds(session, presentOracle, environment.bundled),
);

/** Made when worlds that the policy decides are asked for first. */
const firstWorlds = madeOnce<FirstWorlds>(
  async () => new (await playingFirst()).FirstWorlds(session, environment.bundled),
);

/** Commands that are handed on to a part that is loaded with the first of them. */
function passed<Part extends object, Name extends keyof Part & string>(
  part: () => Promise<Part>,
  ...names: readonly Name[]
): Pick<Part, Name> {
  const commands = names.map(name => [
    name,
    async (...given: unknown[]) => ((await part()) as Commands)[name](...given),
  ]);
  return Object.fromEntries(commands);
}
type Commands = Readonly<Record<string, (...given: unknown[]) => unknown>>;

const api: EngineApi = {
  async connect(frames, folder) {
    root = folder;
    sender = new FrameSender(frames, () => session.nextFrame());
  },
  ping: async () => undefined,
  open: (setup, files, progress, isLarge) => session.open(setup, files, progress, isLarge),
  resume: (setup, files, saved, progress) => session.resume(setup, files, saved, progress),
  branch: (setup, from, progress) => session.branch(setup, from, progress),
  step: () => session.step(),
  play: rate => session.play(rate),
  pause: () => session.pause(),
  pauseWhen: conditions => session.pauseWhen(conditions),
  pausedBy: () => session.pausedBy(),
  lastMet: async (conditions, before) => (await pausing()).lastMet(session.room.opened(), conditions, before),
  agentValues: async () => (await pausing()).agentValues(session.room.opened().run),
  runTo: tick => session.runTo(tick),
  async goOn(oracle) {
    await session.goOn(oracle);
    decideBy(oracle);
  },
  async change(name, value) {
    const changes = await session.change(name, value);
    kept?.changed();
    return changes;
  },
  showRegion: region => session.showRegion(region),
  statesAt: async tick => session.reader.statesAt(tick),
  agentsIn: async (tick, state) => session.reader.agentsIn(tick, state),
  movedIn: async (first, last) => session.reader.movedIn(first, last),
  network: async () => session.reader.network(),
  timelines: async agents => session.reader.timelines(agents),
  asOf: async tick => session.reader.asOf(tick),
  statistics: async (counting, word, at) => session.reader.statistics(counting, word, at),
  events: async (asked, skipped, most) => session.reader.events(asked, skipped, most),
  eventFile: async (...asked) => session.reader.eventFile(...asked),
  order: async (sort, at) => session.reader.order(sort, at),
  detail: async (agent, at) => session.reader.detail(agent, at),
  why: async (id, at) => session.reader.why(id, at),
  whyMoment: async (agent, tick) => session.reader.whyMoment(agent, tick),
  history: async (agent, at) => session.reader.history(agent, at),
  query: async (name, argument, at) => session.reader.query(name, argument, at),
  compare: () => session.compare(),
  readRecording: file => session.readRecording(file),
  setKey: (key, urls) => session.setKey(key, urls),
  async setLimits(limits) {
    await session.setLimits(limits);
    const oracle = presentOracle();
    if (asksModel(oracle)) decideBy({ ...oracle, limits });
  },
  testConnection: oracle => session.testConnection(oracle),
  browserFacts: () => models.browserFacts(),
  modelChoices: (kind, own) => models.modelChoices(kind, own),
  loadModel: (spec, file, tell) => models.loadModel(spec, file, tell),
  cancelModel: () => models.cancelModel(),
  removeAllModels: () => models.removeAllModels(),
  removeModel: spec => models.removeModel(spec),
  verify: progress => session.verify(progress),
  estimate: (setup, rounds) => session.estimate(setup, rounds),
  oracleReport: () => session.oracleReport(),
  measureOrder: questions => session.measureOrder(questions),
  measureArchetypes: questions => session.measureArchetypes(questions),
  dryRun: async put => (await oracles()).dryRun(session.room.opened(), put),
  trialPrompt: async put => (await oracles()).trialPrompt(session.room.opened(), put),
  askOnce: async (put, prompt) => (await oracles()).askOnce(session.room.opened(), put, prompt),
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
  exportSizes: () => session.exporter.exportSizes(),
  cancelExport: () => session.exporter.cancelExport(),
  ...passed(besideRun, 'openOther', 'playOther', 'differences', 'readOther'),
  ...passed(
    keptRuns,
    'keep',
    'keptNow',
    'keptFacts',
    'bringBack',
    'keptFile',
    'takeKept',
    'forgetKept',
    'sweepKept',
  ),
  ...passed(worlds, 'askedSoFar', 'askWorlds', 'stopAsking', 'openAsked'),
  ...passed(firstWorlds, 'playFirst', 'stopFirst'),
  closeOther: async () => (await beside)?.closeOther(),
};

Comlink.expose(api);
