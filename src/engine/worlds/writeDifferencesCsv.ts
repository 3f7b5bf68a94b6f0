import { csvFormatRows } from 'd3-dsv';
import { type OutcomeDefinition, roundToSixDecimals } from '../model/outcomeDefinition.ts';
import { isOrderedSweep } from './listSweepComparisons.ts';
import { type PairedSummary, summarizeSweepDifferences } from './summarizeWorlds.ts';
import type { World } from './worldCourse.ts';
import { computePlanId, type Plan } from './worldPlan.ts';

const NUMBERS = ['pairs', 'mean', 'low_95', 'high_95', 'comparisons', 'low_95_all', 'high_95_all'] as const;

/**
 * A row for each outcome and each set-up but the one that the others are compared with: the mean difference world by world with
 * its 95 % interval, the number of comparisons in the outcome, the interval for all of them together, and the numbers
 * of worlds with more, equal and less (six decimals, empty for none). If the reference lies between the ends of a sweep over
 * numbers, a last row of the outcome compares these: its reference is the first.
 * @param reference arm that the others are compared with
 */
export function writeDifferencesCsv(
  plan: Plan,
  definitions: readonly OutcomeDefinition[],
  worlds: readonly World[],
  reference: number,
): string {
  const { arms } = plan;
  const id = computePlanId(plan);
  const swept = [...new Set(arms.flatMap(({ values }) => Object.keys(values)))];
  const of = arms.map((_, arm) => worlds.filter(world => world.arm === arm));
  const isOrdered = isOrderedSweep(arms.map(({ values }) => Object.values(values)));
  const { seed } = arms[0].setup;
  const rows = summarizeSweepDifferences(definitions, of, { reference, isOrdered }, seed);
  const header = [
    'plan',
    'outcome',
    'arm',
    'label',
    ...swept,
    'reference',
    ...NUMBERS,
    'more',
    'equal',
    'less',
  ];
  const body = rows.flat().map(row => {
    const [first, arm] = row.pair;
    const { label, values } = arms[arm];
    const keys = [id, row.name, arm, label, ...swept.map(name => values[name]), first];
    return [...keys, ...listFigures(row), row.more, row.equal, row.less].map(String);
  });
  return `${csvFormatRows([header, ...body])}\n`;
}

/** Cells of `NUMBERS`. */
function listFigures({ n, mean, interval, comparisons, jointInterval }: PairedSummary): readonly string[] {
  const [low, high] = interval ?? [null, null];
  const [jointLow, jointHigh] = jointInterval ?? [null, null];
  const format = (value: number | null) => String(roundToSixDecimals(value) ?? '');
  return [n, mean, low, high, comparisons, jointLow, jointHigh].map(format);
}
