import { findStuckAgents } from '../../../engine/explain/stuck/stuck.ts';
import type { ModelReports } from '../../../engine/model/model.ts';
import type { Journal } from '../../../engine/oracle/journal.ts';
import type { Run } from '../../../engine/run/run.ts';
import { type Counting, resolveCounting } from '../../../engine/statistics/counted.ts';
import { computeRunStatistics } from '../../../engine/statistics/statistics.ts';
import type { PopulationReport } from '../../protocol/readCommands.ts';

/** The run of a report, and the request. */
interface ReportedRun {
  readonly run: Run;
  readonly reports: ModelReports;
  /** Of the run, of which this one may be a replica. */
  readonly journal: Journal;
  /** For a tick; null: nobody is asked for. */
  readonly stuckWord: string | null;
}

/** Statistics of a run, what came of its steps, and who is stuck at its sealed tick. */
export const buildPopulationReport = (
  { run, reports, journal, stuckWord }: ReportedRun,
  counting: Counting,
): PopulationReport => ({
  ...computeRunStatistics(run.machine, {
    ...counting,
    lastTickOf: agent => run.state.findLastTick?.(agent) ?? null,
  }),
  steps: reports.steps?.(run.machine, resolveCounting(run.machine, counting)) ?? null,
  stuck: stuckWord === null ? null : findStuckAgents(run, journal, stuckWord),
});
