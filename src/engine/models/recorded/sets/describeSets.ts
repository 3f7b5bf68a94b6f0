import { formatSignedDifference } from '../../../core/computeSharedDigits.ts';
import { formatPlainCount } from '../../../core/formatNounCount.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import { describeGuardComparison, formatGuardVerdict } from '../../../guard/describeGuardComparison.ts';
import { GUARD_REMEDIES, type GuardedCasesReport } from './compareGuardedCases.ts';
import { formatContrast, getUnitScale } from './formatContrast.ts';
import type { Contrast } from './resampled.ts';
import type { ChangedTask, OfBoth, SetsReport } from './setsReport.ts';
import { describeMissingIntervals, FEW_TASKS, isIntervalRough, isMeasureRough } from './setsReport.ts';

/** Maximum number of printed rows of the lists; the report has more. */
const MAX_PRINTED_ROWS = 10;

/** Comparison of two sets, as lines for people. */
export function describeSets(report: SetsReport): readonly string[] {
  const { measures, states, moves, movesInAll, hasOtherStates, guard } = report;
  return [
    ...describePairing(report),
    formatTableLine('a case, mean over tasks', 'A', 'B', 'B - A (95 %)'),
    ...measures.map(({ label, unit, tasks, ...both }) => {
      const line = formatContrastLine(
        `  ${label}, ${formatUnit(unit)}, ${formatTaskCounts(tasks)}`,
        both,
        getUnitScale(unit),
      );
      return isMeasureRough(report, tasks) && both.intervals.difference !== null ? `${line}, rough` : line;
    }),
    ...describeEndings(report),
    ...(guard === null ? [] : describeGuardedCases(guard)),
    ...(hasOtherStates ? ['The states of B are by the mapping of A.'] : []),
    formatTableLine('state, share of visits in %', 'A', 'B', 'B - A (95 %)'),
    ...states.map(({ state, visits, share }) =>
      formatContrastLine(formatMeasureName(state, visits), share, 100),
    ),
    formatTableLine('state, median stay in steps', 'A', 'B', 'B - A (95 %)'),
    ...states.map(({ state, visits, steps }) =>
      formatContrastLine(formatMeasureName(state, visits), steps, 1),
    ),
    ...(states.some(({ ms }) => ms.a !== null || ms.b !== null)
      ? [
          formatTableLine('state, median stay in s', 'A', 'B', 'B - A (95 %)'),
          ...states.map(({ state, visits, ms }) =>
            formatContrastLine(formatMeasureName(state, visits), ms, 0.001),
          ),
        ]
      : []),
    formatTableLine(`moves a case, the largest differences of ${movesInAll}`, 'A', 'B', 'B - A (95 %)'),
    ...moves
      .slice(0, MAX_PRINTED_ROWS)
      .map(({ from, to, moves: counts, often }) =>
        formatContrastLine(formatMeasureName(`${from} -> ${to}`, counts), often, 1),
      ),
  ];
}

/** A guard's effect, by intention to treat. */
const describeGuardedCases = ({ policy, ofOthers, comparison }: GuardedCasesReport): readonly string[] => [
  `guard${policy === '' ? '' : ` ${formatQuotedText(policy, 40)}`}, every session in the arm that it was drawn for:`,
  ...describeGuardComparison(comparison).map(line => `  ${line}`),
  ...(ofOthers === 0
    ? []
    : [`  left out: ${formatPlainCount(ofOthers, 'session')} of other policies, or drawn with another act`]),
  `  ${formatGuardVerdict(comparison, GUARD_REMEDIES)}`,
];

const formatMeasureName = (name: string, { a, b }: OfBoth<number>): string =>
  `  ${formatQuotedText(name, 40)} (${a} | ${b})`;

function describePairing({
  by,
  tasks,
  cases,
  all,
  only,
  hasTrials,
  measures,
}: SetsReport): readonly string[] {
  const sizes = `A has ${formatPlainCount(all.a, 'case')}, B ${all.b}.`;
  const [few, many] = [Math.min(tasks.a, tasks.b), formatPlainCount(tasks.a, 'task')];
  const notes = [
    ...(few < 2 ? ['One task alone: there are no intervals.'] : []),
    ...(few > 1 && isIntervalRough(tasks) ? [`Fewer than ${FEW_TASKS} tasks: the intervals are rough.`] : []),
    ...(measures.some(one => isMeasureRough({ tasks }, one.tasks))
      ? [`Rough: an interval of a measure that fewer than ${FEW_TASKS} tasks have.`]
      : []),
    ...[describeMissingIntervals({ tasks, measures })].filter(Boolean),
    ...(hasTrials ? ['Several cases of a task count as one, by their mean.'] : []),
  ];
  if (by === null)
    return [
      sizes,
      'Nothing is paired: no case of one has the task or the id of a case of the other; differences may come from the tasks.',
      ...notes,
    ];
  const known = by === 'task' ? 'the same task' : 'the same id';
  return [
    `${sizes} Compared ${tasks.a === 1 ? 'is' : 'are'} the ${many} of both, known by ${known}: ${formatPlainCount(cases.a, 'case')} of A, ${cases.b} of B.`,
    ...(only.a.count > 0 ? [`Only in A: ${formatTaskNames(only.a)}.`] : []),
    ...(only.b.count > 0 ? [`Only in B: ${formatTaskNames(only.b)}.`] : []),
    ...notes,
  ];
}

/** Endings of the cases, and tasks with different ones; only for outcomes known in both. */
function describeEndings({
  by,
  ended: { a, b },
  better,
  worse,
  judged,
  hasTrials,
}: SetsReport): readonly string[] {
  const [ofA, ofB] = [a.succeeded + a.failed, b.succeeded + b.failed];
  const [gained, lost] = hasTrials
    ? ['succeeded more often in B', 'succeeded less often in B']
    : ['went from failed to succeeded', 'went from succeeded to failed'];
  const all = `Of the cases themselves ${a.succeeded} of ${ofA} succeeded in A, ${b.succeeded} of ${ofB} in B.`;
  return [
    ...(ofA > 0 && ofB > 0 ? [all] : []),
    ...(by === null || judged === 0
      ? []
      : [...describeChangedTasks(gained, better, judged), ...describeChangedTasks(lost, worse, judged)]),
  ];
}

const formatTaskNames = ({ count, names }: SetsReport['only']['a']): string =>
  `${formatPlainCount(count, 'task')} (${names
    .slice(0, 3)
    .map(name => formatQuotedText(name, 40))
    .join(', ')}${count > 3 ? ', …' : ''})`;

function describeChangedTasks(
  title: string,
  changed: readonly ChangedTask[],
  judged: number,
): readonly string[] {
  const lines = changed
    .slice(0, MAX_PRINTED_ROWS)
    .map(
      ({ name, a, b }) =>
        `  ${formatQuotedText(name, 60)}: ${a.succeeded} of ${a.of} | ${b.succeeded} of ${b.of}`,
    );
  const more = changed.length - lines.length;
  return [
    `${changed.length} of ${formatPlainCount(judged, 'task')} ${title}${changed.length === 0 ? '.' : ', succeeded in A | B:'}`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

const formatUnit = (unit: string): string => (unit === 'share' ? '%' : unit === 'ms' ? 's' : unit);
const formatTaskCounts = ({ a, b }: OfBoth<number>): string =>
  a === b ? formatPlainCount(a, 'task') : `${a} | ${formatPlainCount(b, 'task')}`;

function formatContrastLine(name: string, contrast: Contrast, scale: number): string {
  const { a, b, difference, interval } = formatContrast(contrast, scale);
  const more = formatSignedDifference(contrast.difference, difference ?? '-');
  return formatTableLine(
    name,
    a ?? '-',
    b ?? '-',
    interval === null ? more : `${more} (${interval.join(' to ')})`,
  );
}

const formatTableLine = (name: string, a: string, b: string, difference: string): string =>
  `${name.padEnd(56)}${a.padStart(12)}${b.padStart(12)}  ${difference}`;
