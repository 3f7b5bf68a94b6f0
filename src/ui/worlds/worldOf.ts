import type { Files, Setup } from '../../engine/config.ts';
import { filesDigest, type Job, planId, seedOf, setupOfWorld } from '../../engine/worlds/plan.ts';
import type { Worlds } from '../store/worldsState.ts';

/** A set-up without what it branched off from, which worlds do not share. */
export const rooted = ({ branchOf: _, ...setup }: Setup): Setup => setup;

type Known = Pick<Worlds, 'plan' | 'played' | 'base'>;

/** Which of the worlds a set-up is; null for the run that they are worlds of, undefined for none. */
export function worldOf({ plan, played, base }: Known, setup: Setup, files: Files): Job | null | undefined {
  if (plan.files !== filesDigest(files)) return undefined;
  const idOf = (own: Setup) => planId({ ...plan, arms: [{ label: '', values: {}, setup: rooted(own) }] });
  const id = idOf(setup);
  if (idOf(base) === id) return null;
  return played.find(
    job => (plan.from !== null || seedOf(plan, job) === setup.seed) && idOf(setupOfWorld(plan, job)) === id,
  );
}

/** A world as it is opened; null for the run that they are worlds of. */
export const jobOf = ({ arm, world }: Job): Job | null => (world === 0 ? null : { arm, world });
