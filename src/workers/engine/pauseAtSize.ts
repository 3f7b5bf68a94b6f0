import { InputError } from '../../engine/core/errors.ts';
import type { Run } from '../../engine/run/run.ts';

/** Measured on long runs of the social model, its posts among them; models whose decisions have texts take more. */
const BYTES_OF = { transition: 3.5, decision: 50 };
const GIGABYTE = 1e9;

/** Memory of what a run keeps of its past, in bytes: at least so many. */
const estimatePastBytes = ({ machine, state }: Run): number =>
  machine.log.rows * BYTES_OF.transition + state.decisionCount * BYTES_OF.decision;

/** A check after each round, that throws an InputError once for each doubling of a run's past beyond a size. */
export function createSizeCheck(run: Run, first: number = GIGABYTE): () => void {
  let limit = Math.max(first, 2 * estimatePastBytes(run));
  return () => {
    const bytes = estimatePastBytes(run);
    if (bytes < limit) return;
    limit = 2 * bytes;
    const size = (bytes / GIGABYTE).toPrecision(2);
    throw new InputError(`paused: the past of this run takes ${size} GB or more; export it, or play on`);
  };
}
