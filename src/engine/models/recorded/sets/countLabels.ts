import { compareCodeUnits } from '../../../files/textFile.ts';
import type { LabelCounts } from '../../../model/labelCounts.ts';
import { GUARD_ARMS, GUARD_LABEL } from '../../../traces/guardSteps.ts';
import type { TraceCase } from '../../../traces/traces.ts';

/** Values above which a label names single cases rather than groups of them. */
const MAX_LABEL_VALUES = 20;
/** Labels that say which task a case is of: sets split by them have no task in common. */
const TASK_LABELS: ReadonlySet<string> = new Set(['task', 'domain']);

/**
 * Counts the labels by which cases can be split: those of two to twenty values, a guard's first, then by name.
 * @param fewest values that a label has; with 1 also the labels that all cases have in common
 */
export function countLabels(cases: readonly Pick<TraceCase, 'labels'>[], fewest = 2): readonly LabelCounts[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { labels } of cases)
    for (const [label, value] of Object.entries(labels)) {
      const values = counts.get(label) ?? new Map<string, number>();
      counts.set(label, values);
      // One value too many is enough to leave the label out.
      if (values.size <= MAX_LABEL_VALUES) values.set(value, (values.get(value) ?? 0) + 1);
    }
  return [...counts]
    .filter(([label, { size }]) => size >= fewest && size <= MAX_LABEL_VALUES && !TASK_LABELS.has(label))
    .sort(([a], [b]) => Number(b === GUARD_LABEL) - Number(a === GUARD_LABEL) || compareCodeUnits(a, b))
    .map(([label, counted]) => {
      const values = [...counted]
        .map(([value, number]) => ({ value, cases: number }))
        .sort((a, b) => b.cases - a.cases || compareCodeUnits(a.value, b.value));
      return { label, values, pair: selectLabelPair(label, values) };
    });
}

/** A guard's arms in the order without guard, with guard; otherwise the two most frequent values by name. */
function selectLabelPair(label: string, values: LabelCounts['values']): LabelCounts['pair'] {
  const [a, b = a] = values.map(({ value }) => value);
  const arms = [GUARD_ARMS.noted, GUARD_ARMS.acted] as const;
  if (label === GUARD_LABEL && arms.every(arm => values.some(({ value }) => value === arm))) return arms;
  return compareCodeUnits(a, b) < 0 ? [a, b] : [b, a];
}
