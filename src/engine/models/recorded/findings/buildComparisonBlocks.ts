import { formatGroupedInteger, formatNounCount } from '../../../core/formatNounCount.ts';
import type { PageBlock } from '../../../export/page/pageBlock.ts';
import { describeGuardComparison } from '../../../guard/describeGuardComparison.ts';
import { formatContrast, getUnitScale } from '../sets/formatContrast.ts';
import type { Contrast } from '../sets/resampled.ts';
import {
  type ChangedTask,
  describeMissingIntervals,
  FEW_TASKS,
  isIntervalRough,
  type OfBoth,
  type SetsReport,
} from '../sets/setsReport.ts';
import { FindingsNames, formatFindingsTaskName } from './findingsNames.ts';

const MAX_CHANGED_TASKS = 20;
const MAX_STATES = 12;
const FIGURE_HEADS = ['A', 'B', 'B − A', '95 %', 'n A', 'n B'];

/** Differences of two sets: measures, tasks with another outcome, states. */
export function buildComparisonBlocks(report: SetsReport): readonly PageBlock[] {
  const names = new FindingsNames();
  const { measures, states, guard } = report;
  return [
    { kind: 'heading', level: 2, text: 'B against A' },
    { kind: 'text', text: describePairs(report) },
    ...describeRoughness(report).map(text => ({ kind: 'text', text }) as const),
    buildContrastTable(
      'Measures of a case, mean over tasks',
      'measure',
      measures.map(({ label, unit, tasks, ...both }) => ({
        name: `${label}${formatFigureUnit(unit)}`,
        cells: formatFigures(both, getUnitScale(unit), tasks),
      })),
    ),
    ...buildChangedBlocks('Tasks that succeed more often in B', report.better, report.judged),
    ...buildChangedBlocks('Tasks that succeed less often in B', report.worse, report.judged),
    buildContrastTable(
      'States, share of visits in %; n is visits',
      'state',
      states.slice(0, MAX_STATES).map(({ state, share, visits }) => ({
        name: names.label(state, 'state'),
        cells: formatFigures(share, 100, visits),
      })),
    ),
    ...(guard === null
      ? []
      : ([
          {
            kind: 'heading',
            level: 3,
            text: 'Effect of the guard, every session in the arm that it was drawn for',
          },
          { kind: 'list', items: describeGuardComparison(guard.comparison) },
        ] as const)),
  ];
}

function describePairs({ by, tasks, cases, all, only }: SetsReport): string {
  const sizes = `A has ${formatNounCount(all.a, 'case')}, B ${formatGroupedInteger(all.b)}.`;
  if (by === null) return `${sizes} Nothing is paired: differences may come from the tasks.`;
  return `${sizes} Compared are the ${formatNounCount(tasks.a, 'task')} of both, paired by ${by === 'task' ? 'the task' : 'the id'}: ${formatNounCount(cases.a, 'case')} of A, ${formatGroupedInteger(cases.b)} of B. Only in A: ${formatNounCount(only.a.count, 'task')}; only in B: ${formatGroupedInteger(only.b.count)}.`;
}

const describeRoughness = (report: SetsReport): readonly string[] =>
  [
    isIntervalRough(report.tasks) ? `Fewer than ${FEW_TASKS} tasks: the intervals are rough.` : '',
    describeMissingIntervals(report),
    report.hasTrials ? 'Several cases of a task count as one, by their mean.' : '',
    report.hasOtherStates ? 'The states of B are by the mapping of A.' : '',
  ].filter(Boolean);

const formatFigureUnit = (unit: string): string =>
  unit === 'share' ? ', %' : unit === 'ms' ? ', s' : unit.startsWith('US$') ? ', US$' : '';

function formatFigures(contrast: Contrast, scale: number, n: OfBoth<number>): readonly string[] {
  const { a, b, difference, interval } = formatContrast(contrast, scale);
  return [
    ...[a ?? '–', b ?? '–', difference ?? '–', interval === null ? '–' : `${interval[0]} to ${interval[1]}`],
    ...[formatGroupedInteger(n.a), formatGroupedInteger(n.b)],
  ];
}

const buildContrastTable = (
  caption: string,
  head: string,
  rows: readonly { readonly name: string; readonly cells: readonly string[] }[],
): PageBlock => ({
  kind: 'table',
  table: {
    caption,
    columns: [{ head }, ...FIGURE_HEADS.map(one => ({ head: one, isNumber: true as const }))],
    rows: rows.map(({ name, cells }) => [name, ...cells]),
  },
});

function buildChangedBlocks(
  title: string,
  changed: readonly ChangedTask[],
  judged: number,
): readonly PageBlock[] {
  if (changed.length === 0) return [];
  const part = (one: ChangedTask['a']) => `${one.succeeded} of ${one.of}`;
  return [
    {
      kind: 'table',
      table: {
        caption: `${title}: ${formatGroupedInteger(changed.length)} of ${formatGroupedInteger(judged)}${changed.length > MAX_CHANGED_TASKS ? `, the first ${MAX_CHANGED_TASKS}` : ''}`,
        columns: [{ head: 'task' }, { head: 'in A', isNumber: true }, { head: 'in B', isNumber: true }],
        rows: changed
          .slice(0, MAX_CHANGED_TASKS)
          .map(({ name, a, b }, i) => [formatFindingsTaskName(name, i + 1), part(a), part(b)]),
      },
    },
  ];
}
