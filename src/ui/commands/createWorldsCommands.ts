import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import {
  computeFilesDigest,
  createWorldSetup,
  filterRemainingJobs,
  generatePlanJobs,
  type Job,
} from '../../engine/worlds/worldPlan.ts';
import type { WorldsAsked } from '../../workers/protocol/api.ts';
import { prepareWorldWorkers, startWorldWorkers } from '../../workers/worlds/startWorldWorkers.ts';
import { restoreSetupBranch } from '../address/readBranchOrigin.ts';
import type { WorldsPageCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { getErrorMessage, isEngineStoppedError } from '../lib/messages.ts';
import { type Openings, OVERTAKEN } from '../life/openings.ts';
import type { Reopening } from '../life/reopening.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import type { Worlds } from '../state/worldsState.ts';
import { getPolicySetup } from '../store/deciders.ts';
import { isRunFullySaved } from '../store/slices/createSavedRunsSlice.ts';
import { getCurrentWorlds } from '../store/slices/worldsSlice.ts';
import { waitForRound } from '../store/waitForRound.ts';
import { computeActiveBands, MIN_BAND_WORLDS, MIN_RANGE_WORLDS } from '../worlds/courses.ts';
import { findWorldJob, isSameRunSetup } from '../worlds/findWorldJob.ts';
import { playFirstWorldBy } from '../worlds/playFirstWorldBy.ts';
import { startAskedWorlds } from '../worlds/startAskedWorlds.ts';
import {
  createWorldsFromQuestion,
  explainUnplayableWorlds,
  getInitialQuestion,
} from '../worlds/worldsQuestion.ts';

interface WorldsCommandsParts extends Playing {
  /** Opens a run in place of the one on the screen. */
  readonly open: Openings['open'];
  /** The same, and offers to bring back the one that was there. */
  readonly replace: Openings['open'];
  /** The same for a world that a language model decided, by its answers. @returns what was in the way; null: it is there */
  openTold(setup: Setup, rounds: number): Promise<unknown>;
  openKept(id: string): Promise<boolean>;
  readonly asksFirst: Reopening['asksFirst'];
}

/** Milliseconds within which a second press is part of a double one: the button in its place is another. */
const DOUBLE = 400;

/** Many worlds of the run on the screen, played next to it. */
export function createWorldsCommands(parts: WorldsCommandsParts): WorldsPageCommands {
  const { store, files, fail } = parts;
  const state = store.getState;
  const playing = createWorldsPlayer(parts);
  const { playOn, tellCost } = playing;
  /** The saved run that they are worlds of, if the browser saves it. */
  let keptAs: string | null = null;
  let follow = () => {
    follow = () => {};
    store.subscribe((now, before) => {
      const { run } = now;
      if (run === null) return;
      if (run !== before.run) {
        if (run.info.epoch !== before.run?.info.epoch) playing.leave();
        else if (hasLeftWorlds(now, before.run.setup)) {
          playing.leave();
          hideWorlds(store);
        }
      }
      if (isOnItsWay(now) && (run !== before.run || !isOnItsWay(before))) keepWorldsForRun(store, files());
    });
  };
  /** True if a world, or the run that they are worlds of, is being opened: it is played to their round. */
  let isOpeningWorld = false;
  /** True if the run on the screen comes to the round of the worlds, or has been there. */
  const isOnItsWay = ({ worlds, head, target }: PageState): boolean =>
    worlds !== null &&
    (isOpeningWorld || Math.max(head, target ?? 0) >= (worlds.origin?.rounds ?? worlds.plan.rounds));
  /** Time of the last continuation. */
  let went = Number.NEGATIVE_INFINITY;
  const link: WorldsPageCommands = {
    readyWorlds: async () => prepareWorkersForSeeds(state(), files(), parts.current()),
    async openAsked(setup, rounds, question) {
      if (await parts.asksFirst(setup)) return;
      playing.stop();
      const open = isRunFullySaved(state()) ? parts.open : parts.replace;
      const again = () => void link.openAsked(setup, rounds, question);
      if (!(await open(setup, {}, rounds, again))) return;
      if (state().run?.setup !== setup) return;
      const branch = restoreSetupBranch(state(), setup);
      if (branch !== null) state().setBranch(branch);
      if (question === null || !(await waitUntilAtRound(store, rounds))) return;
      // The run may have ended before; its worlds may not.
      await link.playWorlds({ rounds, ...question });
    },
    async playWorlds(asked) {
      const { run, head, setWorlds, notify } = state();
      if (run === null || head < 1) return;
      const question = getInitialQuestion(state(), asked);
      const reason = explainUnplayableWorlds(state(), question);
      if (reason !== null) return notify('note', reason);
      const worlds = tryCreate(
        () => createWorldsFromQuestion(state(), run, question, computeFilesDigest(files())),
        fail,
      );
      if (worlds === null) return;
      playing.stop();
      // If that fails again, the message appears again.
      state().retract(CANNOT);
      follow();
      // They are shown in the place of the selection.
      state().select({ agents: [], state: null });
      // The log and the statistics are there again by their buttons.
      state().arrange({ isLogged: false, counted: null });
      if (worlds.shown === null) keptAs = isRunFullySaved(state()) ? state().keptAs : null;
      if (worlds.asking !== null) return tellCost(worlds).catch(error => fail(createUnplayableError(error)));
      setWorlds(worlds);
      playOn(worlds);
    },
    async goOnWorlds() {
      went = performance.now();
      const worlds = getCurrentWorlds(state());
      if (worlds?.status !== 'stopped') return;
      state().retract(CANNOT);
      playOn(worlds);
    },
    async stopWorlds() {
      if (performance.now() - went < DOUBLE) return;
      playing.stop();
    },
    async leaveWorlds() {
      playing.stop();
      state().setWorlds(null);
    },
    async openWorld(job) {
      const worlds = getCurrentWorlds(state());
      if (worlds === null) return;
      playing.stop();
      const { plan, base, played, origin } = worlds;
      const known = job === null ? origin : played.find(other => isSameWorldJob(other, job));
      const setup = job === null ? base : createWorldSetup(plan, job);
      const again = () => void link.openWorld(job);
      let isKeptThere = false;
      isOpeningWorld = true;
      try {
        const open = isRunFullySaved(state()) ? parts.open : parts.replace;
        isKeptThere = job === null && keptAs !== null && (await parts.openKept(keptAs));
        if (!isKeptThere && isLanguageModelOracle(setup.oracle)) {
          const reason = await parts.openTold(setup, plan.rounds);
          if (reason !== null) return reason === OVERTAKEN ? undefined : fail(reason, again);
        } else if (!isKeptThere && !(await open(setup, files(), plan.rounds, again))) return;
      } finally {
        isOpeningWorld = false;
      }
      if (known == null || (!isKeptThere && state().run?.setup !== setup)) return;
      if (!(await waitUntilAtRound(store, known.rounds))) return;
      const { hash, head, notify } = state();
      if (head === known.rounds && hash !== known.hash)
        notify(
          'error',
          `This world came to another hash than before: ${hash.slice(0, 8)} instead of ${known.hash.slice(0, 8)}.`,
        );
    },
  };
  return link;
}

/**
 * Waits for the run on the screen to reach a round, or to be over before it.
 * @returns false if another run took its place, or the user paused it
 */
async function waitUntilAtRound(store: PageStore, round: number): Promise<boolean> {
  const epochOf = () => store.getState().run?.info.epoch;
  const epoch = epochOf();
  const isReached = await waitForRound(store, round).then(
    () => true,
    () => false,
  );
  return isReached && epochOf() === epoch;
}

/** Has workers ready for other seeds of the run on the screen. */
function prepareWorkersForSeeds(state: PageState, files: Files, engine: RemoteEngine | null): void {
  const { run, head } = state;
  const question = { worlds: MIN_RANGE_WORLDS };
  if (
    run === null ||
    head < 1 ||
    getCurrentWorlds(state) !== null ||
    explainUnplayableWorlds(state, question) !== null
  )
    return;
  // The engine plays what a language model decides.
  if (isLanguageModelOracle(run.setup.oracle)) return;
  const worlds = createWorldsFromQuestion(state, run, question, computeFilesDigest(files));
  prepareWorldWorkers(worlds.plan, files, run.info.config.agents, playFirstWorldBy(engine, worlds, run.info));
}

/** The created object, or null if that fails. */
function tryCreate<Result>(make: () => Result, fail: (error: unknown) => void): Result | null {
  try {
    return make();
  } catch (error) {
    fail(error);
    return null;
  }
}

const isSameWorldJob = (a: Job, b: Job): boolean => a.arm === b.arm && a.world === b.world;

/** True if the run on the screen, of which worlds are there, was changed and is another one now. @param before its set-up */
const hasLeftWorlds = ({ worlds, run }: PageState, before: Setup): boolean =>
  worlds !== null &&
  run !== null &&
  worlds.epoch === run.info.epoch &&
  run.setup !== before &&
  !isSameRunSetup(worlds.plan, run.setup, before);

/** The epoch of worlds whose run is on no screen. */
const NO_EPOCH = -1;

/** Takes worlds from the page until their run is there again. */
function hideWorlds(store: PageStore): void {
  const { worlds, setWorlds } = store.getState();
  if (worlds !== null) setWorlds({ ...worlds, epoch: NO_EPOCH });
}

/** Keeps the worlds with a newly opened run, if it is one of them and comes to their round. */
function keepWorldsForRun(store: PageStore, files: Files): void {
  const { worlds, run, setWorlds } = store.getState();
  if (worlds === null || run === null || worlds.epoch === run.info.epoch) return;
  // A document that comes back is the run itself, played by its answers.
  const shown = findWorldJob(worlds, getPolicySetup(run), files);
  if (shown !== undefined) setWorlds({ ...worlds, shown, epoch: run.info.epoch });
}

/** Engine and store for playing worlds. */
interface Playing {
  readonly store: PageStore;
  engine(): RemoteEngine;
  /** The same, if there is one: none is started. */
  current(): RemoteEngine | null;
  files(): Files;
  fail(error: unknown, again?: () => void): void;
}

/** Beginning of messages about worlds that cannot be played. */
const CANNOT = 'The worlds cannot be played';
/** An error that says so; a stopped engine has its own message. */
const createUnplayableError = (cause: unknown) =>
  isEngineStoppedError(cause) ? cause : new Error(`${CANNOT}: ${getErrorMessage(cause)}`, { cause });

/** Numbers of worlds that are shown as soon as they are there: the first, their range, the band. */
const EAGER_WORLD_COUNTS = [1, MIN_RANGE_WORLDS, 10, MIN_BAND_WORLDS];
/** Milliseconds until those are shown, and any others: a later picture changes little, and takes from them. */
const SOON = 10;
const BATCHED_UPDATE_MS = 1000;

/** Milliseconds after which worlds are shown that have come in. @param before worlds that are shown */
const computeRefreshDelay = (before: number, played: number): number =>
  EAGER_WORLD_COUNTS.some(count => before < count && played >= count) ? SOON : BATCHED_UPDATE_MS;

/** Number of worlds after which the remaining time is known: the first of all workers come nearly at once. */
const getMinimumPlayed = (): number =>
  Math.max(MIN_RANGE_WORLDS, navigator.hardwareConcurrency ?? MIN_RANGE_WORLDS);

/** @param ms that some of a number of worlds have taken. @returns null while too few are there */
const estimateSecondsLeft = (ms: number, played: number, all: number): number | null =>
  played < getMinimumPlayed() ? null : ((ms / 1000) * (all - played)) / played;

/** Reports that the run on the screen, played again to a round among its worlds, has another hash. */
function reportReplayMismatch({ head, hash, notify }: PageState, rounds: Tick, own: World): void {
  if (head === rounds && hash !== own.hash)
    notify('error', `This run played again came to another hash: ${own.hash.slice(0, 8)}.`);
}

/** The playing of worlds that the store holds. */
function createWorldsPlayer({ store, files, engine, current, fail }: Playing) {
  const state = store.getState;
  let stop: () => void = () => {};
  /** Shows what has come since the last picture. */
  let show: (part?: Partial<Worlds>) => void = () => {};
  const change = (part: Partial<Worlds>) => {
    const worlds = getCurrentWorlds(state());
    if (worlds !== null) state().setWorlds({ ...worlds, ...part });
  };
  /** Plays what is missing of a plan. */
  const playOn = (begun: Worlds) => {
    const { run } = state();
    if (run === null) return;
    const { plan, played: known, origin, baseArm, asking } = begun;
    const left = filterRemainingJobs(generatePlanJobs(plan), known);
    const jobs = origin === null && baseArm >= 0 ? [{ arm: baseArm, world: 0 }, ...left] : left;
    const began = performance.now();
    let played = known;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** When they are shown next. */
    let due = Number.POSITIVE_INFINITY;
    show = (part = {}) => {
      clearTimeout(timer);
      due = Number.POSITIVE_INFINITY;
      const worlds = getCurrentWorlds(state());
      if (worlds?.plan !== plan) return stop();
      const rest = estimateSecondsLeft(performance.now() - began, played.length - known.length, left.length);
      change({ played, left: rest, active: computeActiveBands({ ...worlds, played }), ...part });
    };
    change({ status: 'playing', left: null });
    const heard = {
      played(worlds: readonly World[]) {
        const before = getCurrentWorlds(state());
        if (before?.plan !== plan) return stop();
        const own = worlds.find(({ world }) => world === 0);
        if (own !== undefined) {
          change({ origin: own });
          if (before.shown === null) reportReplayMismatch(state(), plan.rounds, own);
        }
        played = [...played, ...worlds.filter(({ world }) => world > 0)];
        const at = performance.now() + computeRefreshDelay(before.played.length, played.length);
        if (at >= due) return;
        clearTimeout(timer);
        due = at;
        timer = setTimeout(() => show(), at - performance.now());
      },
      ended: () => show({ status: 'done' }),
      failed(error: unknown) {
        show({ status: 'stopped' });
        fail(createUnplayableError(error));
      },
    };
    if (asking !== null) {
      const asked = (one: WorldsAsked) => {
        const soFar = getCurrentWorlds(state())?.asking?.soFar ?? null;
        change({ asking: { soFar, asked: one } });
      };
      stop = startAskedWorlds(engine(), plan, jobs, { ...heard, asked });
      return;
    }
    const first = playFirstWorldBy(current(), begun, run.info);
    stop = startWorldWorkers(plan, files(), jobs, heard, run.info.config.agents, first);
  };
  /** Shows a plan's cost of asking a language model, before it is asked. */
  const tellCost = async (worlds: Worlds) => {
    const status = areWorldsComplete(worlds) ? 'done' : 'stopped';
    state().setWorlds({ ...worlds, status, active: computeActiveBands(worlds) });
    if (worlds.asking === null) return;
    const soFar = worlds.asking.soFar ?? (await engine().askedSoFar());
    const { plan, asking } = getCurrentWorlds(state()) ?? {};
    if (plan !== worlds.plan || !asking) return;
    change({ asking: { ...asking, soFar } });
    // The run itself is listed with them without another request.
    if (worlds.origin === null && worlds.baseArm >= 0)
      stop = startAskedWorlds(engine(), plan, [{ arm: worlds.baseArm, world: 0 }], {
        ...{ asked: () => {}, ended: () => {}, failed: error => fail(createUnplayableError(error)) },
        played: ([own]) => change({ origin: own ?? null }),
      });
  };
  return {
    playOn,
    tellCost,
    stop() {
      stop();
      if (getCurrentWorlds(state())?.status === 'playing') show({ status: 'stopped' });
      show = () => {};
    },
    /** Stops, whatever run is on the screen. */
    leave() {
      stop();
      show = () => {};
      const { worlds, setWorlds } = state();
      if (worlds?.status === 'playing') setWorlds({ ...worlds, status: 'stopped' });
    },
  };
}

/** True if all worlds of a plan have been played. */
const areWorldsComplete = ({ plan, played }: Worlds): boolean =>
  filterRemainingJobs(generatePlanJobs(plan), played).length === 0;
