import type { Files, Setup } from '../../engine/config.ts';
import {
  type Arm,
  filesDigest,
  jobsLeft,
  jobsOf,
  type Plan,
  setupOfWorld,
} from '../../engine/worlds/plan.ts';
import { courseTicks, measuresOf, type World } from '../../engine/worlds/world.ts';
import { startWorlds } from '../../workers/startWorlds.ts';
import type { Openings } from '../life/openings.ts';
import { lookNow } from '../models/looks.ts';
import type { Branch, PageStore } from '../store/pageState.ts';
import { worldsNow } from '../store/worldsSlice.ts';
import type { Worlds } from '../store/worldsState.ts';
import { apartOf } from '../views/statesBands.ts';
import { messageOf } from '../words/messages.ts';
import { activeBands } from '../worlds/courses.ts';
import type { WorldsLink } from './link.ts';
import { reached } from './reached.ts';

interface Parts {
  readonly store: PageStore;
  files(): Files;
  /** Opens a run in place of the one on the screen, which can be brought back. */
  readonly open: Openings['open'];
  fail(error: unknown): void;
}

/** Milliseconds within which a second press is part of a double one: the button in its place is another. */
const DOUBLE = 400;

/** Milliseconds between two pictures of worlds that come in. */
const REST = 150;

/** The playing of worlds that the store holds. */
function playingWorlds(store: PageStore, files: () => Files, fail: (error: unknown) => void) {
  const state = store.getState;
  let stop: () => void = () => {};
  /** Shows what has come since the last picture. */
  let show: (part?: Partial<Worlds>) => void = () => {};
  const change = (part: Partial<Worlds>) => {
    const worlds = worldsNow(state());
    if (worlds !== null) state().setWorlds({ ...worlds, ...part });
  };
  /** Plays what is missing of a plan. */
  const playOn = (plan: Plan, known: readonly World[], here: World | null) => {
    const left = jobsLeft(jobsOf(plan), known);
    const jobs = here === null ? [{ arm: 0, world: 0 }, ...left] : left;
    let played = known;
    let timer: ReturnType<typeof setTimeout> | null = null;
    show = (part = {}) => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      const worlds = worldsNow(state());
      if (worlds?.plan !== plan) return stop();
      change({ played, active: activeBands({ ...worlds, played }), ...part });
    };
    change({ status: 'playing' });
    stop = startWorlds(plan, files(), jobs, {
      played(worlds) {
        if (worldsNow(state())?.plan !== plan) return stop();
        const own = worlds.find(({ world }) => world === 0);
        if (own !== undefined) change({ here: own });
        const { head, hash, notify } = state();
        if (own !== undefined && head === plan.rounds && hash !== own.hash)
          notify('error', `This run played again came to another hash: ${own.hash.slice(0, 8)}.`);
        played = [...played, ...worlds.filter(({ world }) => world > 0)];
        timer ??= setTimeout(() => show(), REST);
      },
      ended: () => show({ status: 'done' }),
      failed(error) {
        show({ status: 'stopped' });
        fail(new Error(`The worlds cannot be played: ${messageOf(error)}`));
      },
    });
  };
  return {
    playOn,
    stop() {
      stop();
      if (worldsNow(state())?.status === 'playing') show({ status: 'stopped' });
      show = () => {};
    },
  };
}

/** Many worlds of the run on the screen, played beside it. */
export function worldsLink({ store, files, open, fail }: Parts): WorldsLink {
  const state = store.getState;
  const playing = playingWorlds(store, files, fail);
  const { playOn } = playing;
  /** When it was last told to go on. */
  let went = Number.NEGATIVE_INFINITY;
  return {
    async playWorlds({ worlds: count, subject = null, from: since = null, isAgainstParent }) {
      const { run, head, setWorlds, notify } = state();
      if (run === null || head < 1) return;
      const { setup, info } = run;
      if (setup.oracle.kind !== 'policy' || state().mixed) return notify('note', BY_POLICY);
      const branch = isAgainstParent ? state().branch : null;
      if (branch !== null && branch.parent.setup.oracle.kind !== 'policy') return notify('note', BY_POLICY);
      if (since !== null && since > head)
        return notify('note', 'Nothing has been played since then that could go otherwise: play on first.');
      playing.stop();
      // They are told where the selected are told of.
      state().select({ agents: [], state: null });
      const arms = [{ label: branch?.change ?? '', values: {}, setup: rooted(setup) }, ...without(branch)];
      const from = branch === null ? since : branch.from + 1;
      const plan: Plan = { arms, worlds: count, rounds: head, from, subject, files: filesDigest(files()) };
      const before = worldsNow(state());
      const isMore = before !== null && isSameQuestion(before.plan, plan);
      const known = isMore ? before.played.filter(({ world }) => world <= count) : [];
      const definitions = measuresOf(info, plan);
      const apart = apartOf(run, lookNow(state()));
      setWorlds({
        plan,
        epoch: info.epoch,
        definitions,
        ticks: courseTicks(head),
        states: info.chart.states.length,
        apart: apart === null ? -1 : info.chart.states.indexOf(apart),
        played: known,
        here: isMore ? before.here : null,
        status: 'playing',
        active: null,
        pinned: isMore ? before.pinned : definitions[subject === null ? 0 : info.outcomes.length].name,
      });
      playOn(plan, known, isMore ? before.here : null);
    },
    async goOnWorlds() {
      went = performance.now();
      const worlds = worldsNow(state());
      if (worlds?.status === 'stopped') playOn(worlds.plan, worlds.played, worlds.here);
    },
    async stopWorlds() {
      if (performance.now() - went < DOUBLE) return;
      playing.stop();
    },
    async leaveWorlds() {
      playing.stop();
      state().setWorlds(null);
    },
    async openWorld(world) {
      const worlds = worldsNow(state());
      if (worlds === null) return;
      playing.stop();
      const played = worlds.played.find(one => one.world === world);
      const setup = setupOfWorld(worlds.plan, { arm: 0, world });
      if (!(await open(setup, files(), worlds.plan.rounds)) || played === undefined) return;
      await reached(store, played.rounds).catch(() => undefined);
      const { hash, head, notify } = state();
      if (head === played.rounds && hash !== played.hash)
        notify(
          'error',
          `This world came to another hash than before: ${hash.slice(0, 8)} instead of ${played.hash.slice(0, 8)}.`,
        );
    },
  };
}

/** The arm without what the run on the screen changed. */
const without = (branch: Branch | null): readonly Arm[] =>
  branch === null ? [] : [{ label: 'without it', values: {}, setup: rooted(branch.parent.setup) }];

/** A set-up without what it branched off from, which worlds do not share. */
const rooted = ({ branchOf: _, ...setup }: Setup): Setup => setup;

const BY_POLICY =
  'Worlds are decided by the built-in policy: a language model would have to be asked in each of them.';

const isSameQuestion = (a: Plan, b: Plan): boolean =>
  a.rounds === b.rounds && a.from === b.from && a.subject === b.subject && sameSetup(a, b);

const sameSetup = (a: Plan, b: Plan): boolean => JSON.stringify(a.arms) === JSON.stringify(b.arms);
