import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ModelKind, ModelSetup, OracleSetup, Setup } from '../engine/config.ts';
import type { AgentDetail } from '../engine/detail.ts';
import type { Frame } from '../engine/frame.ts';
import type { Tick } from '../engine/indices.ts';
import type { CascadeSummary, CascadeTree, SocialFrame } from '../engine/models/social/frame.ts';
import type { KinError, OracleReport, OrderSensitivity } from '../engine/oracleReport.ts';
import { partOf } from '../engine/partOf.ts';
import { asksModel, isLocal, modelDefaults } from '../engine/setup.ts';
import type { NamedFile, RunInfo } from '../workers/api.ts';
import { TickColumns } from './columns.ts';
import { type Edits, type Keeping, NO_EDITS } from './edits.ts';
import { Histories } from './histories.ts';
import { type LocalState, NO_MODELS } from './local.ts';
import { lookNow, lookOf } from './models/index.ts';
import { type ModelSlices, NO_SLICES, slicesAfter } from './models/slices.ts';
import { afterFrame, newSociety, type Society, targetsOf } from './population.ts';
import { NOTHING, type Selection, steppedBack } from './selection.ts';
import { fitted, followed, labelRoom, showsTick, type TimeScale, xOf, zoomed } from './timeScale.ts';

export type Theme = 'dark' | 'light';
/** 'activity', 'id', 'first-entry' or one of the model's own; another one stands for the model's usual one. */
export type SortKey = string;
/** `opening`: a run is being prepared; the one before it stays on the screen. */
export type Phase = 'opening' | 'paused' | 'playing';

/** Something that went wrong (or is worth knowing), shown once until it is dismissed. */
export interface Notice {
  readonly id: number;
  readonly kind: 'error' | 'note';
  readonly text: string;
}

/** What is done after a reload that lets the page reach a host: nothing but looking, a test, a new run, going on, a download. */
export type Intent = 'look' | 'test' | 'start' | 'goOn' | 'download';

/** Everything that belongs to one run; replaced as a whole when another one is opened. */
export interface RunState {
  readonly info: RunInfo;
  readonly setup: Setup;
  readonly targets: Uint16Array;
  /** Grow in place; watch `head`. */
  readonly columns: TickColumns;
  readonly histories: Histories;
}

export interface PageState extends ModelSlices {
  readonly run: RunState | null;
  readonly phase: Phase;
  readonly head: Tick;
  readonly hash: string;
  readonly totals: Frame['totals'];
  /** Rounds per second, measured over the last second or so. */
  readonly rate: number;
  /** All agents at the head; null while the states are being asked for. */
  readonly society: Society | null;
  /** All agents at the cursor, when that is not the head. */
  readonly past: Society | null;
  readonly liveliest: readonly CascadeSummary[];
  readonly largest: number;
  readonly tree: CascadeTree | null;
  /** The agent that is looked at while none is selected; −1 for none. */
  readonly focus: number;
  readonly detail: AgentDetail | null;
  readonly order: Uint32Array | null;
  readonly selection: Selection;
  /** The user chose the cascade; until then the page does. */
  readonly rootChosen: boolean;
  readonly pinned: readonly number[];
  readonly sort: SortKey;
  /** For the sort by first entry. */
  readonly sortState: string;
  readonly scale: TimeScale;
  readonly plotWidth: number;
  /** The window goes along with the head. */
  readonly following: boolean;
  readonly theme: Theme;
  /** Index into SPEEDS. */
  readonly speed: number;
  readonly letterKeys: boolean;
  readonly notices: readonly Notice[];
  /** How far the run that is being opened is; null while that is not known. */
  readonly progress: { readonly part: number; readonly label: string } | null;
  /** The round up to which it plays by itself; null: until it is paused. */
  readonly target: Tick | null;
  /** What the language model has done in this run; null where none decides. */
  readonly oracleReport: OracleReport | null;
  /** Measured by asking again; null: not yet. */
  readonly orderSensitivity: OrderSensitivity | null;
  readonly kinError: KinError | null;
  /** The recording that was opened last. */
  readonly replayed: { readonly name: string; readonly rounds: number; readonly hash: string } | null;
  /** What the rail shows beside it. */
  readonly panel: 'setup' | 'oracle' | null;
  /** A language model that is being set up; null: the one that the run has. */
  readonly draft: OracleSetup | null;
  /** What was set up on this page, so that it need not be typed again. */
  readonly models: Readonly<Partial<Record<ModelKind, ModelSetup>>>;
  readonly local: LocalState;
  /** What the next run would be, while the user is asked whether paid answers may go. */
  readonly leaving: Partial<Setup> | null;
  /** Whether more than one has decided in this run. */
  readonly mixed: boolean;
  /** Whether an earlier decider's answers are in this run, and in no document yet. */
  readonly heldBefore: boolean;
  /** Round up to which this run has been exported. */
  readonly exported: Tick;
  /** What was to be done with the model in the form before the page was reloaded. */
  readonly intent: Intent | null;
  /** Base URLs whose key went with a reload. */
  readonly forgottenKey: readonly string[];
  /** A run that was saved before a reload and cannot be brought back. */
  readonly unrestored: {
    readonly id: string;
    readonly message: string;
    readonly document: NamedFile | null;
  } | null;
  /** Texts that are typed and not applied yet. */
  readonly edits: Edits;
  /** Whether they were kept when they were written last; null: not written yet. */
  readonly keeping: Keeping | null;
  /** Whether what stands left of the chart is folded; null: the user has not said. */
  readonly folded: boolean | null;
  /** What stands under the chart. */
  readonly corner: 'agents' | 'oracle';

  opened(info: RunInfo, setup: Setup): void;
  receive(frame: Frame): void;
  /** Starts measuring the rate anew when it begins to play; what was said before has been read then. */
  setPhase(phase: Phase): void;
  select(part: Partial<Selection>): void;
  chooseCascade(root: number): void;
  /** The tree that was asked for; a livelier cascade may have overtaken it meanwhile. */
  takeTree(tree: CascadeTree | null): void;
  stepBack(): void;
  moveCursor(by: number): void;
  /** Brings a tick into view. */
  showTick(tick: Tick): void;
  zoom(factor: number, x?: number): void;
  pan(pixels: number): void;
  fit(): void;
  setPlot(width: number, pixels: number): void;
  togglePin(agent: number): void;
  notify(kind: Notice['kind'], text: string): void;
  dismiss(id: number): void;
}

export type PageStore = StoreApi<PageState>;

/** Rounds a second; 0 = as fast as it goes. */
export const SPEEDS = [1, 2, 4, 8, 12, 20, 40, 0] as const;
export const DEFAULT_SPEED = 2;

/** So many notices stand at once; the oldest gives way. */
const MOST_NOTICES = 4;

/** Above this many rounds a second single moves cannot be followed with the eye. */
const FAST = 12;
export const isFast = ({ phase, speed, target }: Pick<PageState, 'phase' | 'speed' | 'target'>): boolean =>
  phase === 'playing' && (target !== null || SPEEDS[speed] === 0 || SPEEDS[speed]! > FAST);

/** Whether answers of a language model would be lost with the run. */
export const holdsAnswers = ({ run, head, exported, oracleReport, heldBefore }: PageState): boolean =>
  run !== null &&
  head > exported &&
  (heldBefore || (asksModel(run.setup.oracle) && (oracleReport?.spent.calls ?? 0) > 0));

/** A language model as it was set up last, or the defaults. */
export const remembered = ({ models }: PageState, kind: ModelKind): ModelSetup =>
  models[kind] ?? modelDefaults(kind);

/** The round that the views show: the cursor's, or the head's. */
export const shownTick = (state: PageState): Tick => state.selection.cursor ?? state.head;
/** The round that read-outs follow: the pointer's first. */
export function readTick(state: PageState): Tick {
  const hover = state.selection.hover;
  return hover && hover.kind !== 'agent' ? Math.min(hover.tick, state.head) : shownTick(state);
}
/** All agents at the round that the views show; null until they are there. */
export function shownSociety(state: PageState): Society | null {
  if (state.selection.cursor === null || state.selection.cursor === state.head) return state.society;
  return state.past?.tick === state.selection.cursor ? state.past : null;
}

/** What the page knows of a run that has just been opened: nothing yet. */
const nothingKnown = () =>
  ({
    hash: '',
    totals: { transitions: 0, decisions: 0, failures: 0 },
    rate: 0,
    past: null,
    liveliest: [],
    largest: -1,
    tree: null,
    ...NO_SLICES,
    focus: -1,
    detail: null,
    order: null,
    selection: NOTHING,
    rootChosen: false,
    pinned: [],
    following: true,
    oracleReport: null,
    orderSensitivity: null,
    kinError: null,
    mixed: false,
    heldBefore: false,
    exported: 0,
  }) satisfies Partial<PageState>;

export function createPageStore(initial: Partial<PageState> = {}): PageStore {
  /** Frames of a run whose `opened` has not come yet: they use another port and may overtake it. */
  let early: Frame[] = [];
  let notices = 0;
  let rateFrom = { time: 0, tick: 0 };

  return createStore<PageState>()((set, get) => ({
    ...nothingKnown(),
    run: null,
    phase: 'opening',
    head: 0,
    society: null,
    sort: '',
    sortState: '',
    scale: { from: lookNow({ run: null }).from, pixels: lookNow({ run: null }).pixels[0] },
    plotWidth: 740,
    theme: 'dark',
    speed: DEFAULT_SPEED,
    letterKeys: true,
    notices: [],
    progress: null,
    target: null,
    replayed: null,
    panel: null,
    draft: null,
    local: NO_MODELS,
    models: {},
    leaving: null,
    intent: null,
    forgottenKey: [],
    unrestored: null,
    edits: NO_EDITS,
    keeping: null,
    folded: null,
    corner: 'agents',
    ...initial,

    opened(made, setup) {
      const info = lookOf(setup.model).isNamedById ? namedById(made) : made;
      const { chart, config } = info;
      const columns = new TickColumns(
        1 - config.warmUp,
        chart.states.length,
        chart.transitions.length,
        info.series.length,
        { state: chart.states.indexOf(chart.initial), agents: config.agents },
      );
      const run = { info, setup, columns, targets: targetsOf(info), histories: new Histories() };
      // What was said about the run before is over; the first run's address may have had mistakes.
      const notices = get().run === null ? get().notices : [];
      set({
        ...nothingKnown(),
        run,
        notices,
        phase: 'paused',
        head: columns.head,
        society: newSociety(info),
        scale: firstScale(get(), run),
        draft: get().draft?.kind === setup.oracle.kind ? null : get().draft,
        leaving: null,
        local: isLocal(setup.oracle) ? get().local : { ...get().local, loaded: null },
        models: asksModel(setup.oracle)
          ? { ...get().models, [setup.oracle.kind]: setup.oracle }
          : get().models,
        corner: asksModel(setup.oracle) ? 'oracle' : 'agents',
      });
      const waiting = early;
      early = [];
      for (const frame of waiting) get().receive(frame);
    },

    receive(frame) {
      const { run, society, following, scale, plotWidth } = get();
      const epoch = run?.info.epoch ?? Number.NEGATIVE_INFINITY;
      if (frame.epoch > epoch) early.push(frame);
      if (!run || frame.epoch !== epoch) return;
      run.columns.append(frame);
      if (frame.moves) run.histories.extend(frame.moves, run.targets);
      else run.histories.expire();
      const now = performance.now();
      const measured = now - rateFrom.time;
      const rate = measured > 0 ? ((frame.to - rateFrom.tick) * 1000) / measured : 0;
      if (measured > 1000) rateFrom = { time: now, tick: frame.to };
      const social = partOf<SocialFrame>('social', frame.model);
      set({
        head: frame.to,
        hash: frame.hash,
        totals: frame.totals,
        society: society && afterFrame(society, frame, run.targets),
        scale: following ? followed(scale, frame.to, plotWidth, lookNow(get()).room) : scale,
        ...(measured > 1000 && { rate }),
        ...(social && { liveliest: social.liveliest, largest: social.largest }),
        ...slicesAfter(get(), frame.model),
        ...((frame.model.focus ?? -1) >= 0 && { focus: frame.model.focus }),
        selection: withRoot(get(), social, frame.to),
      });
    },

    setPhase(phase) {
      rateFrom = { time: performance.now(), tick: get().head };
      const played = phase === 'playing';
      const notices = played ? [] : get().notices;
      set({ phase, rate: 0, progress: null, notices, ...(!played && { target: null }) });
    },

    select: part =>
      set({
        selection: { ...get().selection, ...(part.agents && { step: null, span: null }), ...part },
        ...(part.agents?.length && { corner: 'agents' as const }),
      }),
    chooseCascade: root => set({ selection: { ...get().selection, root, post: null }, rootChosen: true }),
    takeTree: tree => {
      const { liveliest, largest, head } = get();
      const frame: SocialFrame = { kind: 'social', liveliest, largest };
      set({ tree, selection: withRoot({ ...get(), tree }, frame, head) });
    },
    stepBack: () => set({ selection: steppedBack(get().selection) }),

    moveCursor(by) {
      const state = get();
      if (!state.run) return;
      const tick = Math.max(state.run.columns.first, Math.min(state.head, shownTick(state) + by));
      const selection = { ...state.selection, cursor: tick === state.head ? null : tick };
      set({ selection, ...brought(state, tick) });
    },

    showTick: tick => set(brought(get(), tick)),

    zoom(factor, x) {
      const { scale, plotWidth, head } = get();
      const at = x ?? Math.min(plotWidth, Math.max(0, (shownTick(get()) - scale.from) * scale.pixels));
      const next = zoomed(scale, factor, at);
      set({ scale: next, following: showsTick(next, head, plotWidth) });
    },

    pan(pixels) {
      const { scale, plotWidth, head } = get();
      const next = { ...scale, from: scale.from + pixels / scale.pixels };
      set({ scale: next, following: showsTick(next, head, plotWidth) });
    },

    fit() {
      const { run, scale, plotWidth, head, selection } = get();
      if (!run) return;
      const [first, last] = selection.range ?? [run.columns.first, head];
      const { from, pixels, room } = lookNow(get());
      const all = fitted(first, last, plotWidth, room);
      const there = Math.abs(all.pixels - scale.pixels) < 1e-6 && Math.abs(all.from - scale.from) < 1e-6;
      const next = there ? followed({ from, pixels: pixels[0] }, head, plotWidth, room) : all;
      set({ scale: next, following: showsTick(next, head, plotWidth) });
    },

    setPlot(width, pixels) {
      const { scale, head, following, plotWidth } = get();
      if (width === plotWidth && pixels === scale.pixels) return;
      const look = lookNow(get());
      const next = { ...scale, pixels: look.pixels.includes(scale.pixels) ? pixels : scale.pixels };
      // Not from where it was: a window that was narrow for a moment has jumped too far.
      const from = Math.min(next.from, look.from);
      set({
        plotWidth: width,
        scale: following ? followed({ ...next, from }, head, width, look.room) : next,
      });
    },

    togglePin(agent) {
      const pinned = get().pinned;
      set({ pinned: pinned.includes(agent) ? pinned.filter(other => other !== agent) : [...pinned, agent] });
    },

    notify(kind, text) {
      if (get().notices.some(notice => notice.text === text)) return;
      set({ notices: [...get().notices, { id: ++notices, kind, text }].slice(-MOST_NOTICES) });
    },
    dismiss: id => set({ notices: get().notices.filter(notice => notice.id !== id) }),
  }));
}

/** What agents are called is what they are called in prompts and answers. */
const namedById = (info: RunInfo): RunInfo => ({
  ...info,
  names: info.names.map((_, agent) => lookOf(info.chart.name).idOf(agent)),
});

/** The scale that has a tick in view: the one that there is, or one with the tick in its middle. */
function brought(state: PageState, tick: Tick): Pick<PageState, 'scale' | 'following'> {
  const { scale, plotWidth, following } = state;
  const { keepsRoom, room, from: first } = lookNow(state);
  const width = keepsRoom ? plotWidth - labelRoom(plotWidth, room) : plotWidth;
  const inset = keepsRoom ? scale.pixels / 2 : 0;
  if (showsTick(scale, tick, width) && xOf(scale, tick) >= inset) return { scale, following };
  const from = tick - width / scale.pixels / 2;
  return { scale: { ...scale, from: keepsRoom ? Math.max(first, from) : from }, following: false };
}

/** The scale of a new run: that of the run before, as far as it is one of the same model and shows enough. */
function firstScale({ run: before, scale }: PageState, run: RunState): TimeScale {
  const { from, pixels } = lookNow({ run });
  const last = lookNow({ run: before }).pixels;
  if (last === pixels) return { from, pixels: scale.pixels < pixels[1] ? pixels[0] : scale.pixels };
  return { from, pixels: scale.pixels === last[1] ? pixels[1] : pixels[0] };
}

/** Rounds that the page shows at once; the root of what it turns to by itself is among them. */
const IN_VIEW = 55;

/** Chooses a cascade until the user does: the largest lively one in view, and that as long as it is near the top. */
function withRoot(state: PageState, frame: SocialFrame | null, head: Tick): Selection {
  const { selection } = state;
  if (!frame || state.rootChosen) return selection;
  // One tree at a time: the next choice is made when the last one has been drawn.
  if (selection.root !== null && state.tree?.root !== selection.root) return selection;
  const inView = frame.liveliest.filter(cascade => cascade.tick > head - IN_VIEW);
  const best = inView.reduce<CascadeSummary | null>((a, b) => (a && a.size >= b.size ? a : b), null);
  const current = inView.find(cascade => cascade.root === selection.root);
  if (best && (!current || best.size > current.size * 1.5)) return { ...selection, root: best.root };
  return selection.root === null && frame.largest >= 0 ? { ...selection, root: frame.largest } : selection;
}
