import { readCondition } from '../../../src/engine/conditions/condition.ts';
import type { Backwards } from '../../../src/engine/conditions/findLastMetBefore.ts';
import { collectConditionNames, type Met, RunWatch } from '../../../src/engine/conditions/runWatch.ts';
import { createRun, type Loaded } from '../../../src/engine/models/openRun.ts';
import { Replica } from '../../../src/engine/run/replica.ts';
import type { Run } from '../../../src/engine/run/run.ts';

/** The last tick of runs that are searched. */
export const LAST = 30;

export const conditionsOf = (run: Run, texts: readonly string[]) =>
  texts.map(text => readCondition(text, collectConditionNames(run)));

/** What each tick of a run met, by tick: watched while it is played. */
export async function watchedOn(
  run: Run,
  texts: readonly string[],
  play: (tick: number) => Promise<unknown>,
): Promise<readonly (readonly Met[])[]> {
  const watch = new RunWatch(run, conditionsOf(run, texts));
  const met: (readonly Met[])[] = [];
  for (let tick = run.tick + 1; tick <= LAST; tick++) {
    await play(tick);
    met[tick] = watch.met();
  }
  return met;
}

/** A played run as it was, brought back as the page's worker does it. */
export function pastOf(run: Run, loaded: Loaded): Backwards {
  const replica = new Replica(run, () => createRun(loaded));
  return { at: (tick, read) => replica.at(tick, read), breathe: async () => {} };
}
