import type { Files, Setup } from '../../engine/config.ts';
import { filesDigest, planId, setupOfWorld } from '../../engine/worlds/plan.ts';
import type { Worlds } from '../store/worldsState.ts';

/** A set-up without what it branched off from, which worlds do not share. */
export const rooted = ({ branchOf: _, ...setup }: Setup): Setup => setup;

/** Which of the worlds a set-up is; null for none. */
export function worldOf(
  { plan, played }: Pick<Worlds, 'plan' | 'played'>,
  setup: Setup,
  files: Files,
): number | null {
  if (plan.arms.length > 1 || plan.files !== filesDigest(files)) return null;
  const idOf = (own: Setup) => planId({ ...plan, arms: [{ label: '', values: {}, setup: rooted(own) }] });
  const id = idOf(setup);
  const candidates = played.filter(({ seed }) => seed === setup.seed || plan.from !== null);
  return (
    [0, ...candidates.map(({ world }) => world)].find(
      world => idOf(setupOfWorld(plan, { arm: 0, world })) === id,
    ) ?? null
  );
}
