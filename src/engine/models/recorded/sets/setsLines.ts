import { withPlus } from '../../../core/digitsBeside.ts';
import { shown } from '../../../core/shown.ts';
import { counted } from '../../../explain/stuck/stuckAgent.ts';
import type { ChangedTask, OfBoth, SetsReport } from './report.ts';
import { FEW_TASKS, isRough, isRoughAlone, withoutInterval } from './report.ts';
import type { Contrast } from './resampled.ts';
import { scaleOf, toldContrast } from './toldContrast.ts';

/** Rows of the lists that are told; the report has more. */
const TOLD = 10;

/** Two sets beside each other, as lines for people. */
export function setsLines(report: SetsReport): readonly string[] {
  const { measures, states, moves, movesInAll, hasOtherStates } = report;
  return [
    ...pairedLines(report),
    tableLine('a case, mean over tasks', 'A', 'B', 'B - A (95 %)'),
    ...measures.map(({ label, unit, tasks, ...both }) => {
      const line = contrastLine(`  ${label}, ${unitTold(unit)}, ${tasksTold(tasks)}`, both, scaleOf(unit));
      return isRoughAlone(report, tasks) && both.intervals.difference !== null ? `${line}, rough` : line;
    }),
    ...endedLines(report),
    ...(hasOtherStates ? ['The states of B are by the mapping of A.'] : []),
    tableLine('state, share of visits in %', 'A', 'B', 'B - A (95 %)'),
    ...states.map(({ state, visits, share }) => contrastLine(nameOf(state, visits), share, 100)),
    tableLine('state, median stay in steps', 'A', 'B', 'B - A (95 %)'),
    ...states.map(({ state, visits, steps }) => contrastLine(nameOf(state, visits), steps, 1)),
    ...(states.some(({ ms }) => ms.a !== null || ms.b !== null)
      ? [
          tableLine('state, median stay in s', 'A', 'B', 'B - A (95 %)'),
          ...states.map(({ state, visits, ms }) => contrastLine(nameOf(state, visits), ms, 0.001)),
        ]
      : []),
    tableLine(`moves a case, the largest differences of ${movesInAll}`, 'A', 'B', 'B - A (95 %)'),
    ...moves
      .slice(0, TOLD)
      .map(({ from, to, moves: counts, often }) =>
        contrastLine(nameOf(`${from} -> ${to}`, counts), often, 1),
      ),
  ];
}

const nameOf = (name: string, { a, b }: OfBoth<number>): string => `  ${shown(name, 40)} (${a} | ${b})`;

function pairedLines({ by, tasks, cases, all, only, hasTrials, measures }: SetsReport): readonly string[] {
  const sizes = `A has ${counted(all.a, 'case')}, B ${all.b}.`;
  const [few, many] = [Math.min(tasks.a, tasks.b), counted(tasks.a, 'task')];
  const notes = [
    ...(few < 2 ? ['One task alone: there are no intervals.'] : []),
    ...(few > 1 && isRough(tasks) ? [`Fewer than ${FEW_TASKS} tasks: the intervals are rough.`] : []),
    ...(measures.some(one => isRoughAlone({ tasks }, one.tasks))
      ? [`Rough: an interval of a measure that fewer than ${FEW_TASKS} tasks tell.`]
      : []),
    ...[withoutInterval({ tasks, measures })].filter(Boolean),
    ...(hasTrials ? ['Several cases of a task count as one, by their mean.'] : []),
  ];
  if (by === null)
    return [
      sizes,
      'Nothing is paired: no case of both tells the same task or has the same id; differences may come from the tasks.',
      ...notes,
    ];
  const known = by === 'task' ? 'the same task' : 'the same id';
  return [
    `${sizes} Compared ${tasks.a === 1 ? 'is' : 'are'} the ${many} of both, known by ${known}: ${counted(cases.a, 'case')} of A, ${cases.b} of B.`,
    ...(only.a.count > 0 ? [`Only in A: ${listed(only.a)}.`] : []),
    ...(only.b.count > 0 ? [`Only in B: ${listed(only.b)}.`] : []),
    ...notes,
  ];
}

/** How the cases ended, and which tasks otherwise; nothing of what is not told in both. */
function endedLines({
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
      : [...changedLines(gained, better, judged), ...changedLines(lost, worse, judged)]),
  ];
}

const listed = ({ count, names }: SetsReport['only']['a']): string =>
  `${counted(count, 'task')} (${names
    .slice(0, 3)
    .map(name => shown(name, 40))
    .join(', ')}${count > 3 ? ', …' : ''})`;

function changedLines(title: string, changed: readonly ChangedTask[], judged: number): readonly string[] {
  const lines = changed
    .slice(0, TOLD)
    .map(({ name, a, b }) => `  ${shown(name, 60)}: ${a.succeeded} of ${a.of} | ${b.succeeded} of ${b.of}`);
  const more = changed.length - lines.length;
  return [
    `${changed.length} of ${counted(judged, 'task')} ${title}${changed.length === 0 ? '.' : ', succeeded in A | B:'}`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

const unitTold = (unit: string): string => (unit === 'share' ? '%' : unit === 'ms' ? 's' : unit);
const tasksTold = ({ a, b }: OfBoth<number>): string =>
  a === b ? counted(a, 'task') : `${a} | ${counted(b, 'task')}`;

function contrastLine(name: string, contrast: Contrast, scale: number): string {
  const { a, b, difference, interval } = toldContrast(contrast, scale);
  const more = withPlus(contrast.difference, difference ?? '-');
  return tableLine(name, a ?? '-', b ?? '-', interval === null ? more : `${more} (${interval.join(' to ')})`);
}

const tableLine = (name: string, a: string, b: string, difference: string): string =>
  `${name.padEnd(56)}${a.padStart(12)}${b.padStart(12)}  ${difference}`;
