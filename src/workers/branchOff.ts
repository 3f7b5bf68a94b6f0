import type { Tick } from '../engine/indices.ts';
import { repeatTick } from '../engine/repeat.ts';
import type { Run } from '../engine/run.ts';
import { breathe } from './pace.ts';
import type { OpeningWatch } from './warmUp.ts';

/**
 * Brings a run from its first round to a tick by the answers that another one of the same past was given. They stay its own: with
 * sources, texts and who gave them. From there on another oracle decides.
 */
export async function branchOff(
  run: Run,
  parent: Run,
  from: Tick,
  { progress, isWanted }: OpeningWatch,
): Promise<void> {
  const rest = breathe();
  while (run.tick < from && isWanted()) {
    await repeatTick(run, parent);
    if (await rest()) progress?.(run.tick / from, 'Playing it again');
  }
  if (from > 0) run.handOver();
}
