import { digitsBeside, inDigits, withPlus } from '../../../../engine/digitsBeside.ts';
import type { OfBoth, SetsReport } from '../../../../engine/models/recorded/sets/report.ts';
import { FEW_TASKS, isRough, isRoughAlone } from '../../../../engine/models/recorded/sets/report.ts';
import type { Contrast } from '../../../../engine/models/recorded/sets/resampled.ts';
import { partOf } from '../../../../engine/partOf.ts';
import type { PageState } from '../../../store/pageState.ts';
import { counted, grouped, visible } from '../../../words/words.ts';

/** What is known of the two sets that are compared; null until it is. */
export const setsOf = ({ pair }: Pick<PageState, 'pair'>): SetsReport | null =>
  partOf<SetsReport>('recorded', pair?.differences?.report ?? undefined);

/** What figures are told in: shares in per cent, milliseconds in seconds. */
export type FigureUnit = SetsReport['measures'][number]['unit'] | 'steps';

/** The unit beside a label: "%", "s", "a case". */
export const unitWords = (unit: FigureUnit): string => (unit === 'share' ? '%' : unit === 'ms' ? 's' : unit);

const scaled = (value: number, unit: FigureUnit): number =>
  unit === 'share' ? 100 * value : unit === 'ms' ? value / 1000 : value;

/** Three digits, whole numbers as they are: "64.5", "2.37", "81,162"; a dash for nothing. */
export function figureWords(value: number | null, unit: FigureUnit): string {
  if (value === null) return '–';
  const shown = scaled(value, unit);
  return written(shown, usualDigits(shown));
}

/** Both figures and what B has more, in digits that agree: "64.5", "79.2", "+14.7". */
export function contrastWords({ a, b, difference }: Contrast, unit: FigureUnit) {
  const [shownA, shownB] = [a, b].map(value => (value === null ? null : scaled(value, unit)));
  const digits = digitsBeside(shownA, shownB, usualDigits);
  const told = (value: number | null) => (value === null ? '–' : written(scaled(value, unit), digits));
  return { a: told(a), b: told(b), difference: withPlus(difference, told(difference)) };
}

function usualDigits(value: number): number {
  const size = Math.abs(value);
  return size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 3;
}

function written(value: number, digits: number): string {
  const words = inDigits(value, digits);
  return words.includes('.') ? words.replace('-', '−') : grouped(Number(words));
}

/** "4.3 to 24.7"; nothing where no interval can be drawn. */
export const intervalWords = ({ intervals }: Contrast, unit: FigureUnit): string =>
  intervals.difference === null ? '' : intervals.difference.map(end => figureWords(end, unit)).join(' to ');

/** The same of a measure, and whether fewer tasks tell it than an interval wants. */
export function measureInterval(sets: SetsReport, measure: SetsReport['measures'][number]): string {
  const words = intervalWords(measure, measure.unit);
  if (words === '') return 'none';
  return isRoughAlone(sets, measure.tasks) ? `${words}, rough` : words;
}

/** Whether the interval of the difference has 0 inside, or there is none. */
export const isOpenToChance = ({ intervals: { difference } }: Contrast): boolean =>
  difference === null || (difference[0] <= 0 && difference[1] >= 0);

/** How cases were paired, and what was left out, in a sentence or two. */
export function pairedWords({ by, tasks, cases, all, only, hasTrials }: SetsReport): string {
  const fewest = Math.min(tasks.a, tasks.b);
  const trials = hasTrials ? ' A task of several cases counts once, by their mean.' : '';
  const few =
    fewest < 2
      ? ' One task alone: there are no intervals.'
      : isRough(tasks)
        ? ` Fewer than ${FEW_TASKS} tasks: the intervals are rough.`
        : '';
  if (by === null)
    return `Nothing is paired: the sets have no task and no id of a case in common. ${counted(all.a, 'case')} of A, ${grouped(all.b)} of B; differences may come from the tasks.${trials}${few}`;
  const known = by === 'task' ? 'by their task' : 'by the ids of their cases';
  const left = [
    only.a.count > 0 && `${grouped(only.a.count)} only in A`,
    only.b.count > 0 && `${grouped(only.b.count)} only in B`,
  ];
  const alone = left.some(Boolean)
    ? `; left out: ${left.filter(Boolean).join(', ')}`
    : '; no task is in one set alone';
  return `${counted(tasks.a, 'task')} in both, paired ${known}: ${counted(cases.a, 'case')} of A, ${grouped(cases.b)} of B${alone}.${trials}${few}`;
}

/** What changed of tasks that ended otherwise: several cases of a task succeed more or less often, a single one goes over. */
export const endedOtherwise = ({
  hasTrials,
}: SetsReport): { readonly better: string; readonly worse: string } =>
  hasTrials
    ? { better: 'succeeded more often in B', worse: 'succeeded less often in B' }
    : { better: 'from failed to succeeded', worse: 'from succeeded to failed' };

/** Names of the tasks that were left out, for a tip. */
export const leftOut = ({ only }: SetsReport): string =>
  (['a', 'b'] as const)
    .filter(side => only[side].count > 0)
    .map(side => `only in ${side.toUpperCase()}: ${only[side].names.map(visible).join(', ')}`)
    .join('; ');

/** "94 tasks", "94 | 90 tasks" */
export const tasksWords = ({ a, b }: OfBoth<number>): string =>
  a === b ? counted(a, 'task') : `${grouped(a)} | ${counted(b, 'task')}`;
