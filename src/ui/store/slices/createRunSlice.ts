import type { Frame } from '../../../engine/model/frame.ts';
import type { Setup } from '../../../engine/setup/config.ts';
import { describeIneffectiveChange } from '../../../engine/setup/describeIneffectiveChange.ts';
import type { RunInfo } from '../../../workers/protocol/api.ts';
import { followHeadTick } from '../../charts/timeScale.ts';
import { getCurrentAppearance, getModelAppearance, isRecordedModel } from '../../model/getModelAppearance.ts';
import { Histories } from '../../run/histories.ts';
import {
  applyFrameToAgents,
  convertStatesAtTick,
  createInitialAgents,
  getTransitionTargets,
} from '../../run/shownAgents.ts';
import { TickColumns } from '../../run/tickColumns.ts';
import { getLifePhase, reduceLife, UNBORN } from '../../state/life.ts';
import type { PageState, RunSlice, RunState, SavedRunsSlice, SliceAccess } from '../../state/pageState.ts';
import { EMPTY_SELECTION, NO_SEARCH } from '../../state/selection.ts';
import { isLookingBack } from '../../state/viewState.ts';
import { applyModelFrame, settleSelection } from '../applyModelFrame.ts';
import { DEFAULT_SPEED } from '../speed.ts';
import { NOT_SAVED } from './createSavedRunsSlice.ts';
import { getOracleStateChanges, UNDECIDED } from './decidingSlice.ts';
import { createInitialScale } from './windowSlice.ts';

/** State of a run that has just been opened: nothing is known yet. */
const NOTHING_KNOWN = {
  hash: '',
  hashFromZeros: null,
  totals: { transitions: 0, decisions: 0, failures: 0 },
  rate: 0,
  past: null,
  asOf: null,
  branch: null,
  pair: null,
  headFrame: null,
  focus: -1,
  detail: null,
  order: null,
  exported: 0,
  modelParts: {},
  ...NOT_SAVED,
} as const satisfies Partial<RunSlice & SavedRunsSlice>;

/** State of a page on which no run was opened yet. */
const BEFORE_ANY = {
  run: null,
  life: UNBORN,
  phase: getLifePhase(UNBORN),
  head: 0,
  society: null,
  progress: null,
  target: null,
} as const satisfies Partial<RunSlice>;

/** Names of what is known of a run. */
const RUN_FACTS = Object.keys({ ...NOTHING_KNOWN, ...BEFORE_ANY, scale: 0 }) as (keyof PageState)[];

const NO_SERIES = new Uint32Array();

type Knowing = Pick<
  RunSlice,
  | 'tellProgress'
  | 'setSpeed'
  | 'setExported'
  | 'amendSetup'
  | 'holdRun'
  | 'tellChanges'
  | 'setDetail'
  | 'setOrder'
  | 'setPast'
  | 'setAsOf'
  | 'setBranch'
  | 'compareWith'
  | 'knowPair'
  | 'setSociety'
  | 'loadHistories'
  | 'know'
>;

const selectFrameTotals = (frame: Frame) => ({
  head: frame.to,
  hash: frame.hash,
  hashFromZeros: frame.hashFromZeros ?? null,
  totals: frame.totals,
});

/** Owns the run on the screen: its columns, head and life. */
export function createRunSlice({ set, get }: SliceAccess): RunSlice {
  /** Frames of a run whose `opened` has not come yet: they use another port and may overtake it. */
  let early: Frame[] = [];
  let rateFrom = { time: 0, tick: 0 };
  const take = (frame: Frame, run: RunState) => {
    run.columns.append(frame);
    if (frame.whole) run.whole?.append({ ...frame, ...frame.whole, series: NO_SERIES });
    if (frame.moves) run.histories.extend(frame.moves, run.targets);
    else run.histories.expire();
    const now = performance.now();
    const measured = now - rateFrom.time;
    const rate = measured > 0 ? ((frame.to - rateFrom.tick) * 1000) / measured : 0;
    if (measured > 1000) rateFrom = { time: now, tick: frame.to };
    const { society, following, scale, plotWidth } = get();
    set({
      ...selectFrameTotals(frame),
      society: society && applyFrameToAgents(society, frame, run.targets),
      scale: following ? followHeadTick(scale, frame.to, plotWidth, getCurrentAppearance(get()).room) : scale,
      ...(measured > 1000 && { rate }),
      headFrame: frame.model,
      ...(!isLookingBack(get()) && applyModelFrame({ ...get(), head: frame.to }, frame.model)),
    });
    notifyIneffectiveChanges(frame, get());
  };
  return {
    ...NOTHING_KNOWN,
    ...BEFORE_ANY,
    held: null,
    heldFor: null,
    speed: DEFAULT_SPEED,

    opened(info, setup) {
      const run = createRunState(info, setup);
      const before = get();
      const life = reduceLife(before.life, 'opened');
      set({
        ...NOTHING_KNOWN,
        ...UNDECIDED,
        run,
        life,
        phase: getLifePhase(life),
        head: run.columns.head,
        society: createInitialAgents(run.info),
        ...(before.heldFor !== setup && {
          ...{ held: null, heldFor: null },
          selection: EMPTY_SELECTION,
          search: NO_SEARCH,
          pinned: [],
          // Notices about the previous run are dismissed; the first run's address may have had mistakes.
          notices: before.run === null ? before.notices : [],
          following: true,
          scale: createInitialScale(before, run),
        }),
        movers: null,
        ...(before.run && before.run.setup.model !== setup.model && leaveModelViews(before, setup)),
        draft: before.draft?.kind === setup.oracle.kind ? null : before.draft,
        leaving: null,
        ...getOracleStateChanges(setup.oracle, before),
      });
      const waiting = early;
      early = [];
      for (const frame of waiting) get().receive(frame);
    },
    receive(frame) {
      const { run } = get();
      const epoch = run?.info.epoch ?? Number.NEGATIVE_INFINITY;
      if (frame.epoch > epoch) early.push(frame);
      if (run && frame.epoch === epoch) take(frame, run);
    },
    send(event, target) {
      const { life: before, notices } = get();
      const life = reduceLife(before, event);
      if (life === before) return;
      rateFrom = { time: performance.now(), tick: get().head };
      const phase = getLifePhase(life);
      const plays = phase === 'playing';
      set({
        life,
        phase,
        rate: 0,
        progress: null,
        // Read by now, but for the ways back; a run that an address brings to its round has not been pressed.
        notices: plays && event !== 'runTo' ? notices.filter(({ button }) => button?.stays) : notices,
        target: plays ? (target ?? null) : null,
      });
    },
    ...createRunFactSetters({ set, get }),
  };
}

/** Another model's agents are others, and what only the former one has to show is closed. */
const leaveModelViews = ({ counted, panel }: PageState, { model }: Setup): Partial<PageState> => ({
  ...{ view: null, rare: null },
  ...(counted && { counted: [] }),
  ...(panel === 'oracle' && isRecordedModel(model) && { panel: null }),
});

const notifyIneffectiveChanges = (
  { ineffective = [] }: Frame,
  { notify }: Pick<PageState, 'notify'>,
): void => {
  for (const change of ineffective) notify('note', `${describeIneffectiveChange(change)}.`);
};

/** Functions that store facts about the run in addition to its frames. */
function createRunFactSetters({ set, get }: SliceAccess): Knowing {
  return {
    tellProgress: progress => set({ progress }),
    setSpeed: speed => set({ speed }),
    setExported: exported => set({ exported }),
    holdRun(heldFor, more) {
      const now = get();
      const facts = Object.fromEntries(RUN_FACTS.map(name => [name, now[name]]));
      set({ heldFor, held: heldFor && { ...facts, ...now.held, ...more } });
    },
    amendSetup(part) {
      const { run } = get();
      if (run) set({ run: { ...run, setup: { ...run.setup, ...part } } });
    },
    tellChanges(changes) {
      const { run } = get();
      if (!run) return;
      const info = { ...run.info, config: { ...run.info.config, changes } };
      set({ run: { ...run, info, setup: { ...run.setup, changes } } });
    },
    setDetail: detail => set({ detail }),
    setOrder: order => set({ order }),
    setPast: at => set({ past: at && convertStatesAtTick(at) }),
    setAsOf: report => set({ asOf: report, ...applyModelFrame(get(), report.model) }),
    setBranch: branch => set({ branch }),
    compareWith(other, words, isOwnB) {
      if (other === null) return set({ pair: null });
      const run = createRunState(other.info, other.setup);
      run.columns.append(other.frame);
      const unknown = { differences: null, outcomes: null, elsewhere: null, texts: null };
      set({ pair: { run, files: other.files, words, isOwnB, ...unknown } });
    },
    knowPair(part) {
      const { pair } = get();
      if (pair) set({ pair: { ...pair, ...part } });
    },
    setSociety: at => set({ society: convertStatesAtTick(at) }),
    loadHistories(rows) {
      const { run, head } = get();
      run?.histories.load(rows, head);
      // They grow in place: views subscribe to their version.
      set({});
    },
    know(key, part) {
      const { modelParts } = get();
      const next = { ...modelParts, [key.model]: { ...(modelParts[key.model] ?? key.initial), ...part } };
      set({ modelParts: next, selection: settleSelection({ ...get(), modelParts: next }) });
    },
  };
}

function createRunState(made: RunInfo, setup: Setup): RunState {
  const info = getModelAppearance(setup.model).isNamedById ? nameAgentsById(made) : made;
  const { chart, config } = info;
  const columns = new TickColumns(
    1 - config.warmUp,
    chart.states.length,
    chart.transitions.length,
    info.series.length,
    { states: [chart.states.indexOf(chart.initial)], agents: config.agents },
  );
  return {
    info,
    setup,
    columns,
    whole: createNestedColumns(info),
    targets: getTransitionTargets(info),
    histories: new Histories(config.agents),
  };
}

/** Columns of all states of a chart with hierarchy; null for a flat one. */
function createNestedColumns({
  chart: { outline },
  config: { agents, warmUp },
}: RunInfo): TickColumns | null {
  if (!outline) return null;
  const { states, transitions, active } = outline;
  return new TickColumns(1 - warmUp, states.length, transitions.length, 0, { states: active, agents });
}

/** Names agents as in prompts and answers. */
const nameAgentsById = (info: RunInfo): RunInfo => ({
  ...info,
  names: info.names.map((_, agent) => getModelAppearance(info.chart.name).idOf(agent)),
});
