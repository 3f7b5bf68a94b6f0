import type { Character } from '../../../../engine/models/governed/phases.ts';
import { getCurrentAppearance } from '../../../model/getModelAppearance.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getStateAtHead } from '../../../store/applyModelFrame.ts';
import { GOVERNED, getGovernedPart } from '../governedPart.ts';

/** Whose answers a run's counterpart gets, or the obstacle. */
type Comparable =
  /** The policy plays both. */
  | 'policy'
  /** The run is over, and its model can be asked for the other one. */
  | 'model'
  /** The same will hold once all missions have ended. */
  | 'later'
  /** A recording has no answers for another run, nor have several oracles in turn. */
  | 'never';

/** Checks if this run's missions can be compared now, and by whose answers. */
export function getComparability(state: PageState): Comparable {
  const { run, mixed } = state;
  const kind = run?.setup.oracle.kind;
  if (mixed || kind === 'replay') return 'never';
  if (kind === 'policy') return 'policy';
  return getCurrentAppearance(state).isOver(getStateAtHead(state)) ? 'model' : 'later';
}

/** True if the rules are active in this run. */
export const isGovernanceOn = ({ run }: Pick<PageState, 'run'>): boolean =>
  run?.info.config.parameters.governance !== false;

/** The character that does not fail. */
const WELL: Character = 'searcher';
const STAGED = new WeakMap<object, number>();

/** Number of missions that fail on purpose, if the policy plays them as characters. */
export function countStagedMissions(state: PageState): number {
  if (state.run?.setup.oracle.kind !== 'policy' && !state.mixed) return 0;
  const groups = state.run?.info.groups;
  if (!groups) return 0;
  const known =
    STAGED.get(groups) ?? groups.of.reduce((sum, of) => sum + (groups.names[of] === WELL ? 0 : 1), 0);
  STAGED.set(groups, known);
  return known;
}

/** A key that changes when another oracle decides, in the same run or in another one. */
export const getDeciderKey = ({ run, mixed }: PageState): string =>
  `${run?.info.epoch} ${run?.setup.oracle.kind} ${mixed}`;

/** Requests a comparison of this run with its counterpart. */
export function requestComparison(state: PageState): void {
  const pairWishes = getGovernedPart(state).pairWishes + 1;
  state.know(GOVERNED, { pair: 'asked', pairWanted: getDeciderKey(state), pairWishes });
}
