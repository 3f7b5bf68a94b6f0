import { usePage } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getPairSides } from './sides.ts';

/** Valid and invalid conclusions from the two runs. */
export function CompareChip() {
  const a = usePage(state => getPairSides(state)?.a.run.setup);
  const b = usePage(state => getPairSides(state)?.b.run.setup);
  const { tick } = usePage(getCurrentModelWords);
  if (!a || !b) return null;
  const isPolicy = a.oracle.kind === 'policy' && b.oracle.kind === 'policy';
  if (a.seed !== b.seed)
    return (
      <>
        the seeds differ ({a.seed}, {b.seed}): chance differs from the first {tick} on
      </>
    );
  return (
    <>
      both have seed {a.seed} and share their chance: what the change does not touch is the same. One pair of
      runs{isPolicy ? '; with another seed the difference may be another' : ''}
    </>
  );
}
