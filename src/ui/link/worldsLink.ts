import type { Files, Setup } from '../../engine/config.ts';
import { asksModel } from '../../engine/oracleSetup.ts';
import { filesDigest, type Job, jobsLeft, jobsOf, setupOfWorld } from '../../engine/worlds/plan.ts';
import type { World } from '../../engine/worlds/world.ts';
import type { WorldsAsked } from '../../workers/api.ts';
import { readyWorlds, startWorlds } from '../../workers/startWorlds.ts';
import { branchOfSetup } from '../address/readBranch.ts';
import { type Openings, OVERTAKEN } from '../life/openings.ts';
import type { Reopening } from '../life/reopening.ts';
import { isKept } from '../store/keptSlice.ts';
import type { PageState, PageStore } from '../store/pageState.ts';
import { worldsNow } from '../store/worldsSlice.ts';
import type { Worlds } from '../store/worldsState.ts';
import { isStopped, messageOf } from '../words/messages.ts';
import { askedWorlds, atFirst, inTheWay } from '../worlds/asked.ts';
import { activeSpread, FEWEST, FIRST } from '../worlds/courses.ts';
import { startAsked } from '../worlds/startAsked.ts';
import { firstBy } from '../worlds/startFirst.ts';
import { worldOf } from '../worlds/worldOf.ts';
import type { WorldsLink } from './link.ts';
import { reached } from './reached.ts';
import type { RemoteEngine } from './remoteEngine.ts';

interface Parts {
  readonly store: PageStore;
  engine(): RemoteEngine;
  /** The same, if there is one: none is started. */
  current(): RemoteEngine | null;
  files(): Files;
  /** Opens a run in place of the one on the screen. */
  readonly open: Openings['open'];
  /** The same, and offers to bring back the one that was there. */
  readonly replace: Openings['open'];
  /** The same for a world that a language model decided, by its answers. @returns what was in the way; null: it is there */
  openTold(setup: Setup, rounds: number): Promise<unknown>;
  openKept(id: string): Promise<boolean>;
  readonly asksFirst: Reopening['asksFirst'];
  fail(error: unknown, again?: () => void): void;
}

/** How it is told that worlds cannot be played. */
const CANNOT = 'The worlds cannot be played';
/** What stopped with the engine is told by that. */
const unplayable = (cause: unknown) =>
  isStopped(cause) ? cause : new Error(`${CANNOT}: ${messageOf(cause)}`, { cause });

/** Milliseconds within which a second press is part of a double one: the button in its place is another. */
const DOUBLE = 400;

/** Numbers of worlds that are shown as soon as they are there: the first, their range, the band. */
const AT_ONCE = [1, FIRST, 10, FEWEST];
/** Milliseconds until those are shown, and any others: a later picture changes little, and takes from them. */
const SOON = 10;
const LATER = 1000;

/** Milliseconds after which worlds are shown that have come in. @param before worlds that are shown */
const restAfter = (before: number, played: number): number =>
  AT_ONCE.some(count => before < count && played >= count) ? SOON : LATER;

/** The playing of worlds that the store holds. */
function playingWorlds({
  store,
  files,
  engine,
  current,
  fail,
}: Pick<Parts, 'store' | 'files' | 'engine' | 'current' | 'fail'>) {
  const state = store.getState;
  let stop: () => void = () => {};
  /** Shows what has come since the last picture. */
  let show: (part?: Partial<Worlds>) => void = () => {};
  const change = (part: Partial<Worlds>) => {
    const worlds = worldsNow(state());
    if (worlds !== null) state().setWorlds({ ...worlds, ...part });
  };
  /** Plays what is missing of a plan. */
  const playOn = (begun: Worlds) => {
    const { run } = state();
    if (run === null) return;
    const { plan, played: known, origin, baseArm, asking } = begun;
    const left = jobsLeft(jobsOf(plan), known);
    const jobs = origin === null && baseArm >= 0 ? [{ arm: baseArm, world: 0 }, ...left] : left;
    let played = known;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** When they are shown next. */
    let due = Number.POSITIVE_INFINITY;
    show = (part = {}) => {
      clearTimeout(timer);
      due = Number.POSITIVE_INFINITY;
      const worlds = worldsNow(state());
      if (worlds?.plan !== plan) return stop();
      change({ played, active: activeSpread({ ...worlds, played }), ...part });
    };
    change({ status: 'playing' });
    const heard = {
      played(worlds: readonly World[]) {
        const { shown, plan: playing } = worldsNow(state()) ?? {};
        if (playing !== plan) return stop();
        const own = worlds.find(({ world }) => world === 0);
        if (own !== undefined) change({ origin: own });
        const { head, hash, notify } = state();
        if (own !== undefined && shown === null && head === plan.rounds && hash !== own.hash)
          notify('error', `This run played again came to another hash: ${own.hash.slice(0, 8)}.`);
        played = [...played, ...worlds.filter(({ world }) => world > 0)];
        const at = performance.now() + restAfter(worldsNow(state())?.played.length ?? 0, played.length);
        if (at >= due) return;
        clearTimeout(timer);
        due = at;
        timer = setTimeout(() => show(), at - performance.now());
      },
      ended: () => show({ status: 'done' }),
      failed(error: unknown) {
        show({ status: 'stopped' });
        fail(unplayable(error));
      },
    };
    if (asking !== null) {
      const asked = (one: WorldsAsked) => {
        const soFar = worldsNow(state())?.asking?.soFar ?? null;
        change({ asking: { soFar, asked: one } });
      };
      stop = startAsked(engine(), plan, jobs, { ...heard, asked });
      return;
    }
    const first = firstBy(current(), begun, run.info);
    stop = startWorlds(plan, files(), jobs, heard, run.info.config.agents, first);
  };
  /** Tells what a plan would ask a language model, before it is asked. */
  const tellCost = async (worlds: Worlds) => {
    const status = isWhole(worlds) ? 'done' : 'stopped';
    state().setWorlds({ ...worlds, status, active: activeSpread(worlds) });
    if (worlds.asking === null) return;
    const soFar = worlds.asking.soFar ?? (await engine().askedSoFar());
    const { plan, asking } = worldsNow(state()) ?? {};
    if (plan !== worlds.plan || !asking) return;
    change({ asking: { ...asking, soFar } });
    // The run itself is told beside them: nobody is asked for it.
    if (worlds.origin === null && worlds.baseArm >= 0)
      stop = startAsked(engine(), plan, [{ arm: worlds.baseArm, world: 0 }], {
        ...{ asked: () => {}, ended: () => {}, failed: error => fail(unplayable(error)) },
        played: ([own]) => change({ origin: own ?? null }),
      });
  };
  return {
    playOn,
    tellCost,
    stop() {
      stop();
      if (worldsNow(state())?.status === 'playing') show({ status: 'stopped' });
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

/** Many worlds of the run on the screen, played beside it. */
export function worldsLink(parts: Parts): WorldsLink {
  const { store, files, fail } = parts;
  const state = store.getState;
  const playing = playingWorlds(parts);
  const { playOn, tellCost } = playing;
  /** The run that they are worlds of, where the browser keeps it. */
  let keptAs: string | null = null;
  let follow = () => {
    follow = () => {};
    store.subscribe(({ run }, { run: before }) => {
      if (run === null || run === before) return;
      if (run.info.epoch !== before?.info.epoch) playing.leave();
      followRun(store, files());
    });
  };
  /** When it was last told to go on. */
  let went = Number.NEGATIVE_INFINITY;
  const link: WorldsLink = {
    readyWorlds: async () => readyFor(state(), files(), parts.current()),
    async openAsked(setup, rounds, question) {
      if (await parts.asksFirst(setup)) return;
      playing.stop();
      const open = isKept(state()) ? parts.open : parts.replace;
      const again = () => void link.openAsked(setup, rounds, question);
      if (!(await open(setup, {}, rounds, again))) return;
      if (state().run?.setup !== setup) return;
      const branch = branchOfSetup(state(), setup);
      if (branch !== null) state().setBranch(branch);
      if (question !== null && (await isAt(store, rounds))) await link.playWorlds(question);
    },
    async playWorlds(asked) {
      const { run, head, setWorlds, notify } = state();
      if (run === null || head < 1) return;
      const question = atFirst(state(), asked);
      const reason = inTheWay(state(), question);
      if (reason !== null) return notify('note', reason);
      const worlds = attempted(() => askedWorlds(state(), run, question, filesDigest(files())), fail);
      if (worlds === null) return;
      playing.stop();
      // Where that fails again it is said again.
      state().retract(CANNOT);
      follow();
      // They are told where the selected are told of.
      state().select({ agents: [], state: null });
      // The log and the statistics are there again by their buttons.
      state().arrange({ isLogged: false, counted: null });
      if (worlds.shown === null) keptAs = isKept(state()) ? state().keptAs : null;
      if (worlds.asking !== null) return tellCost(worlds).catch(error => fail(unplayable(error)));
      setWorlds(worlds);
      playOn(worlds);
    },
    async goOnWorlds() {
      went = performance.now();
      const worlds = worldsNow(state());
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
      const worlds = worldsNow(state());
      if (worlds === null) return;
      playing.stop();
      const { plan, base, played, origin } = worlds;
      const known = job === null ? origin : played.find(other => isSameJob(other, job));
      const setup = job === null ? base : setupOfWorld(plan, job);
      const open = isKept(state()) ? parts.open : parts.replace;
      const again = () => void link.openWorld(job);
      const isKeptThere = job === null && keptAs !== null && (await parts.openKept(keptAs));
      if (!isKeptThere && asksModel(setup.oracle)) {
        const reason = await parts.openTold(setup, plan.rounds);
        if (reason !== null) return reason === OVERTAKEN ? undefined : fail(reason, again);
      } else if (!isKeptThere && !(await open(setup, files(), plan.rounds, again))) return;
      if (known == null || (!isKeptThere && state().run?.setup !== setup)) return;
      if (!(await isAt(store, known.rounds))) return;
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

/** Whether the run on the screen comes to a round, and is still there then: another may take its place, or somebody pause it. */
async function isAt(store: PageStore, round: number): Promise<boolean> {
  const epochOf = () => store.getState().run?.info.epoch;
  const epoch = epochOf();
  const isReached = await reached(store, round).then(
    () => true,
    () => false,
  );
  return isReached && epochOf() === epoch;
}

/** Has workers ready for other seeds of the run on the screen. */
function readyFor(state: PageState, files: Files, engine: RemoteEngine | null): void {
  const { run, head } = state;
  const question = { worlds: FIRST };
  if (run === null || head < 1 || worldsNow(state) !== null || inTheWay(state, question) !== null) return;
  // The engine plays what a language model decides.
  if (asksModel(run.setup.oracle)) return;
  const worlds = askedWorlds(state, run, question, filesDigest(files));
  readyWorlds(worlds.plan, files, run.info.config.agents, firstBy(engine, worlds, run.info));
}

/** What is made, or null where that fails. */
function attempted<Result>(make: () => Result, fail: (error: unknown) => void): Result | null {
  try {
    return make();
  } catch (error) {
    fail(error);
    return null;
  }
}

/** Whether all worlds of a plan have been played. */
const isWhole = ({ plan, played }: Worlds): boolean => jobsLeft(jobsOf(plan), played).length === 0;

const isSameJob = (a: Job, b: Job): boolean => a.arm === b.arm && a.world === b.world;

/** Keeps the worlds beside a run that has been opened, if it is one of them. */
function followRun(store: PageStore, files: Files): void {
  const { worlds, run, setWorlds } = store.getState();
  if (worlds === null || run === null || worlds.epoch === run.info.epoch) return;
  const shown = worldOf(worlds, run.setup, files);
  if (shown !== undefined) setWorlds({ ...worlds, shown, epoch: run.info.epoch });
}
