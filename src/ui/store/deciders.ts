import type { Setup } from '../../engine/setup/config.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import type { PageState, RunState } from '../state/pageState.ts';
import { getPastTick } from '../state/viewState.ts';

/** True if the set-up alone repeats the run on the screen: the policy has decided all of it. */
export const isRunRepeatable = ({ run, mixed }: Pick<PageState, 'run' | 'mixed'>): boolean =>
  !mixed && run !== null && run.setup.oracle.kind === 'policy';

type DecidedRun = Pick<RunState, 'setup'> & { readonly info?: Pick<RunInfo, 'repeats'> };

/** A run with its hash as of its latest tick, by the rule of old documents as well. */
interface Decided extends Partial<Pick<PageState, 'hashFromZeros'>> {
  readonly run: DecidedRun | null;
  readonly hash: string;
}

/** The set-up by which the policy decides, of a run that it decides or did in the recording that decides now. */
export const getPolicySetup = ({ setup, info }: DecidedRun): Setup =>
  setup.oracle.kind === 'replay' && info?.repeats !== undefined
    ? { ...setup, oracle: { kind: 'policy' } }
    : setup;

/** True if a recording decides, and its run, to this hash, was all the policy's. */
function isRecordingPolicyOnly({ run, hash, hashFromZeros }: Decided): boolean {
  if (run?.setup.oracle.kind !== 'replay' || run.info?.repeats === undefined) return false;
  return [hash, hashFromZeros].includes(run.info.repeats);
}

/** The set-up by which a run is played in other worlds: there the policy decides again what a recording repeats of it. */
export const getReplicateSetup = (decided: Decided, run: DecidedRun): Setup =>
  isRecordingPolicyOnly(decided) ? getPolicySetup(run) : run.setup;

/** Reason why a run has no other worlds: a recording decides, and repeats it; null if none does. */
export const explainNoReplicates = (decided: Decided): string | null =>
  decided.run?.setup.oracle.kind === 'replay' && !isRecordingPolicyOnly(decided)
    ? 'A replay repeats one run: only one of the policy’s has other worlds, at its end and unchanged. Else start again, under Who decides.'
    : null;

/** True if another oracle has decided since the viewed round. */
export function hasOtherDeciderSince(state: PageState): boolean {
  const past = getPastTick(state);
  return past !== null && (state.run?.info.handOvers ?? []).some(({ tick }) => tick > past + 1);
}
