import type { Journal } from '../engine/journal.ts';
import type { Run } from '../engine/run.ts';
import type { Counting } from '../engine/statistics/counted.ts';
import { statisticsOf } from '../engine/statistics/statistics.ts';
import { stuckIn } from '../engine/statistics/stuck/stuck.ts';
import type { PopulationReport } from './readCommands.ts';

/**
 * Statistics of a run, and who is stuck at its sealed tick.
 * @param journal of the run, of which this one may be a replica
 * @param word for a tick; null: nobody is asked for
 */
export const populationReport = (
  run: Run,
  counting: Counting,
  journal: Journal,
  word: string | null,
): PopulationReport => ({
  ...statisticsOf(run.machine, counting),
  stuck: word === null ? null : stuckIn(run, journal, word).agents,
});
