import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../../core/formatNounCount.ts';
import type { PageBlock, PageTable } from '../../../export/page/pageBlock.ts';
import type { RunMark } from '../../../model/findings.ts';
import {
  formatAmount,
  formatAmountInterval,
  formatSectionTitle,
  formatShare,
  MEASURE_LABELS,
  REPEAT_NAMES,
} from './findingsWords.ts';
import type { CostBar, LoopFinding, SetFindings, SetSection } from './setFindings.ts';

const amountColumn = (head: string) => ({ head, isNumber: true as const });

/** Origin of a set: files, cases, digests. */
export function buildOriginBlocks(set: SetFindings, mark: RunMark, title: string): readonly PageBlock[] {
  const { files, cases, succeeded, failed, unknown, underWay } = set;
  return [
    { kind: 'heading', level: 2, text: title },
    {
      kind: 'table',
      table: {
        caption: 'The set',
        columns: [{ head: 'fact' }, { head: 'value', isLong: true }],
        rows: [
          ['Cases', `${formatGroupedInteger(cases)}${set.selection === null ? '' : `; ${set.selection}`}`],
          [
            'Outcomes',
            `${formatGroupedInteger(succeeded)} succeeded, ${formatGroupedInteger(failed)} failed, ${formatGroupedInteger(unknown)} unknown${underWay === 0 ? '' : ` (${formatGroupedInteger(underWay)} of these under way)`}`,
          ],
          ['SHA-256 of the cases', set.sha256],
          ['Engine', `Statescope ${set.engine}`],
          [
            'Hash of the run',
            `${mark.hash}, after round ${mark.round} of ${set.lasts}; the figures are of all recorded steps, however far they were played`,
          ],
        ],
      },
    },
    {
      kind: 'table',
      table: {
        caption: 'Files',
        columns: [{ head: 'file' }, { head: 'format' }, amountColumn('cases'), amountColumn('steps')],
        rows: files.map(file => [
          file.name,
          file.format,
          formatGroupedInteger(file.cases),
          formatGroupedInteger(file.steps),
        ]),
      },
    },
  ];
}

/** Costs of a set: amounts with intervals, the chart, the costliest cases. */
export function buildCostBlocks(set: SetSection): readonly PageBlock[] {
  const { amounts, measure, costly, wasted, total, section } = set;
  const all = total[measure] ?? 0;
  return [
    { kind: 'heading', level: 2, text: formatSectionTitle(section, 'Costs') },
    {
      kind: 'text',
      text: `Rounds of loops that gave the same result again took ${formatAmount(wasted, measure)} of ${formatAmount(all, measure)} ${measure}${all === 0 ? '' : ` (${formatShare(wasted / all)})`}.${set.unmeasured === 0 ? '' : ` ${formatNounCount(set.unmeasured, 'case')} without ${measure} ${pluralizeNoun(set.unmeasured, 'is', 'are')} not in it.`}`,
    },
    {
      kind: 'table',
      table: {
        caption:
          'Amounts; the mean over tasks of the mean over the cases of a task, with its interval of 95 %',
        columns: [{ head: 'measure' }, ...['in all', 'mean', '95 %', 'n tasks', 'n cases'].map(amountColumn)],
        rows: amounts.map(one => [
          MEASURE_LABELS[one.measure],
          formatAmount(one.total, one.measure),
          formatAmount(one.mean, one.measure),
          formatAmountInterval(one.interval, one.measure),
          formatGroupedInteger(one.tasks),
          formatGroupedInteger(one.cases),
        ]),
      },
    },
    ...buildCostChart(set),
    {
      kind: 'table',
      table: {
        caption: `Costliest cases, ${costly.length} of ${formatGroupedInteger(set.cases)}`,
        columns: [
          { head: 'case' },
          { head: 'outcome' },
          amountColumn('steps'),
          ...(measure === 'steps' ? [] : [amountColumn(measure)]),
          amountColumn('of it nothing new'),
        ],
        rows: costly.map(one => [
          one.name,
          one.outcome,
          formatGroupedInteger(one.steps),
          ...(measure === 'steps' ? [] : [formatAmount(one.amount, measure)]),
          formatAmount(one.wasted, measure),
        ]),
      },
    },
  ];
}

function buildCostChart({ bars, measure, name }: SetFindings): readonly PageBlock[] {
  if (bars.length === 0) return [];
  const [{ cases: each }] = bars;
  const how = each === 1 ? 'each bar a case' : `each bar the mean of ${each} cases`;
  let before = 0;
  const labelOf = ({ cases }: CostBar) => {
    before += cases;
    return String(before);
  };
  return [
    {
      kind: 'chart',
      chart: {
        title: `${name}, the costliest first, ${how}`,
        ...{ unit: measure, axis: 'rank of the case' },
        parts: ['nothing new in loops', 'the rest'],
        bars: bars.map(bar => ({ label: labelOf(bar), values: [bar.wasted, bar.amount - bar.wasted] })),
      },
    },
  ];
}

/** Loops of a set: how many of each kind, and the costliest ones. */
export function buildLoopBlocks(set: SetSection): readonly PageBlock[] {
  const { kinds, loops, measure, loopsInAll, hasTexts, section } = set;
  if (loopsInAll === 0)
    return [
      { kind: 'heading', level: 2, text: formatSectionTitle(section, 'Loops') },
      { kind: 'text', text: 'No case repeats what it did with the same result.' },
    ];
  return [
    { kind: 'heading', level: 2, text: formatSectionTitle(section, 'Loops') },
    {
      kind: 'table',
      table: {
        caption: `Repeated stretches by kind, and their ${measure} after the first round`,
        columns: [{ head: 'kind' }, amountColumn('n'), amountColumn(measure)],
        rows: kinds.map(({ kind, count, again }) => [
          REPEAT_NAMES[kind],
          formatGroupedInteger(count),
          formatAmount(again, measure),
        ]),
      },
    },
    {
      kind: 'table',
      table: {
        caption: `Costliest loops, ${loops.length} of ${formatGroupedInteger(loopsInAll)}`,
        columns: [
          { head: 'case' },
          amountColumn('from step'),
          amountColumn('steps'),
          { head: 'loop' },
          { head: 'calls of a round' },
          ...(hasTexts ? [{ head: 'arguments', isLong: true as const }] : []),
          amountColumn(`${measure} after the first round`),
        ],
        rows: loops.map(loop => [
          loop.name,
          formatGroupedInteger(loop.from),
          formatGroupedInteger(loop.steps),
          describeLoop(loop),
          loop.tools.length === 0 ? 'messages' : loop.tools.join(', '),
          ...(hasTexts ? [(loop.texts ?? []).join(' · ')] : []),
          formatAmount(loop.again, measure),
        ]),
      },
    },
  ];
}

function describeLoop({ kind, rounds, sameResult }: LoopFinding): string {
  const result = sameResult === null ? 'results unknown' : sameResult ? 'same result' : 'different results';
  return `${REPEAT_NAMES[kind]}, ${formatNounCount(rounds, 'round')}, ${result}`;
}

/** The discovered statechart of a set, as moves and as a diagram. */
export const buildChartBlocks = ({ section, matrix, drawn, diagram }: SetSection): readonly PageBlock[] => [
  { kind: 'heading', level: 2, text: formatSectionTitle(section, 'Discovered statechart') },
  { kind: 'table', table: buildMoveTable(matrix) },
  {
    kind: 'code',
    title: `The statechart as a state diagram of Mermaid, ${formatGroupedInteger(drawn.shown)} of ${formatNounCount(drawn.all, 'edge')}`,
    language: 'mermaid',
    text: diagram,
  },
];

/** Moves by state: rows are left, columns entered, the more often the darker. */
function buildMoveTable({ from, to, counts, part }: SetFindings['matrix']): PageTable {
  const most = counts.reduce((max, row) => Math.max(max, ...row), 1);
  return {
    caption: `Moves from the state of a row to that of a column, ${formatGroupedInteger(part.shown)} of ${formatGroupedInteger(part.all)}`,
    columns: [{ head: 'from' }, ...to.map(amountColumn)],
    rows: from.map((name, i) => [
      name,
      ...counts[i].map(count => (count === 0 ? '' : formatGroupedInteger(count))),
    ]),
    // By the square root, since few moves take most steps.
    shades: counts.map(row => [0, ...row.map(count => Math.sqrt(count / most))]),
  };
}
