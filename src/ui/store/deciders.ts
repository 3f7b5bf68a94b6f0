import type { Setup } from '../../engine/config.ts';
import type { PageState, RunState } from './pageState.ts';
import { pastTick } from './shown.ts';

/** Whether the set-up alone repeats the run on the screen: the policy has decided all of it. */
export const isRepeatable = ({ run, mixed }: Pick<PageState, 'run' | 'mixed'>): boolean =>
  !mixed && run !== null && run.setup.oracle.kind === 'policy';

/** A run, and the document that decides in it; null for none. */
interface Decided {
  readonly run: Pick<RunState, 'setup'> | null;
  readonly replayed: PageState['replayed'];
}

/** Whether a recording repeats a run that the policy decided from first to last. */
const isPolicysAgain = ({ run, replayed }: Decided): boolean =>
  run?.setup.oracle.kind === 'replay' && replayed?.isByPolicy === true;

/** Whether the policy decides, or decided what a recording repeats. */
export const isByPolicy = (decided: Decided): boolean =>
  decided.run?.setup.oracle.kind === 'policy' || isPolicysAgain(decided);

/** The set-up by which a run is played in other worlds: there the policy decides again what a recording repeats of it. */
export const setupElsewhere = (decided: Decided, setup: Setup): Setup =>
  isPolicysAgain(decided) ? { ...setup, oracle: { kind: 'policy' } } : setup;

/** Why a run has no other worlds: a recording decides, and repeats it; null where none does. */
export const repeatsOnly = (decided: Decided): string | null =>
  decided.run?.setup.oracle.kind === 'replay' && !isPolicysAgain(decided)
    ? 'A replay repeats one run: worlds are decided by the built-in policy or by a language model. Start again with one of them first, under Who decides.'
    : null;

/** Whether an earlier round is looked at after which another oracle decided than now. */
export function decidedOtherwise(state: PageState): boolean {
  const past = pastTick(state);
  return past !== null && (state.run?.info.handOvers ?? []).some(({ tick }) => tick > past + 1);
}
