import type { Files } from '../../engine/files/namedFile.ts';
import type { Setup } from '../../engine/setup/config.ts';
import {
  computeFilesDigest,
  computePlanId,
  createWorldSetup,
  getJobSeed,
  type Job,
  type Plan,
} from '../../engine/worlds/worldPlan.ts';
import type { Worlds } from '../state/worldsState.ts';

/** A set-up without what it branched off from, which worlds do not share. */
export const removeBranchOrigin = ({ branchOf: _, ...setup }: Setup): Setup => setup;

type JobContext = Pick<Worlds, 'plan' | 'played' | 'base'>;

/** Which of the worlds a set-up is; null for the run that they are worlds of, undefined for none. */
export function findWorldJob(
  { plan, played, base }: JobContext,
  setup: Setup,
  files: Files,
): Job | null | undefined {
  if (plan.files !== computeFilesDigest(files)) return undefined;
  if (isSameRunSetup(plan, base, setup)) return null;
  return played.find(
    job =>
      (plan.from !== null || getJobSeed(plan, job) === setup.seed) &&
      isSameRunSetup(plan, createWorldSetup(plan, job), setup),
  );
}

/** True if two set-ups make the same run, in any order of their parts. */
export function isSameRunSetup(plan: Plan, a: Setup, b: Setup): boolean {
  const idOf = (setup: Setup) =>
    computePlanId({ ...plan, arms: [{ label: '', values: {}, setup: removeBranchOrigin(setup) }] });
  return idOf(a) === idOf(b);
}

/** A world as it is opened; null for the run that they are worlds of. */
export const normalizeWorldJob = ({ arm, world }: Job): Job | null => (world === 0 ? null : { arm, world });
