import type { Run } from './run.ts';

const NEVER_ABORTED_SIGNAL = new AbortController().signal;

/**
 * Plays the next tick of a run by the recorded inputs of another one, which has the same past and the same changes up
 * to there.
 */
export async function repeatRecordedTick(run: Run, { journal }: Pick<Run, 'journal'>): Promise<void> {
  const next = run.tick + 1;
  if (journal.isHandedOver(next)) run.handOver();
  await run.step(journal.oracleOf(next) ?? run.policy, NEVER_ABORTED_SIGNAL);
}
