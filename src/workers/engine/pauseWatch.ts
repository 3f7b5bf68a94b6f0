import { listReadableValues } from '../../engine/conditions/compileAgentTest.ts';
import { type Condition, readCondition } from '../../engine/conditions/condition.ts';
import {
  type ConditionMeetings,
  countConditionMeetings,
} from '../../engine/conditions/countConditionMeetings.ts';
import { findLastMetBefore } from '../../engine/conditions/findLastMetBefore.ts';
import { collectConditionNames, type Met, RunWatch } from '../../engine/conditions/runWatch.ts';
import { InputError } from '../../engine/core/errors.ts';
import type { Tick } from '../../engine/core/indices.ts';
import type { Run } from '../../engine/run/run.ts';
import { createTimeSlicer } from '../shared/pace.ts';
import type { Opened } from './opened.ts';

/** @throws InputError for a condition that the run cannot meet */
const parsePauseConditions = (run: Run, texts: readonly string[]): readonly Condition[] =>
  texts.map(text => readCondition(text, collectConditionNames(run)));

/** Pause conditions of a playing run. */
export class PauseWatch {
  readonly #watch: RunWatch;
  /** All that the round met at which it paused last. */
  met: readonly Met[] = [];

  constructor(run: Run, texts: readonly string[]) {
    this.#watch = new RunWatch(run, parsePauseConditions(run, texts));
  }

  /** A round is over. @param isPlaying whether it may pause the run @returns whether it does */
  sealed(isPlaying: boolean): boolean {
    const met = this.#watch.met();
    this.met = isPlaying ? met : [];
    return this.met.length > 0;
  }
}

/** The last round before one that met one of some conditions; null for none. */
export const findLastConditionMet = (
  { run, reader }: Pick<Opened, 'run' | 'reader'>,
  texts: readonly string[],
  before: Tick,
): Promise<Met | null> =>
  findLastMetBefore(run, parsePauseConditions(run, texts), before, {
    at: (tick, read) => reader.at(tick, read),
    breathe: createTimeSlicer(),
  });

/** Counts who has met conditions so far. Those that the run cannot meet count as met by nobody. */
export function listConditionMeetings(run: Run, texts: readonly string[]): readonly ConditionMeetings[] {
  const names = collectConditionNames(run);
  const readable = texts.flatMap((text, at) => {
    try {
      return [{ at, condition: readCondition(text, names) }];
    } catch (error) {
      if (error instanceof InputError) return [];
      throw error;
    }
  });
  return countConditionMeetings(
    run,
    readable.map(({ condition }) => condition),
  ).map(one => ({
    ...one,
    condition: readable[one.condition].at,
  }));
}

/** Names of the agent values that conditions of a run can read. */
export const listAgentValueNames = ({ state }: Run): readonly string[] => listReadableValues(state);
