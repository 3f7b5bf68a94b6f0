import type { Arm, Plan } from '../../engine/worlds/plan.ts';
import { courseTicks, measuresOf } from '../../engine/worlds/world.ts';
import type { WorldsQuestion } from '../link/link.ts';
import { lookNow } from '../models/looks.ts';
import type { Branch, PageState } from '../store/pageState.ts';
import type { RunState } from '../store/runState.ts';
import { worldsNow } from '../store/worldsSlice.ts';
import type { Worlds } from '../store/worldsState.ts';
import { apartOf } from '../views/statesBands.ts';
import { rooted } from './worldOf.ts';

const BY_POLICY =
  'Worlds are decided by the built-in policy: a language model would have to be asked in each of them.';

/** Why worlds cannot be played, in words; null: they can. */
export function inTheWay(state: PageState, { from = null, isAgainstParent }: WorldsQuestion): string | null {
  const { run, mixed, head, branch } = state;
  const deciders = [run, isAgainstParent && branch !== null ? branch.parent : null];
  if (mixed || deciders.some(one => one && one.setup.oracle.kind !== 'policy')) return BY_POLICY;
  return from !== null && from > head
    ? 'Nothing has been played since then that could go otherwise: play on first.'
    : null;
}

/** The worlds that are asked for; those of them that are there already are kept. @param files digest of the user’s */
export function askedWorlds(
  state: PageState,
  run: RunState,
  { worlds: count, subject = null, from: since = null, isAgainstParent }: WorldsQuestion,
  files: string | null,
): Worlds {
  const { info, setup } = run;
  const before = worldsNow(state);
  const isMember =
    before !== null && before.shown > 0 && before.plan.from === since && before.plan.subject === subject;
  // More worlds of the run that the world on the screen is one of.
  const base = isMember ? before.plan.arms[0].setup : rooted(setup);
  const branch = isAgainstParent ? state.branch : null;
  const arms = [{ label: branch?.change ?? '', values: {}, setup: base }, ...without(branch)];
  const from = branch === null ? since : branch.from + 1;
  const plan: Plan = { arms, worlds: count, rounds: state.head, from, subject, files };
  const known = before !== null && isSameQuestion(before.plan, plan) ? before : null;
  const definitions = measuresOf(info, plan);
  const apart = apartOf(run, lookNow(state));
  return {
    plan,
    epoch: info.epoch,
    shown: isMember ? before.shown : 0,
    definitions,
    ticks: courseTicks(state.head),
    states: info.chart.states.length,
    apart: apart === null ? -1 : info.chart.states.indexOf(apart),
    played: known?.played.filter(({ world }) => world <= count) ?? [],
    origin: known?.origin ?? null,
    status: 'playing',
    active: null,
    pinned: known?.pinned ?? definitions[subject === null ? 0 : info.outcomes.length].name,
  };
}

/** The arm without what the run on the screen changed. */
const without = (branch: Branch | null): readonly Arm[] =>
  branch === null ? [] : [{ label: 'without it', values: {}, setup: rooted(branch.parent.setup) }];

const isSameQuestion = (a: Plan, b: Plan): boolean =>
  a.rounds === b.rounds && a.from === b.from && a.subject === b.subject && sameSetup(a, b);

const sameSetup = (a: Plan, b: Plan): boolean => JSON.stringify(a.arms) === JSON.stringify(b.arms);
