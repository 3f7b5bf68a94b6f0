import type { PageState, RunState } from './pageState.ts';
import { pastTick } from './shown.ts';

/** Whether the set-up alone repeats the run on the screen: the policy has decided all of it. */
export const isRepeatable = ({ run, mixed }: Pick<PageState, 'run' | 'mixed'>): boolean =>
  !mixed && run !== null && run.setup.oracle.kind === 'policy';

/** Why a run has no other worlds: a recording decides, and repeats it; null where none does. */
export const repeatsOnly = ({ run }: { readonly run: Pick<RunState, 'setup'> | null }): string | null =>
  run?.setup.oracle.kind === 'replay'
    ? 'A replay repeats one run: worlds are decided by the built-in policy or by a language model. Start again with one of them first, under Who decides.'
    : null;

/** Whether an earlier round is looked at after which another oracle decided than now. */
export function decidedOtherwise(state: PageState): boolean {
  const past = pastTick(state);
  return past !== null && (state.run?.info.handOvers ?? []).some(({ tick }) => tick > past + 1);
}
