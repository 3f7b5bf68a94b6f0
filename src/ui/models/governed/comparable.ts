import type { PageState } from '../../store/pageState.ts';
import { lookNow } from '../looks.ts';
import { GOVERNED, governedOf } from './governedPart.ts';

/** By whose answers a run can be compared with the other way of governing it, or what is in the way. */
type Comparable =
  /** The policy plays the pair. */
  | 'policy'
  /** The run is over, and its own answers were given without governance. */
  | 'own'
  /** So will they be, once all missions have ended. */
  | 'later'
  /** Somebody answered under governance: nobody knows the answers without it. */
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

/** Changes when somebody else decides, in the same run or in another one. */
export const deciderOf = ({ run, mixed }: PageState): string =>
  `${run?.info.epoch} ${run?.setup.oracle.kind} ${mixed}`;

/** Somebody wants the answers of this run compared. */
export function compare(state: PageState): void {
  const pairWishes = governedOf(state).pairWishes + 1;
  state.know(GOVERNED, { pair: 'asked', pairWanted: deciderOf(state), pairWishes });
}
