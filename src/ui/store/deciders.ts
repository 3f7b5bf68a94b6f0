import type { PageState } from './pageState.ts';
import { pastTick } from './shown.ts';

/** Whether the set-up alone repeats the run on the screen: the policy has decided all of it. */
export const isRepeatable = ({ run, mixed }: Pick<PageState, 'run' | 'mixed'>): boolean =>
  !mixed && run !== null && run.setup.oracle.kind === 'policy';

/** Whether an earlier round is looked at after which another oracle decided than now. */
export function decidedOtherwise(state: PageState): boolean {
  const past = pastTick(state);
  return past !== null && (state.run?.info.handOvers ?? []).some(({ tick }) => tick > past + 1);
}
