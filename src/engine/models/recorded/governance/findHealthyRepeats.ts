import { compareCodeUnits } from '../../../files/textFile.ts';
import type { HealthyRepeats } from '../../../model/rulesSummary.ts';
import { isCallTool } from '../../../traces/guardSteps.ts';
import type { TraceStep } from '../../../traces/traces.ts';
import { getCallKind } from './exemptCases.ts';
import type { PreparedCase } from './prepareCases.ts';

/** Successful cases that must repeat a kind of call before it counts as healthy. */
const MIN_SUCCESSES = 5;
/** Kinds that are listed, those with the most repeats first. */
const MAX_LISTED = 10;

/** Counts of one kind of call. */
interface RepeatCounts {
  readonly tool: string;
  readonly args: string | null;
  repeats: number;
  readonly succeeded: Set<string>;
  readonly failed: Set<string>;
}

/** Tools, and of shells commands, whose equal calls come again in successful cases and in no failed one. O(steps) */
export function findHealthyRepeats(cases: readonly PreparedCase[]): readonly HealthyRepeats[] {
  const kinds = new Map<string, RepeatCounts>();
  for (const { source } of cases) {
    const seen = new Set<string>();
    for (const step of source.steps) {
      if (!isCallTool(step.tool) || step.argsHash === null) continue;
      const call = JSON.stringify([step.tool, step.argsHash]);
      if (seen.has(call)) countRepeat(kinds, step, source);
      seen.add(call);
    }
  }
  return [...kinds.values()]
    .filter(({ succeeded, failed }) => succeeded.size >= MIN_SUCCESSES && failed.size === 0)
    .sort((a, b) => b.repeats - a.repeats || compareCodeUnits(a.tool, b.tool))
    .slice(0, MAX_LISTED)
    .map(({ tool, args, repeats, succeeded }) => ({ tool, args, repeats, succeeded: succeeded.size }));
}

function countRepeat(
  kinds: Map<string, RepeatCounts>,
  step: TraceStep,
  source: PreparedCase['source'],
): void {
  const { tool, args } = getCallKind(step);
  const key = JSON.stringify([tool, args]);
  const counts = kinds.get(key) ?? { tool, args, repeats: 0, succeeded: new Set(), failed: new Set() };
  kinds.set(key, counts);
  counts.repeats++;
  if (source.outcome === 'succeeded') counts.succeeded.add(source.id);
  if (source.outcome === 'failed') counts.failed.add(source.id);
}
