import { formatSignedDifference } from '../../../../engine/core/computeSharedDigits.ts';
import { selectAgentModelPart } from '../../../../engine/model/selectAgentModelPart.ts';
import { formatContrast, getUnitScale } from '../../../../engine/models/recorded/sets/formatContrast.ts';
import type { Contrast } from '../../../../engine/models/recorded/sets/resampled.ts';
import type { OfBoth, SetsReport } from '../../../../engine/models/recorded/sets/setsReport.ts';
import {
  describeMissingIntervals,
  FEW_TASKS,
  isIntervalRough,
  isMeasureRough,
} from '../../../../engine/models/recorded/sets/setsReport.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { formatFixedNumber } from '../../../words/figures.ts';

/** The report on the two compared sets; null until it is there. */
export const getSetsReport = ({ pair }: Pick<PageState, 'pair'>): SetsReport | null =>
  selectAgentModelPart<SetsReport>('recorded', pair?.differences?.report ?? undefined);

/** Units of figures: shares in per cent, milliseconds shown in seconds. */
export type FigureUnit = SetsReport['measures'][number]['unit'] | 'steps';

/** The unit next to a label: "%", "s", "a case". */
export const formatFigureUnit = (unit: FigureUnit): string =>
  unit === 'share' ? '%' : unit === 'ms' ? 's' : unit;

/** Both figures and what B has more, in digits that agree: "64.45", "79.17", "+14.72"; a dash for nothing. */
export function formatContrastFigures(contrast: Contrast, unit: FigureUnit) {
  const { a, b, difference } = formatContrast(contrast, getUnitScale(unit), formatFixedNumber);
  const more = difference === null ? '–' : formatSignedDifference(contrast.difference, difference);
  return { a: a ?? '–', b: b ?? '–', difference: more };
}

/** "4.26 to 24.70", in the digits of the figures; empty if there is no interval. */
export const formatContrastInterval = (contrast: Contrast, unit: FigureUnit): string =>
  formatContrast(contrast, getUnitScale(unit), formatFixedNumber).interval?.join(' to ') ?? '';

/** The interval of a measure, with a note if it rests on too few tasks. */
export function describeMeasureInterval(sets: SetsReport, measure: SetsReport['measures'][number]): string {
  const words = formatContrastInterval(measure, measure.unit);
  if (words === '') return 'none';
  return isMeasureRough(sets, measure.tasks) ? `${words}, rough` : words;
}

/** True if the interval of the difference contains 0, or there is none. */
export const includesZeroDifference = ({ intervals: { difference } }: Contrast): boolean =>
  difference === null || (difference[0] <= 0 && difference[1] >= 0);

/** Describes in a sentence or two how cases were paired and which were left out. */
export function describeCasePairing({
  by,
  tasks,
  cases,
  all,
  only,
  hasTrials,
  measures,
}: SetsReport): string {
  const fewest = Math.min(tasks.a, tasks.b);
  const trials = hasTrials ? ' A task of several cases counts once, by their mean.' : '';
  const few =
    fewest < 2
      ? ' One task alone: there are no intervals.'
      : isIntervalRough(tasks)
        ? ` Fewer than ${FEW_TASKS} tasks: the intervals are rough.`
        : '';
  const lack = describeMissingIntervals({ tasks, measures });
  const notes = `${few}${lack === '' ? '' : ` ${lack}`}`;
  if (by === null)
    return `Nothing is paired: the sets have no task and no id of a case in common. ${formatNounCount(all.a, 'case')} of A, ${formatGroupedInteger(all.b)} of B; differences may come from the tasks.${trials}${notes}`;
  const known = by === 'task' ? 'by their task' : 'by the ids of their cases';
  const left = [
    only.a.count > 0 && `${formatGroupedInteger(only.a.count)} only in A`,
    only.b.count > 0 && `${formatGroupedInteger(only.b.count)} only in B`,
  ];
  const alone = left.some(Boolean)
    ? `; left out: ${left.filter(Boolean).join(', ')}`
    : '; no task is in one set alone';
  return `${formatNounCount(tasks.a, 'task')} in both, paired ${known}: ${formatNounCount(cases.a, 'case')} of A, ${formatGroupedInteger(cases.b)} of B${alone}.${trials}${notes}`;
}

/** Labels of changed outcomes: several cases of a task succeed more or less often, a single one switches. */
export const getOutcomeChangeLabels = ({
  hasTrials,
}: SetsReport): { readonly better: string; readonly worse: string } =>
  hasTrials
    ? { better: 'succeeded more often in B', worse: 'succeeded less often in B' }
    : { better: 'from failed to succeeded', worse: 'from succeeded to failed' };

/** Names of the tasks that were left out, for a tip. */
export const listLeftOutTasks = ({ only }: SetsReport): string =>
  (['a', 'b'] as const)
    .filter(side => only[side].count > 0)
    .map(side => `only in ${side.toUpperCase()}: ${only[side].names.map(escapeInvisibleText).join(', ')}`)
    .join('; ');

/** "94 tasks", "94 | 90 tasks" */
export const describeTaskCounts = ({ a, b }: OfBoth<number>): string =>
  a === b ? formatNounCount(a, 'task') : `${formatGroupedInteger(a)} | ${formatNounCount(b, 'task')}`;
