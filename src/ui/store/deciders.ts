import type { Setup } from '../../engine/config.ts';
import type { RunInfo } from '../../workers/api.ts';
import type { PageState, RunState } from './pageState.ts';
import { pastTick } from './shown.ts';

/** Whether the set-up alone repeats the run on the screen: the policy has decided all of it. */
export const isRepeatable = ({ run, mixed }: Pick<PageState, 'run' | 'mixed'>): boolean =>
  !mixed && run !== null && run.setup.oracle.kind === 'policy';

/** A run with its hash as of its latest tick. */
interface Decided {
  readonly run: (Pick<RunState, 'setup'> & { readonly info?: Pick<RunInfo, 'repeats'> }) | null;
  readonly hash: string;
}

/** Whether a recording decides, and its run, to this hash, was all the policy's. */
const isPolicysAgain = ({ run, hash }: Decided): boolean =>
  run?.setup.oracle.kind === 'replay' && run.info?.repeats !== undefined && run.info.repeats === hash;

/** The set-up by which a run is played in other worlds: there the policy decides again what a recording repeats of it. */
export const setupElsewhere = (decided: Decided, setup: Setup): Setup =>
  isPolicysAgain(decided) ? { ...setup, oracle: { kind: 'policy' } } : setup;

/** Why a run has no other worlds: a recording decides, and repeats it; null where none does. */
export function repeatsOnly(decided: Decided): string | null {
  const { run } = decided;
  if (run?.setup.oracle.kind !== 'replay' || isPolicysAgain(decided)) return null;
  return run.info?.repeats === undefined ? REPEATS : CHANGED;
}

const REPEATS =
  'A replay repeats one run: worlds are decided by the built-in policy or by a language model. Start again with one of them first, under Who decides.';
const CHANGED =
  'A replay has other worlds where it is at the end of its recording and nothing was changed in it: this run is another one. Start again with the built-in policy first, under Who decides.';

/** Whether an earlier round is looked at after which another oracle decided than now. */
export function decidedOtherwise(state: PageState): boolean {
  const past = pastTick(state);
  return past !== null && (state.run?.info.handOvers ?? []).some(({ tick }) => tick > past + 1);
}
