import { useState } from 'react';
import { formatPercent } from '../../../../engine/core/formatPercent.ts';
import type { CostsReport, RepeatReport } from '../../../../engine/models/recorded/costs/buildCostsReport.ts';
import { REPEAT_KINDS, type RepeatKind } from '../../../../engine/models/recorded/costs/findRepeats.ts';
import type { Measure } from '../../../../engine/models/recorded/governance/ruleAmounts.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import { useOneTabStop } from '../../../controls/useOneTabStop.ts';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import recorded from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';
import {
  describeRound,
  describeRounds,
  formatCost,
  formatShortAmount,
  hasPrices,
  REPEAT_LABELS,
} from './costWords.ts';
import styles from './Loops.module.css';
import { buildRepeatsTable } from './repeatsTable.ts';

/** Rows that are shown; the table has more. */
const MAX_ROWS = 60;

type Column = 'rounds' | Measure;

/** Repeated stretches of all cases: what was called, how often, in which case, and for how much. */
export function Loops() {
  const costs = usePage(state => getRecordedPart(state).costs);
  if (costs === null) return <p className="label">Adding up the costs…</p>;
  return (
    <section aria-label="Loops">
      {costs.repeats.length === 0 ? (
        <p className={recorded.said}>{describeLoops(costs)}</p>
      ) : (
        <LoopTable costs={costs} />
      )}
    </section>
  );
}

/** The table of all loops, next to the title. */
export function LoopsTwin() {
  const costs = usePage(state => getRecordedPart(state).costs);
  return costs === null ? null : (
    <TableTwin name="Loops" summary={() => describeLoops(costs)} table={() => buildRepeatsTable(costs)} />
  );
}

function LoopTable({ costs }: { readonly costs: CostsReport }) {
  const [kind, setKind] = useState<RepeatKind | null>(null);
  const kindRow = useOneTabStop(true);
  const headRow = useOneTabStop(true);
  const list = useOneTabStop();
  const columns = listColumns(costs);
  const [sort, setSort] = useState<Column | null>(null);
  const rows = costs.repeats
    .filter(one => kind === null || one.kind === kind)
    .toSorted((a, b) => compareRepeats(a, b, sort, costs.measure));
  const most = Math.max(1, ...rows.map(one => one.again[costs.measure] ?? 0));
  const present = REPEAT_KINDS.filter(one => costs.kinds[one].count > 0);
  return (
    <>
      <p ref={kindRow} className={styles.kinds}>
        {present.length > 1 && (
          <button type="button" aria-pressed={kind === null} onClick={() => setKind(null)}>
            all
          </button>
        )}
        {present.map(one => (
          <button
            key={one}
            type="button"
            aria-pressed={kind === one || present.length === 1}
            title={REPEAT_LABELS[one][1]}
            onClick={() => setKind(one)}
          >
            {REPEAT_LABELS[one][0]} <span>{formatGroupedInteger(costs.kinds[one].count)}</span>
          </button>
        ))}
      </p>
      <div className={styles.rows}>
        <table className={styles.loops}>
          <thead>
            <tr ref={headRow}>
              <th scope="col">call and arguments</th>
              {columns.map(column => (
                <th
                  key={column}
                  scope="col"
                  title={column === 'rounds' ? undefined : 'of the rounds after the first'}
                  aria-sort={column === sort ? 'descending' : 'none'}
                >
                  <button type="button" onClick={() => setSort(column)}>
                    {COLUMN_HEADS[column]}
                    {column === sort ? ' ▾' : ''}
                  </button>
                </th>
              ))}
              <th scope="col">case</th>
            </tr>
          </thead>
          <tbody ref={list}>
            {rows.slice(0, MAX_ROWS).map(one => (
              <LoopRow
                key={`${one.agent} ${one.from} ${one.kind}`}
                repeat={one}
                columns={columns}
                part={(one.again[costs.measure] ?? 0) / most}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className={recorded.said}>
        {describeLoops(costs)}
        {sort === null && ' Those with the same result come first.'}
      </p>
      {rows.length > MAX_ROWS && (
        <p className="label">
          The {formatGroupedInteger(MAX_ROWS)} first; the table has {formatGroupedInteger(rows.length)}.
        </p>
      )}
    </>
  );
}

/** By a column that was pressed; before that those that gave nothing new first, since work may be repeated for a reason. */
function compareRepeats(a: RepeatReport, b: RepeatReport, sort: Column | null, measure: Measure): number {
  const isWaste = ({ sameResult }: RepeatReport) => Number(sameResult === true);
  const column = sort ?? measure;
  const weigh = (one: RepeatReport) => (column === 'rounds' ? one.rounds : (one.again[column] ?? -1));
  return (sort === null ? isWaste(b) - isWaste(a) : 0) || weigh(b) - weigh(a);
}

const COLUMN_HEADS: Readonly<Record<Column, string>> = {
  rounds: 'rounds',
  steps: 'steps',
  calls: 'calls',
  tokens: 'tokens',
  usd: 'US$',
  ms: 'time',
};

/** Rounds, the measure, and prices and times where they are known. */
const listColumns = (costs: CostsReport): readonly Column[] => [
  'rounds',
  costs.measure,
  ...(hasPrices(costs) ? (['usd'] as const) : []),
  ...(costs.total.ms === null ? [] : (['ms'] as const)),
];

interface RowProps {
  readonly repeat: RepeatReport;
  readonly columns: readonly Column[];
  /** Of the costliest row, 0 to 1. */
  readonly part: number;
}

function LoopRow({ repeat, columns, part }: RowProps) {
  const store = usePageStore();
  const name = usePage(({ run }) => run?.info.names[repeat.agent] ?? '');
  const isChosen = usePage(({ selection }) => selection.agents.includes(repeat.agent));
  const { calls, agent, from, result } = repeat;
  const show = () => store.getState().select({ agents: [agent], state: null, own: { step: from } });
  const words = describeRounds(repeat);
  const title = `${describeRound(repeat)}\n${words}${result === null ? '' : `\n${escapeInvisibleText(result)}`}`;
  return (
    <tr aria-selected={isChosen} onClick={show} title={title}>
      <th scope="row">
        <button
          type="button"
          className={styles.call}
          onClick={show}
          aria-label={`${describeRound(repeat)}: ${words}`}
        >
          <b className={styles.tool}>
            {escapeInvisibleText(calls.map(({ tool }) => tool).join(' → ') || 'messages')}
          </b>
          <span className={styles.args}>
            {escapeInvisibleText(calls.length === 1 ? (calls[0].args ?? '') : words)}
          </span>
        </button>
      </th>
      {columns.map((column, i) => (
        <td key={column}>
          <b className={styles.amount}>{formatCell(repeat, column)}</b>
          {i === 1 && <i className={styles.part} style={{ width: `${part * 100}%` }} aria-hidden="true" />}
        </td>
      ))}
      <td className={styles.case}>{escapeInvisibleText(name)}</td>
    </tr>
  );
}

function formatCell({ rounds, again }: RepeatReport, column: Column): string {
  if (column === 'rounds') return formatGroupedInteger(rounds);
  const amount = again[column];
  if (amount === null) return '–';
  return column === 'ms' || column === 'usd'
    ? formatCost(amount, column).replace('US$ ', '')
    : formatShortAmount(amount);
}

/** "5 loops with the same result took 5.01 of 9.79 M tokens after their first rounds, 51 %." */
function describeLoops({ kinds, measure, total, cases, repeats, unknown }: CostsReport): string {
  const count = REPEAT_KINDS.reduce((sum, kind) => sum + kinds[kind].count, 0);
  const without = unknown === 0 ? '' : ` ${formatNounCount(unknown, 'case')} without known ${measure}.`;
  if (count === 0) return `No case repeats what it did with the same result.${without}`;
  const wasted = cases.wasted.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const all = total[measure] ?? 0;
  const of = cases.wasted.filter(one => (one ?? 0) > 0).length;
  const share = all > 0 ? `, ${formatPercent(wasted / all)}` : '';
  const cut =
    repeats.length < count
      ? ` The ${formatGroupedInteger(repeats.length)} costliest of ${formatGroupedInteger(count)} are listed.`
      : '';
  return wasted === 0
    ? `No loop in a row has the same result each time.${cut}${without}`
    : `Loops in a row with the same result each time took ${formatCost(wasted, measure)} of ${formatCost(all, measure)} after their first rounds${share}, in ${formatNounCount(of, 'case')}.${cut}${without}`;
}
