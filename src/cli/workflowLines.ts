import { workflowQueries } from '../engine/models/workflow/workflowQueries.ts';
import type { Run } from '../engine/run.ts';
import { grouped } from '../engine/textFile.ts';

const MOST = 5;
/** One failure in so many questions is no news: policies are there for it. */
const MANY = 10;

/** What a run of workflows has warned of, the most frequent first, and how many of its steps failed. */
export function workflowLines({ state, model, tick, config }: Run): readonly string[] {
  if (model.name !== 'workflow') return [];
  const { tickSeconds } = config;
  const warnings = [...workflowQueries.of(state, 'warnings', null, { tick, tickSeconds })].sort(
    (a, b) => b.times - a.times,
  );
  const lines = warnings
    .slice(0, MOST)
    .map(
      ({ line, column, message, times }) =>
        `line ${line}, column ${column}: ${message} (${grouped(times)} times)`,
    );
  if (warnings.length > MOST) lines.push(`and ${grouped(warnings.length - MOST)} more warnings`);
  const { failureCount, decisionCount } = state;
  if (failureCount > 0 && failureCount * MANY >= decisionCount)
    lines.push(`${grouped(failureCount)} steps failed, in ${grouped(decisionCount)} questions`);
  return lines;
}
