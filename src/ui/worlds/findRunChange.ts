import type { Tick } from '../../engine/core/indices.ts';
import { isGeneratorName } from '../../engine/network/generated/generators.ts';
import type { Change, Setup } from '../../engine/setup/config.ts';
import { formatChange } from '../../engine/setup/formatChange.ts';
import { parseAgentNumber } from '../../engine/setup/setupChanges.ts';
import type { PageState } from '../state/pageState.ts';
import { getReplicateSetup } from '../store/deciders.ts';
import { getCurrentWorlds } from '../store/slices/worldsSlice.ts';
import { describeRunChange } from '../words/describeChange.ts';
import { isDeciderComparison, isPairPlan } from './courses.ts';
import { removeBranchOrigin } from './findWorldJob.ts';

/** A change of the run on the screen: worlds are played with it and without it. */
export interface RunChange {
  /** "Resharing 3 ×" */
  readonly words: string;
  readonly without: Setup;
  readonly changed: Setup;
  /** The round in which it is made. */
  readonly from: Tick;
  /** True if it can be made in any society, whatever came before in it. */
  readonly isForAnySociety: boolean;
}

/**
 * The change that makes the run on the screen a branch; of a run that is none, its latest: all that was changed in one
 * round. Null for none, and for a run from another text.
 */
export function findRunChange(state: PageState): RunChange | null {
  const { run, branch } = state;
  if (run === null) return null;
  const setup = removeBranchOrigin(getReplicateSetup(state, run));
  if (branch !== null)
    return branch.isOtherText
      ? null
      : createRunChange(branch.change, removeBranchOrigin(branch.parent.setup), setup, branch.from + 1);
  return findWorldsChange(state, setup) ?? findLatestChange(state, setup);
}

/** The change of the worlds that the run on the screen is one of, or that are worlds of it. */
function findWorldsChange(state: PageState, setup: Setup): RunChange | null {
  const worlds = getCurrentWorlds(state);
  if (worlds === null || !isPairPlan(worlds) || isDeciderComparison(worlds)) return null;
  const { base, shown, plan, change } = worlds;
  if (shown === null && listChangeTexts(base).join() !== listChangeTexts(setup).join()) return null;
  const without = plan.arms[0].setup;
  return createRunChange(change ?? '', without, base, findFirstDifferentTick(without, base));
}

function findLatestChange(state: PageState, setup: Setup): RunChange | null {
  const done = setup.changes.filter(({ kind, tick }) => kind !== 'chance' && tick <= state.head);
  const from = Math.max(...done.map(({ tick }) => tick));
  const made = done.filter(({ tick }) => tick === from);
  if (made.length === 0) return null;
  const without = { ...setup, changes: setup.changes.filter(change => !made.includes(change)) };
  return createRunChange(
    made.map(change => describeRunChange(state, change)).join(', '),
    without,
    setup,
    from,
  );
}

const createRunChange = (words: string, without: Setup, changed: Setup, from: Tick): RunChange => {
  const differing = listDifferentChanges(without, changed);
  return {
    ...{ words, without, changed, from },
    isForAnySociety: differing.every(change => isForAnySociety(change, changed)),
  };
};

const listChangeTexts = ({ changes }: Setup): readonly string[] => changes.map(formatChange);

/** The changes that one of two set-ups alone has. */
export function listDifferentChanges(a: Setup, b: Setup): readonly Change[] {
  const [ofA, ofB] = [a, b].map(setup => new Set(listChangeTexts(setup)));
  return [
    ...a.changes.filter(change => !ofB.has(formatChange(change))),
    ...b.changes.filter(change => !ofA.has(formatChange(change))),
  ];
}

const findFirstDifferentTick = (a: Setup, b: Setup): Tick =>
  Math.min(...listDifferentChanges(a, b).map(({ tick }) => tick));

/** An id of something that comes into being in a run, such as `post_012`. */
const NUMBERED = /_\d+$/;

/**
 * True if a change means the same in societies by other seeds. An answer is to a question that is not asked there, a post is
 * another one, and in a generated network so is an agent.
 */
function isForAnySociety(change: Change, { network }: Setup): boolean {
  if (change.kind === 'answer') return false;
  if (change.kind !== 'intervention') return true;
  return change.on.every(
    id => !NUMBERED.test(id) || (!Number.isNaN(parseAgentNumber(id)) && !isGeneratorName(network)),
  );
}
