import type { Tick } from '../../../engine/core/indices.ts';
import { repeatRecordedTick } from '../../../engine/run/repeatRecordedTick.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import type { OpeningWatch } from '../playWarmUp.ts';

/**
 * Brings a run from its first round to a tick by the answers that another one of the same past was given. They stay its own: with
 * sources, texts and who gave them.
 */
export async function repeatRunUntil(
  run: Run,
  parent: Pick<Run, 'journal'>,
  until: Tick,
  { progress, isWanted }: OpeningWatch,
): Promise<void> {
  const rest = createTimeSlicer();
  while (run.tick < until && isWanted()) {
    await repeatRecordedTick(run, parent);
    if (await rest()) progress?.(run.tick / until, 'Playing it again');
  }
}

/** The same; from there on another oracle decides. */
export async function branchRunOff(run: Run, parent: Run, from: Tick, watch: OpeningWatch): Promise<void> {
  await repeatRunUntil(run, parent, from, watch);
  if (from > 0) run.handOver();
}
