import type { Setup } from '../../engine/config.ts';
import { InputError } from '../../engine/errors.ts';
import { changedArms } from '../../engine/worlds/commandOptions.ts';
import { type Arm, type Plan, setupOfWorld } from '../../engine/worlds/plan.ts';
import { armsOf, readSweep } from '../../engine/worlds/sweep.ts';
import { courseTicks, measuresOf } from '../../engine/worlds/world.ts';
import type { RunInfo } from '../../workers/api.ts';
import type { WorldsQuestion } from '../link/link.ts';
import { lookNow } from '../models/looks.ts';
import type { PageState } from '../store/pageState.ts';
import type { RunState } from '../store/runState.ts';
import { worldsNow } from '../store/worldsSlice.ts';
import type { Worlds } from '../store/worldsState.ts';
import { apartOf } from '../views/statesBands.ts';
import { grouped } from '../words/words.ts';
import { isSameRun, rooted } from './worldOf.ts';

const BY_POLICY =
  'Worlds are decided by the built-in policy: a language model would have to be asked in each of them.';

/** Why worlds cannot be played, in words; null: they can. */
export function inTheWay(state: PageState, { from = null, isAgainstParent }: WorldsQuestion): string | null {
  const { run, mixed, head, branch } = state;
  if (isAgainstParent && branch === null)
    return 'The run on the screen is no branch, so there is nothing to play it against.';
  const deciders = [run, isAgainstParent && branch !== null ? branch.parent : null];
  if (mixed || deciders.some(one => one && one.setup.oracle.kind !== 'policy')) return BY_POLICY;
  return from !== null && from > head
    ? 'Nothing has been played since then that could go otherwise: play on first.'
    : null;
}

/**
 * The worlds that are asked for; those of them that are there already are kept.
 * @param files digest of the user’s @throws InputError for a sweep that cannot be, and for too many
 */
export function askedWorlds(
  state: PageState,
  run: RunState,
  { worlds: count, subject = null, from: since = null, sweep = [], outcome, isAgainstParent }: WorldsQuestion,
  files: string | null,
): Worlds {
  const { info, setup } = run;
  const before = worldsNow(state);
  const isMember =
    before !== null &&
    before.shown !== null &&
    before.plan.from === since &&
    before.plan.subject === subject &&
    isSameRun(before.plan, setupOfWorld(before.plan, before.shown), setup);
  // More worlds of the run that the world on the screen is one of.
  const base = isMember ? before.base : rooted(setup);
  const branch = isAgainstParent ? state.branch : null;
  const arms =
    sweep.length > 0
      ? sweptArms(base, sweep, info)
      : branch === null
        ? [{ label: '', values: {}, setup: base }]
        : changedArms(rooted(branch.parent.setup), base);
  const from = branch === null ? since : branch.from + 1;
  const plan: Plan = { arms, worlds: count, rounds: state.head, from, subject, files };
  if (count * arms.length > MOST_HERE)
    throw new InputError(
      `${grouped(count * arms.length)} worlds are too many for a page, which plays ${grouped(MOST_HERE)} at most; the command line plays more`,
    );
  const known = before !== null && isSameQuestion(before.plan, plan) ? before : null;
  const definitions = measuresOf(info, plan);
  const apart = apartOf(run, lookNow(state));
  return {
    plan,
    sweep,
    base,
    baseArm: branch === null ? arms.findIndex(({ values }) => holdsIn(values, base, info)) : 1,
    change: branch?.change ?? null,
    epoch: info.epoch,
    shown: isMember ? before.shown : null,
    definitions,
    ticks: courseTicks(state.head),
    states: info.chart.states.length,
    apart: apart === null ? -1 : info.chart.states.indexOf(apart),
    played: known?.played.filter(({ world }) => world <= count) ?? [],
    origin: known?.origin ?? null,
    status: 'playing',
    active: null,
    pinned: outcome ?? known?.pinned ?? definitions[subject === null ? 0 : info.outcomes.length].name,
    isOver: sweep.length === 0 && branch === null && (known?.isOver ?? subject !== null),
  };
}

/** Most worlds that a page plays. */
const MOST_HERE = 20_000;

function sweptArms(base: Setup, sweep: readonly string[], { parameters }: RunInfo): readonly Arm[] {
  const model = { name: base.model, parameters };
  return armsOf(
    base,
    sweep.map(text => readSweep(text, model)),
    model,
  );
}

/** Whether a set-up has these values. */
const holdsIn = (values: Arm['values'], { parameters, preset }: Setup, info: RunInfo): boolean =>
  Object.entries(values).every(([name, value]) => {
    const usual = info.parameters.find(parameter => parameter.name === name)?.defaults[preset];
    return (parameters[name] ?? usual) === value;
  });

const isSameQuestion = (a: Plan, b: Plan): boolean =>
  a.rounds === b.rounds && a.from === b.from && a.subject === b.subject && sameSetup(a, b);

const sameSetup = (a: Plan, b: Plan): boolean => JSON.stringify(a.arms) === JSON.stringify(b.arms);
