import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import { filterRemainingJobs, generatePlanJobs } from '../../engine/worlds/plan.ts';
import type { World } from '../../engine/worlds/world.ts';
import type { WorldsAsked } from '../../workers/protocol/api.ts';
import { startWorldWorkers } from '../../workers/worlds/startWorldWorkers.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { getErrorMessage, isEngineStoppedError } from '../lib/messages.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import type { Worlds } from '../state/worldsState.ts';
import { getCurrentWorlds } from '../store/slices/worldsSlice.ts';
import { computeActiveBands, FEWEST, FIRST } from '../worlds/courses.ts';
import { startAskedWorlds } from '../worlds/startAskedWorlds.ts';
import { playFirstWorldBy } from '../worlds/startFirst.ts';

/** What worlds are played with, and where they are told. */
export interface Playing {
  readonly store: PageStore;
  engine(): RemoteEngine;
  /** The same, if there is one: none is started. */
  current(): RemoteEngine | null;
  files(): Files;
  fail(error: unknown, again?: () => void): void;
}

/** How it is told that worlds cannot be played. */
export const CANNOT = 'The worlds cannot be played';
/** The error that says so; what stopped with the engine is told by that. */
export const createUnplayableError = (cause: unknown) =>
  isEngineStoppedError(cause) ? cause : new Error(`${CANNOT}: ${getErrorMessage(cause)}`, { cause });

/** Numbers of worlds that are shown as soon as they are there: the first, their range, the band. */
const AT_ONCE = [1, FIRST, 10, FEWEST];
/** Milliseconds until those are shown, and any others: a later picture changes little, and takes from them. */
const SOON = 10;
const LATER = 1000;

/** Milliseconds after which worlds are shown that have come in. @param before worlds that are shown */
const computeRefreshDelay = (before: number, played: number): number =>
  AT_ONCE.some(count => before < count && played >= count) ? SOON : LATER;

/** Worlds after which the time left can be told: the first of all workers come at once, or nearly so. */
const getMinimumPlayed = (): number => Math.max(FIRST, navigator.hardwareConcurrency ?? FIRST);

/** @param ms that some of a number of worlds have taken. @returns null while too few are there */
const estimateSecondsLeft = (ms: number, played: number, all: number): number | null =>
  played < getMinimumPlayed() ? null : ((ms / 1000) * (all - played)) / played;

/** Says where the run on the screen, which was played again up to a round among its worlds, came to another hash. */
function reportReplayMismatch({ head, hash, notify }: PageState, rounds: Tick, own: World): void {
  if (head === rounds && hash !== own.hash)
    notify('error', `This run played again came to another hash: ${own.hash.slice(0, 8)}.`);
}

/** The playing of worlds that the store holds. */
export function createWorldsPlayer({ store, files, engine, current, fail }: Playing) {
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
  /** Tells what a plan would ask a language model, before it is asked. */
  const tellCost = async (worlds: Worlds) => {
    const status = areWorldsComplete(worlds) ? 'done' : 'stopped';
    state().setWorlds({ ...worlds, status, active: computeActiveBands(worlds) });
    if (worlds.asking === null) return;
    const soFar = worlds.asking.soFar ?? (await engine().askedSoFar());
    const { plan, asking } = getCurrentWorlds(state()) ?? {};
    if (plan !== worlds.plan || !asking) return;
    change({ asking: { ...asking, soFar } });
    // The run itself is told beside them: nobody is asked for it.
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

/** Whether all worlds of a plan have been played. */
const areWorldsComplete = ({ plan, played }: Worlds): boolean =>
  filterRemainingJobs(generatePlanJobs(plan), played).length === 0;
