import type { PageState } from '../../store/pageState.ts';
import { lookNow } from '../looks.ts';
import { GOVERNED, governedOf } from './governedPart.ts';

/** Answers by which a run can be compared with its counterpart, or the obstacle. */
type Comparable =
  /** The policy plays the pair. */
  | 'policy'
  /** The run is over, and its own answers were given without governance. */
  | 'own'
  /** The same will hold once all missions have ended. */
  | 'later'
  /** A model answered under governance: its answers without it are unknown. */
  | 'never';

/** Tells whether this run's missions can be compared now, and by whose answers. */
export function comparable(state: PageState): Comparable {
  const { run, mixed } = state;
  if (run?.setup.oracle.kind === 'policy' && !mixed) return 'policy';
  if (isGovernance(state)) return 'never';
  return lookNow(state).isOver(state) ? 'own' : 'later';
}

/** Whether the rules hold in this run. */
export const isGovernance = ({ run }: Pick<PageState, 'run'>): boolean =>
  run?.info.config.parameters.governance !== false;

/** A key that changes when another oracle decides, in the same run or in another one. */
export const deciderOf = ({ run, mixed }: PageState): string =>
  `${run?.info.epoch} ${run?.setup.oracle.kind} ${mixed}`;

/** Requests a comparison with the answers of this run. */
export function compare(state: PageState): void {
  const pairWishes = governedOf(state).pairWishes + 1;
  state.know(GOVERNED, { pair: 'asked', pairWanted: deciderOf(state), pairWishes });
}
